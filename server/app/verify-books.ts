import { CASE_INVARIANTS, OPERATIONS_OF_OPEN_CASES } from '#server/cases/invariants'
import { CannotStart } from '#server/db/cannot-start'
import { LOCKS } from '#server/db/locks'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { EXCHANGE_INVARIANTS } from '#server/exchange/invariants'
import { besideArchive, NEW_BOOKS, openNewBooks, WHOLE_BOOKS } from '#server/ledger/books-part'
import { checkInvariants, EVERYTHING, type Finding, type Look } from '#server/ledger/check-invariants'
import type { ChainKeys } from '#server/ledger/checkpoint-macs'
import { findDetached } from '#server/ledger/months'
import { findVerifiedPart, forgetVerifiedPart, keepVerifiedPart, type VerifiedPart } from '#server/ledger/verified-part'
import { PAYMENT_INVARIANTS } from '#server/payment/invariants'
import { TOPUP_INVARIANTS } from '#server/topup/invariants'
import { P2P_INVARIANTS } from '#server/transfers/invariants'
import { WITHDRAWAL_INVARIANTS } from '#server/withdrawal/invariants'

const OF_FEATURES = { tables: ['topup', 'withdrawal', 'p2p', 'payment'], operations: OPERATIONS_OF_OPEN_CASES }

/** Checks every invariant of the books, the ledger's and the features'. Reads only; for a transaction of its own (inSnapshot). */
export async function verifyBooks(queryable: Queryable, look: Look = EVERYTHING): Promise<Finding[]> {
  return checkInvariants(
    queryable,
    [
      ...CASE_INVARIANTS,
      ...TOPUP_INVARIANTS,
      ...WITHDRAWAL_INVARIANTS,
      ...P2P_INVARIANTS,
      ...PAYMENT_INVARIANTS,
      ...EXCHANGE_INVARIANTS,
    ],
    await besideDetached(queryable, look),
  )
}

/** The same look at books of which months are in the archive, where some are: the chain is followed from the last checkpoint there. */
async function besideDetached(queryable: Queryable, look: Look): Promise<Look> {
  const detached = await findDetached(queryable)
  if (!detached) return look
  return { ...look, books: besideArchive(look.books), since: look.since.number < detached.number ? detached : look.since }
}

/** As verifyBooks, of what came after the verified part; for a transaction of its own in which something can be written. */
export async function verifyNewBooks(tx: Transaction, since: VerifiedPart, keys?: ChainKeys): Promise<Finding[]> {
  await openNewBooks(tx, OF_FEATURES)
  return verifyBooks(tx, { books: NEW_BOOKS, since, keys })
}

/** A verification: what was found, and of what. */
export interface Verification {
  readonly findings: readonly Finding[]
  /** What was found right before, and was not looked at again; nothing when everything was looked at. */
  readonly since: VerifiedPart | undefined
  /** False where nothing can be written: on a replica, or in a wallet that is not yet of this version. */
  readonly isRecorded: boolean
}

const CAN_RECORD = {
  name: 'verification.can_record',
  text: `select current_setting('transaction_read_only') = 'off'
    and coalesce(has_table_privilege(to_regclass('verified_part'), 'insert'), false) as can`,
}
const ONE_AT_A_TIME = {
  name: 'verification.one_at_a_time',
  text: `select pg_try_advisory_xact_lock(${LOCKS.verification}) as mine`,
}
const RECORD = { name: 'verification.record', text: 'insert into verification values (clock_timestamp(), $1, $2, $3)' }

/**
 * Verifies what came after the part of the books that was found right before, or with `isFull` and where there is no such part everything;
 * records when that was and, where all is right, up to where. Where nothing can be recorded everything is looked at. Refuses
 * (CannotStart) while another verification is under way. Without the wallet's keys it is not looked at whether the chain is its own.
 */
export async function verifyAndRecord(
  database: Database,
  { isFull, keys }: { readonly isFull: boolean; readonly keys?: ChainKeys | undefined },
): Promise<Verification> {
  const recording = await database.find<{ can: boolean }>(CAN_RECORD)
  if (!recording?.can) {
    const findings = await database.inSnapshot((snapshot) => verifyBooks(snapshot, { ...EVERYTHING, keys }))
    return { findings, since: undefined, isRecorded: false }
  }
  return database.inWritingSnapshot(async (tx) => {
    const turn = await tx.find<{ mine: boolean }>(ONE_AT_A_TIME)
    if (!turn?.mine) throw new CannotStart('The books are being verified already')
    const since = isFull ? undefined : await findVerifiedPart(tx)
    return { findings: await verifyPart(tx, since, keys), since, isRecorded: true }
  })
}

async function verifyPart(
  tx: Transaction,
  since: VerifiedPart | undefined,
  keys: ChainKeys | undefined,
): Promise<readonly Finding[]> {
  const findings = await (since ? verifyNewBooks(tx, since, keys) : verifyBooks(tx, { ...EVERYTHING, keys }))
  const wrong = findings.filter(({ faults }) => faults.length > 0).length
  // What is wrong in the part that is not looked at again would be found by nobody.
  const part = since ? NEW_BOOKS : WHOLE_BOOKS
  if (wrong === 0) await keepVerifiedPart(tx, (await findDetached(tx)) ? besideArchive(part) : part)
  else if (!since) await forgetVerifiedPart(tx)
  await tx.run(RECORD, [findings.length, wrong, !since])
  return findings
}
