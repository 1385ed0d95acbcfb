import { caseRow, caseStateOf, type NewCase } from '#server/cases/case'
import { readTogether, writeTogether } from '#server/db/batched'
import type { Database, Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { blockPerson, unblockPerson } from '#server/people/person'
import { findMaker } from '#server/requests/store'
import { findSender } from './waiting-store.ts'

/** Names the sender to block, by one of the two: a transfer that they sent, or a request that they made, to the person who blocks them. */
interface BlockedBy {
  readonly transferId: string | undefined
  readonly requestId: string | undefined
}

interface Blocking extends BlockedBy {
  readonly isBlocked: boolean
  /** A complaint, in the person's words. */
  readonly report: string | undefined
}

interface Blocker {
  readonly userId: string
  readonly now: Date
}

/**
 * Blocks a sender of transfers and requests, or ends the block. A report opens a case, once for each transfer or request. Refuses
 * transfer_unknown and request_unknown when it was not sent to the person who blocks, and invalid_field for both names or none.
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
  /** The case that a complaint opens. */
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
    // The case names no operation, so that it keeps neither of them from closing their wallet.
    const reported = { kind: 'request_reported', reference: requestId, operationId: null }
    return { userId: makerId, reported, details: { maker: makerId } }
  }
  throw new Refusal({ code: 'invalid_field', field: 'transaction_id' })
}
