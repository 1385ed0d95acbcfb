import { PATHS } from './paths.ts'

/** The history with the receipt of an operation open. */
export function operationPath(operationId: string): string {
  return `${PATHS.History}?operation=${encodeURIComponent(operationId)}`
}
