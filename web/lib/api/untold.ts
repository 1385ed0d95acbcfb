/** Stands for the id of an operation that the server has not told: nothing is asked about it. */
export const UNTOLD = 'untold'

/** Whether the server has told no id of an operation. */
export function isUntold(operationId: string): boolean {
  return operationId.startsWith(UNTOLD)
}
