/**
 * Logs a failure to the console, and nowhere else, under an id that the crash page shows too. Only the message and the stack of an
 * error: its other properties might hold personal data.
 */
export function report(where: string, failure: unknown, id = newFailureId()): string {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there; the id on the page leads to this line
  console.error(`Failure ${id} (${where}): ${textOf(failure)}`)
  return id
}

/** Reports uncaught errors and unhandled rejections. The browser logs its own line as well. */
export function reportUnhandled(): void {
  window.addEventListener('error', ({ error, message }) => void report('unhandled', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => void report('unhandled', reason))
}

/** A short id for one failure: enough to find its line in the console. */
export function newFailureId(): string {
  return crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '0'
}

function textOf(failure: unknown): string {
  if (failure instanceof Error)
    return failure.stack?.includes(failure.message) ? failure.stack : `${failure.name}: ${failure.message}`
  return typeof failure === 'string' ? failure : 'not an error'
}
