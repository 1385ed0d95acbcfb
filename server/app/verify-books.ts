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

/** Checks every invariant of the ledger and of the features. Only reads; it needs a transaction of its own (inSnapshot). */
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

/** The look at the books without the months in the archive, if there are any: it follows the chain from the archive's last checkpoint. */
async function besideDetached(queryable: Queryable, look: Look): Promise<Look> {
  const detached = await findDetached(queryable)
  if (!detached) return look
  return { ...look, books: besideArchive(look.books), since: look.since.number < detached.number ? detached : look.since }
}

/** Checks the books after the verified part, as verifyBooks does; it needs a transaction of its own that can write. */
export async function verifyNewBooks(tx: Transaction, since: VerifiedPart, keys?: ChainKeys): Promise<Finding[]> {
  await openNewBooks(tx, OF_FEATURES)
  return verifyBooks(tx, { books: NEW_BOOKS, since, keys })
}

/** The result of a verification. */
export interface Verification {
  readonly findings: readonly Finding[]
  /** The part that an earlier verification found right, and that was not checked again; undefined when everything was checked. */
  readonly since: VerifiedPart | undefined
  /** False when nothing can be written: on a replica, or in a wallet that does not have this version yet. */
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
 * Verifies the books after the part that an earlier verification found right. Verifies everything with `isFull`, without such a part, and when
 * nothing can be recorded. Records its time and, when all is right, how far it went. Refuses (CannotStart) while another verification runs.
 * Without the wallet's keys it does not check that the chain is the wallet's own.
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
  // A part with a fault must not count as verified: later runs would not look at it again.
  const part = since ? NEW_BOOKS : WHOLE_BOOKS
  if (wrong === 0) await keepVerifiedPart(tx, (await findDetached(tx)) ? besideArchive(part) : part)
  else if (!since) await forgetVerifiedPart(tx)
  await tx.run(RECORD, [findings.length, wrong, !since])
  return findings
}
