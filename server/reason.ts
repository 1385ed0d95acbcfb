import pg from 'pg'
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

const INSUFFICIENT_PRIVILEGE = '42501'
// Somebody at the terminal can mend these: the message names the file and what was wrong with it.
const FILE_FAULTS = new Set(['EACCES', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

/** Whether an error is of a file that a person named, and not of a module of ours, whose error has no path. */
function isOfFile(error: unknown): error is Error {
  return error instanceof Error && 'path' in error && 'code' in error && FILE_FAULTS.has(String(error.code))
}

/**
 * Why a program exits, for the terminal: one line for an error that the user can fix; for a bug of ours where it
 * happened, without the values that an error may contain.
 */
export function reasonOf(error: unknown): string {
  const isExplained = [SettingsFault, AlreadyRunning, CannotStart, OperatorFault, BackupFault].some(
    (kind) => error instanceof kind,
  )
  if (isExplained && error instanceof Error) return error.message
  if (isDatabaseAway(error)) return 'The database does not answer'
  if (isDatabaseRefusing(error) && error instanceof Error) return `The database refuses: ${error.message}`
  if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
    return `The role that this was done as may not: ${error.message}`
  if (isOfFile(error)) return error.message
  if (error instanceof CommitUnknown)
    return 'Nobody knows yet whether it is done: a standby has not confirmed it. Look before you do it again'
  if (isDatabaseContended(error) || error instanceof LedgerBusy || error instanceof ReaderBusy)
    return 'Others are busy with the same thing, or the database with all of them; nothing was done. Try again'
  return JSON.stringify(describeError(error), null, 2)
}
