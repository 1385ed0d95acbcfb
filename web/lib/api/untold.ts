/** Stands for the id of an operation when the server has given none: the operation is not fetched. */
export const UNTOLD = 'untold'

/** Whether the server has given no id of an operation. */
export function isUntold(operationId: string): boolean {
  return operationId.startsWith(UNTOLD)
}
