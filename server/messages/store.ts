import { deleteOldRows } from '#server/db/delete-old'
import { isNull } from '#server/db/planner'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { Language } from '#texts/languages'

/** How a message travels. */
export type Channel = 'sms' | 'email'

/** A message that is to be sent: what it tells of, and to whom. */
export interface Message {
  readonly id: string
  readonly userId: string
  readonly channel: Channel
  readonly kind: string
  readonly language: Language
  /** A phone in E.164 with its plus, or an address; empty for an e-mail that is kept encrypted. */
  readonly recipient: string
  /** What its text is filled with; `device` is what a device has said of itself. */
  readonly details: Readonly<Record<string, string>>
  readonly createdAt: Date
}

const INSERT = {
  name: 'message.insert',
  text: `insert into message (id, user_id, channel, kind, language, recipient, details, created_at, next_check_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
}

/** Writes a message in the transaction of what it tells of; it is due at once. */
export async function insertMessage(tx: Transaction, message: Message): Promise<void> {
  const { id, userId, channel, kind, language, recipient, details, createdAt } = message
  await tx.run(INSERT, [id, userId, channel, kind, language, recipient, JSON.stringify(details), createdAt])
}

const FIND = {
  name: 'message.find_waiting',
  text: `select id, user_id as "userId", channel, kind, language, recipient, details, created_at as "createdAt"
    from message where id = $1 and not ${isNull('next_check_at')}`,
}

/** A message that still waits. */
export function findWaiting(queryable: Queryable, id: string): Promise<Message | undefined> {
  return queryable.find<Message>(FIND, [id])
}

const END = {
  name: 'message.end',
  text: `update message set sent_at = $2, given_up_at = $3, given_up_reason = $4, next_check_at = null, recipient = null, details = null
    where id = $1 and not ${isNull('next_check_at')}`,
}

/** Why a message is not tried any more. */
export type GivenUp = 'refused' | 'too_late' | 'no_provider'

/** Ends a message that was sent; what it said is forgotten. */
export async function endSent(queryable: Queryable, id: string, now: Date): Promise<void> {
  await queryable.run(END, [id, now, null, null])
}

/** Ends a message that will not be sent. */
export async function endGivenUp(queryable: Queryable, id: string, reason: GivenUp, now: Date): Promise<void> {
  await queryable.run(END, [id, null, now, reason])
}

const FORGET_ADDRESSES = {
  name: 'message.forget_addresses',
  text: "update message set recipient = '' where channel = 'email' and next_check_at is not null and recipient <> ''",
}

/** Forgets the e-mails in messages that wait, which are kept encrypted elsewhere by now. */
export async function forgetAddresses(tx: Transaction): Promise<void> {
  await tx.run(FORGET_ADDRESSES)
}

const FIND_TOLD = {
  name: 'message.find_told',
  text: 'select user_id as "userId", kind, created_at as "createdAt" from message where id = $1',
}

/** Whom a message has told of what, and since when it is there. */
export function findTold(queryable: Queryable, id: string): Promise<Pick<Message, 'userId' | 'kind' | 'createdAt'> | undefined> {
  return queryable.find(FIND_TOLD, [id])
}

const NOTE_SECURED = {
  name: 'message.note_secured',
  text: 'update message set secured_at = $2 where id = $1 and secured_at is null',
}

/** Notes that a message's link was used; false when it was before. */
export async function noteSecured(tx: Transaction, id: string, now: Date): Promise<boolean> {
  return (await tx.run(NOTE_SECURED, [id, now])) === 1
}

const KEPT_MS = 30 * 86_400_000

/** Deletes the messages that were over a month ago. */
export async function deleteOldMessages(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'message', 'created_at', new Date(now.getTime() - KEPT_MS), 'next_check_at is null')
}
