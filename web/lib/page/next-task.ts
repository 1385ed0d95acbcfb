/**
 * Resolves in the browser's next task: awaited between two pieces of work, it lets input and a frame in between. Resolves at once in a
 * hidden tab, where timers take a second.
 */
export async function nextTask(): Promise<void> {
  if (!document.hidden) await new Promise((resolve) => setTimeout(resolve))
}
