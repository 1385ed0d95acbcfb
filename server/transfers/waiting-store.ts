import { validate } from 'uuid'
import type { Currency } from '#money/currency'
import { factSource, rowWriter } from '#server/db/batched'
import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { Receipt } from './rules.ts'

/** A transfer that waits or has waited. */
export interface WaitingTransfer {
  readonly id: string
  readonly senderId: string
  readonly senderAccountId: string
  readonly recipientId: string | null
  readonly phone: string
  /** Of the sender. */
  readonly firstName: string
  readonly lastName: string
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly message: string | null
  readonly receipt: Receipt | 'by_operator'
  /** How a held transfer is received once the operator has released it. */
  readonly goesOn: Receipt | null
  /** The request that it pays, as soon as it is credited. */
  readonly requestId: string | null
  readonly code: Buffer | null
  readonly attemptsLeft: number
  readonly expiresAt: Date
  readonly createdAt: Date
  /** It waits for its recipient, or for the operator. */
  readonly isOpen: boolean
  readonly isInvited: boolean
}

const WAITING = `select p2p.operation_id as id, sender_id as "senderId", account_id as "senderAccountId", recipient_id as "recipientId", p2p.phone,
      currency, -operation_leg.amount_minor as "amountMinor", sender.first_name as "firstName", sender.last_name as "lastName", operation_leg.details ->> 'message' as message, receipt, goes_on as "goesOn", request_id as "requestId",
      protection_code as code,
      attempts_left as "attemptsLeft", expires_at as "expiresAt", p2p.created_at as "createdAt", state in ('waiting', 'held') as "isOpen",
      invited_at is not null as "isInvited"
    from p2p
    join operation on operation.id = p2p.operation_id
    join operation_leg on operation_leg.operation_id = p2p.operation_id and leg = 0
    join wallet_user as sender on sender.id = sender_id`
const FIND = { name: 'p2p.find_waiting', text: `${WAITING} where p2p.operation_id = any($1::uuid[]) and receipt is not null` }
const LIST_INCOMING = {
  name: 'p2p.list_incoming',
  // A recipient who takes no transfers, or has blocked the sender, sees none.
  text: `${WAITING}
    join wallet_user as recipient on recipient.id = recipient_id and recipient.takes_transfers
    where recipient_id = $1 and next_check_at is not null and state = 'waiting' and expires_at > $2
      and not exists (select from p2p_block where user_id = recipient_id and blocked_id = sender_id)
    order by p2p.created_at desc
    limit 100`,
}

/** A transfer that waits or has waited, as a fact; undefined for any other id. */
export const waitingTransferOf = factSource(async (queryable, ids: readonly string[]) => {
  const rows = await queryable.list<WaitingTransfer>(FIND, [ids.filter((id) => validate(id))])
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
})

/** The transfers that wait for a person, newest first, a hundred at most. */
export function listIncoming(queryable: Queryable, userId: string, now: Date): Promise<WaitingTransfer[]> {
  return queryable.list<WaitingTransfer>(LIST_INCOMING, [userId, now])
}

const TAKE_ATTEMPT = {
  name: 'p2p.take_attempt',
  text: 'update p2p set attempts_left = attempts_left - 1 where operation_id = any($1::uuid[])',
}

/** Counts a wrong protection code. */
export const takenAttemptRow = rowWriter(TAKE_ATTEMPT, (ids: readonly string[]) => [ids])

const END = {
  name: 'p2p.end',
  text: 'update p2p set next_check_at = null, protection_code = null where operation_id = any($1::uuid[])',
}

/** Ends the wait of a transfer, in the commit of its final state; its protection code is erased. */
export const endedWaitRow = rowWriter(END, (ids: readonly string[]) => [ids])

const RELEASE = {
  name: 'p2p.release',
  text: `update p2p set receipt = goes_on, expires_at = released.expires_at, next_check_at = released.now
    from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as released (id, expires_at, now)
    where operation_id = released.id`,
}

interface Released {
  readonly id: string
  readonly expiresAt: Date
  readonly now: Date
}

/** The row by which a released transfer waits for its recipient; written in the same transaction as its new state. */
export const releasedRow = rowWriter(RELEASE, (rows: readonly Released[]) => [
  rows.map(({ id }) => id),
  rows.map(({ expiresAt }) => expiresAt),
  rows.map(({ now }) => now),
])

const NOTE_INVITED = {
  name: 'p2p.note_invited',
  text: 'update p2p set invited_at = $2 where operation_id = $1 and invited_at is null',
}

/** Records that the invitation was sent. */
export async function noteInvited(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(NOTE_INVITED, [id, now])
}

const CLAIM = {
  name: 'p2p.claim_for_number',
  text: `update p2p set recipient_id = $2, next_check_at = case when receipt = 'at_sign_up' then $3 else next_check_at end
    where operation_id in (
      select operation_id from p2p where phone = $1 and next_check_at is not null and recipient_id is null order by operation_id for update
    )`,
}

/** Assigns the waiting transfers to a number to the person who has opened a wallet with it. */
export async function claimForNumber(tx: Transaction, phone: string, userId: string, now: Date): Promise<void> {
  await tx.run(CLAIM, [phone, userId, now])
}

const FIND_SENDER = {
  name: 'p2p.find_sender',
  text: `select sender_id from p2p where operation_id = $1 and recipient_id = $2 and receipt is distinct from 'by_operator'`,
}

/** The sender of a transfer to a person; undefined for a transfer to somebody else. */
export async function findSender(queryable: Queryable, id: string, userId: string): Promise<string | undefined> {
  return validate(id) ? (await queryable.find<{ sender_id: string }>(FIND_SENDER, [id, userId]))?.sender_id : undefined
}

/** The queue of waiting transfers that are due for a check. */
export const p2pPolling: PollingQueue = pollingQueue('p2p')
