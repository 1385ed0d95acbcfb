/** Resolves in the browser's next task: what waits for it between two pieces of work lets a touch, and a frame, come between them. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
