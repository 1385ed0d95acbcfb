/** Has a program at the terminal do its work to the end where nobody reads on what it prints (`… | head`), and exit as it would have. */
export function ignoreClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
