import { BackupFault } from './backup/fault.ts'
import { isDatabaseAway } from './db/away.ts'
import { CannotStart } from './db/cannot-start.ts'
import { AlreadyRunning } from './db/embedded.ts'
import { SettingsFault } from './env.ts'
import { describeError } from './log.ts'
import { OperatorFault } from './operator/fault.ts'

/**
 * Why a program exits, for the terminal: one line for an error that the user can fix; for a bug of ours where it
 * happened, without the values that an error may contain.
 */
export function reasonOf(error: unknown): string {
  const isExplained = [SettingsFault, AlreadyRunning, CannotStart, OperatorFault, BackupFault].some(
    (kind) => error instanceof kind,
  )
  if (isExplained && error instanceof Error) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${addressOf(error)} is in use by another program; choose another PORT or MONITORING_PORT.`
  }
  if (isDatabaseAway(error)) return 'The database does not answer'
  return JSON.stringify(describeError(error), null, 2)
}

function addressOf(error: Error): string {
  return 'port' in error ? `Port ${String(error.port)}` : 'The address'
}
