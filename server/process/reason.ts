import pg from 'pg'
import { BackupFault } from '#server/backup/fault'
import { isDatabaseAway, isDatabaseContended, isDatabaseRefusing } from '#server/db/away'
import { CannotStart } from '#server/db/cannot-start'
import { AlreadyRunning } from '#server/db/embedded'
import { CommitUnknown } from '#server/db/pool'
import { ReaderBusy } from '#server/db/reader'
import { LedgerBusy } from '#server/ledger/batch-queue'
import { OperatorFault } from '#server/operator/fault'
import { SettingsFault } from '#server/settings/env'
import { describeError } from './log.ts'

const INSUFFICIENT_PRIVILEGE = '42501'
// A person at the terminal can mend these faults: the message names the file and the fault.
const FILE_FAULTS = new Set(['EACCES', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

/** Whether an error is about a file that a person named. The error of a missing module has no path. */
function isOfFile(error: unknown): error is Error {
  return error instanceof Error && 'path' in error && 'code' in error && FILE_FAULTS.has(String(error.code))
}

/**
 * The reason why a program exits, for the terminal: one line for an error that the person can fix; for a bug of ours the place, without the values
 * that an error may contain.
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
