/**
 * npm starts a script by a shell and passes SIGTERM on to that. Some shells (dash, the sh of Debian) end without passing it on to us: when
 * ours has gone, we were told to end.
 */
export function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
