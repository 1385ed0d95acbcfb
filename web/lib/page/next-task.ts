/**
 * Resolves in the browser's next task: what waits for it between two pieces of work lets a touch, and a frame, come between them. At once
 * in a tab that nobody sees, where it would be a second.
 */
export async function nextTask(): Promise<void> {
  if (!document.hidden) await new Promise((resolve) => setTimeout(resolve))
}
