import { BackupFault } from './backup/fault.ts'
import { isDatabaseAway, isDatabaseContended, isDatabaseRefusing } from './db/away.ts'
import { CannotStart } from './db/cannot-start.ts'
import { AlreadyRunning } from './db/embedded.ts'
import { CommitUnknown } from './db/pool.ts'
import { ReaderBusy } from './db/reader.ts'
import { SettingsFault } from './env.ts'
import { LedgerBusy } from './ledger/batch-queue.ts'
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
    return `${addressOf(error)} is in use by another program; choose another PORT, MONITORING_PORT or SANDBOX_CARD_FIELD_PORT.`
  }
  if (isDatabaseAway(error)) return 'The database does not answer'
  if (isDatabaseRefusing(error) && error instanceof Error) return `The database refuses: ${error.message}`
  if (error instanceof CommitUnknown)
    return 'Nobody knows yet whether it is done: a standby has not confirmed it. Look before you do it again'
  if (isDatabaseContended(error) || error instanceof LedgerBusy || error instanceof ReaderBusy)
    return 'Others are busy with the same thing, or the database with all of them; nothing was done. Try again'
  return JSON.stringify(describeError(error), null, 2)
}

function addressOf(error: Error): string {
  return 'port' in error ? `Port ${String(error.port)}` : 'The address'
}
