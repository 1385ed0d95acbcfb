import { caseRow, caseStateOf, type NewCase } from '#server/cases/case'
import { readTogether, writeTogether } from '#server/db/batched'
import type { Database, Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { blockPerson, unblockPerson } from '#server/people/person'
import { findMaker } from '#server/requests/store'
import { findSender } from './waiting-store.ts'

/** By what somebody is blocked, one of the two: a transfer that they have sent, or a request that they have made, to whoever blocks them. */
interface BlockedBy {
  readonly transferId: string | undefined
  readonly requestId: string | undefined
}

interface Blocking extends BlockedBy {
  readonly isBlocked: boolean
  /** A complaint, in words. */
  readonly report: string | undefined
}

interface Blocker {
  readonly userId: string
  readonly now: Date
}

/**
 * Takes no more transfers and requests from somebody, or does again. A report is a case for the operator, once a transfer or request. Refuses
 * transfer_unknown and request_unknown for what was not sent to, or asked of, whoever blocks, and invalid_field for both and for neither.
 */
export async function blockSender(
  database: Database,
  { isBlocked, report, ...by }: Blocking,
  { userId, now }: Blocker,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const blocked = await whoIsBlocked(tx, by, userId)
    if (isBlocked) await blockPerson(tx, userId, blocked.userId, now)
    else await unblockPerson(tx, userId, blocked.userId)
    if (report === undefined) return
    const [state] = await readTogether(tx, [caseStateOf(blocked.reported)])
    if (state !== 'none') return
    const details = { words: report, by: userId, ...blocked.details }
    await writeTogether(tx, [caseRow({ ...blocked.reported, details, openedAt: now })])
  })
}

interface Blocked {
  readonly userId: string
  /** The case that a complaint of them is. */
  readonly reported: Pick<NewCase, 'kind' | 'reference' | 'operationId'>
  readonly details: Readonly<Record<string, string>>
}

async function whoIsBlocked(tx: Transaction, { transferId, requestId }: BlockedBy, userId: string): Promise<Blocked> {
  if (transferId !== undefined && requestId === undefined) {
    const senderId = await findSender(tx, transferId, userId)
    if (senderId === undefined) throw new Refusal({ code: 'transfer_unknown', field: 'transaction_id' })
    const reported = { kind: 'sender_reported', reference: transferId, operationId: transferId }
    return { userId: senderId, reported, details: {} }
  }
  if (requestId !== undefined && transferId === undefined) {
    const makerId = await findMaker(tx, requestId, userId)
    if (makerId === undefined) throw new Refusal({ code: 'request_unknown', field: 'request_id' })
    // No operation has anything to do with it: so it keeps neither of them from closing their wallet.
    const reported = { kind: 'request_reported', reference: requestId, operationId: null }
    return { userId: makerId, reported, details: { maker: makerId } }
  }
  throw new Refusal({ code: 'invalid_field', field: 'transaction_id' })
}
