import { validate } from 'uuid'
import type { Currency } from '#money/currency'
import { factSource, rowWriter } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { Between, Receipt, Sent } from './rules.ts'
import type { VelocityRule } from './velocity.ts'

/** Who a wallet is of, as far as sending them money is concerned. */
export interface Person {
  readonly userId: string
  readonly phone: string
  readonly firstName: string
  readonly lastName: string
  readonly levelCode: string
  readonly isFoundByPhone: boolean
  readonly takesTransfers: boolean
}

const PERSON = `id as "userId", phone, first_name as "firstName", last_name as "lastName", level_code as "levelCode",
      found_by_phone as "isFoundByPhone", takes_transfers as "takesTransfers"`
const FIND_BY_PHONE = {
  name: 'p2p.find_by_phone',
  text: `select ${PERSON} from wallet_user where phone = $1 and closed_at is null`,
}
const FIND_PERSON = { name: 'p2p.find_person', text: `select ${PERSON} from wallet_user where id = $1 and closed_at is null` }

/** Who has an open wallet with a number (E.164). */
export function findPersonByPhone(queryable: Queryable, phone: string): Promise<Person | undefined> {
  return queryable.find<Person>(FIND_BY_PHONE, [phone])
}

/** Who has an open wallet, by their id. */
export function findPerson(queryable: Queryable, userId: string): Promise<Person | undefined> {
  return queryable.find<Person>(FIND_PERSON, [userId])
}

const SET_SETTINGS = {
  name: 'p2p.set_settings',
  text: `update wallet_user set found_by_phone = coalesce($2, found_by_phone), takes_transfers = coalesce($3, takes_transfers)
    where id = $1 returning found_by_phone, takes_transfers`,
}

/** Sets whether somebody is found by their number, and takes transfers; what is left out stays. */
export async function saveSettings(
  queryable: Queryable,
  userId: string,
  { isFound, takes }: { readonly isFound: boolean | undefined; readonly takes: boolean | undefined },
): Promise<{ found_by_phone: boolean; takes_transfers: boolean }> {
  const row = await queryable.find<{ found_by_phone: boolean; takes_transfers: boolean }>(SET_SETTINGS, [
    userId,
    isFound ?? null,
    takes ?? null,
  ])
  if (!row) throw new Error('A session belongs to no user')
  return row
}

const NOTE_LOOKUP = {
  name: 'p2p.note_lookup',
  text: `insert into p2p_lookup as known (user_id, phone, looked_up_at) values ($1, $2, $3)
    on conflict (user_id, phone) do update set looked_up_at = excluded.looked_up_at where known.looked_up_at <= $4`,
}

/** Notes that somebody has looked a number up; false where they have since an instant. */
export async function noteLookup(
  queryable: Queryable,
  { userId, phone, now, since }: { readonly userId: string; readonly phone: string; readonly now: Date; readonly since: Date },
): Promise<boolean> {
  return (await queryable.run(NOTE_LOOKUP, [userId, phone, now, since])) === 1
}

const LOOKUPS_KEPT_MS = 90 * 86_400_000

/** Deletes what was looked up more than three months ago. */
export async function deleteOldLookups(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'p2p_lookup', 'looked_up_at', new Date(now.getTime() - LOOKUPS_KEPT_MS))
}

interface Pair {
  readonly senderId: string
  readonly recipientId: string | undefined
  readonly now: Date
}

const LIST_BETWEEN = {
  name: 'p2p.list_between',
  text: `select 'p2p' = any(sender.stopped_features) as "isStopped",
      coalesce(not recipient.takes_transfers or recipient.closed_at is not null, false) or p2p_block.user_id is not null as "isRefused",
      p2p_block.user_id is not null as "isBlocked",
      exists (
        select from p2p
        where p2p.sender_id = asked.sender_id and p2p.phone = recipient.phone and receipt <> 'by_operator'
          and p2p.created_at > asked.now - interval '24 hours'
      ) as "isTold"
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality as asked (sender_id, recipient_id, now, place)
    join wallet_user as sender on sender.id = asked.sender_id
    left join wallet_user as recipient on recipient.id = asked.recipient_id
    left join p2p_block on p2p_block.user_id = asked.recipient_id and p2p_block.blocked_id = asked.sender_id
    order by place`,
}

/** What two people are to each other. */
export const betweenOf = factSource((queryable, pairs: readonly Pair[]) =>
  queryable.list<Between>(LIST_BETWEEN, [
    pairs.map(({ senderId }) => senderId),
    pairs.map(({ recipientId }) => recipientId ?? null),
    pairs.map(({ now }) => now),
  ]),
)

interface Sending {
  readonly senderId: string
  readonly accountId: string | undefined
  readonly phone: string
  readonly now: Date
}

// Each account's totals are found by themselves: joined, a plan made while there were few would read all of them.
const LIST_SENT = {
  name: 'p2p.list_sent',
  text: `select coalesce(today_minor, 0)::bigint as "todayMinor", coalesce(month_minor, 0)::bigint as "monthMinor",
      coalesce(person_minor, 0)::bigint as "toPersonMinor"
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) with ordinality as asked (sender_id, account_id, phone, now, place)
    cross join lateral (
      select -sum(amount_minor) as month_minor,
        -sum(amount_minor) filter (where day = (asked.now at time zone 'UTC')::date) as today_minor
      from daily_total
      where daily_total.account_id = asked.account_id and day > (asked.now at time zone 'UTC')::date - 30
        and kind = 'p2p' and is_out and state in ('complete', 'held', 'waiting', 'received')
    ) as total
    cross join lateral (
      select -sum(operation_leg.amount_minor) as person_minor
      from p2p
      join operation on operation.id = p2p.operation_id and state in ('complete', 'held', 'waiting', 'received')
      join operation_leg on operation_leg.operation_id = p2p.operation_id and leg = 0 and operation_leg.account_id = asked.account_id
      where p2p.sender_id = asked.sender_id and p2p.phone = asked.phone and p2p.created_at > asked.now - interval '24 hours'
    ) as person
    order by place`,
}

/** What an account has sent to people. */
export const sentOf = factSource((queryable, asked: readonly Sending[]) =>
  queryable.list<Sent>(LIST_SENT, [
    asked.map(({ senderId }) => senderId),
    asked.map(({ accountId }) => accountId ?? null),
    asked.map(({ phone }) => phone),
    asked.map(({ now }) => now),
  ]),
)

const LIST_RECEIVED = {
  name: 'p2p.list_received',
  text: `select coalesce(month_minor, 0)::bigint as minor
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (account_id, now, place)
    cross join lateral (
      select sum(amount_minor) as month_minor
      from daily_total
      where daily_total.account_id = asked.account_id and day > (asked.now at time zone 'UTC')::date - 30
        and kind = 'p2p' and not is_out and state in ('complete', 'received')
    ) as total
    order by place`,
}

/** What an account has received from people in thirty days, in minor units. */
export const receivedOf = factSource(
  async (queryable, asked: readonly { readonly accountId: string | undefined; readonly now: Date }[]) => {
    const rows = await queryable.list<{ minor: bigint }>(LIST_RECEIVED, [
      asked.map(({ accountId }) => accountId ?? null),
      asked.map(({ now }) => now),
    ])
    return rows.map(({ minor }) => minor)
  },
)

interface NewP2p {
  readonly id: string
  readonly senderId: string
  readonly recipientId: string | undefined
  readonly phone: string
  readonly isByCode: boolean
  /** The request that it pays. */
  readonly requestId: string | undefined
  readonly waits: Waits | undefined
  readonly now: Date
}

/** How a transfer waits. One that a rule has caught waits for the operator first. */
export interface Waits {
  readonly receipt: Receipt
  readonly heldBy?: VelocityRule | undefined
  readonly code: Buffer | undefined
  readonly expiresAt: Date
}

const INSERT = {
  name: 'p2p.insert',
  text: `insert into p2p (operation_id, sender_id, recipient_id, phone, receipt, protection_code, expires_at, created_at, next_check_at,
      is_by_code, request_id, held_by, goes_on)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bytea[], $7::timestamptz[],
      $8::timestamptz[], $9::timestamptz[], $10::boolean[], $11::uuid[], $12::text[], $13::text[])`,
}

/** The row of a new transfer to a person. */
export const newP2pRow = rowWriter(INSERT, (rows: readonly NewP2p[]) => [
  rows.map(({ id }) => id),
  rows.map(({ senderId }) => senderId),
  rows.map(({ recipientId }) => recipientId ?? null),
  rows.map(({ phone }) => phone),
  rows.map(({ waits }) => (waits?.heldBy ? 'by_operator' : (waits?.receipt ?? null))),
  rows.map(({ waits }) => waits?.code ?? null),
  rows.map(({ waits }) => waits?.expiresAt ?? null),
  rows.map(({ now }) => now),
  // Looked at at once: whoever has no wallet is invited.
  rows.map(({ waits, now }) => (waits ? now : null)),
  rows.map(({ isByCode }) => isByCode),
  rows.map(({ requestId }) => requestId ?? null),
  rows.map(({ waits }) => waits?.heldBy ?? null),
  rows.map(({ waits }) => (waits?.heldBy ? waits.receipt : null)),
])

/** A transfer that waited once, or still does. */
export interface Held {
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
  /** Of one that is held, or was: how it is received once the operator has let it go on. */
  readonly goesOn: Receipt | null
  readonly code: Buffer | null
  readonly attemptsLeft: number
  readonly expiresAt: Date
  readonly createdAt: Date
  /** For its recipient, or for the operator first. */
  readonly isWaiting: boolean
  readonly isInvited: boolean
}

const HELD = `select p2p.operation_id as id, sender_id as "senderId", account_id as "senderAccountId", recipient_id as "recipientId", p2p.phone,
      currency, -operation_leg.amount_minor as "amountMinor", sender.first_name as "firstName", sender.last_name as "lastName", operation_leg.details ->> 'message' as message, receipt, goes_on as "goesOn", protection_code as code,
      attempts_left as "attemptsLeft", expires_at as "expiresAt", p2p.created_at as "createdAt", state in ('waiting', 'held') as "isWaiting",
      invited_at is not null as "isInvited"
    from p2p
    join operation on operation.id = p2p.operation_id
    join operation_leg on operation_leg.operation_id = p2p.operation_id and leg = 0
    join wallet_user as sender on sender.id = sender_id`
const FIND = { name: 'p2p.find_held', text: `${HELD} where p2p.operation_id = any($1::uuid[]) and receipt is not null` }
const LIST_INCOMING = {
  name: 'p2p.list_incoming',
  // Whoever takes nothing, or nothing of a sender, is shown nothing.
  text: `${HELD}
    join wallet_user as recipient on recipient.id = recipient_id and recipient.takes_transfers
    where recipient_id = $1 and next_check_at is not null and state = 'waiting' and expires_at > $2
      and not exists (select from p2p_block where user_id = recipient_id and blocked_id = sender_id)
    order by p2p.created_at desc
    limit 100`,
}

/** A transfer that waited once, as it stands; nothing for one that never did, or that is none. */
export const heldTransferOf = factSource(async (queryable, ids: readonly string[]) => {
  const rows = await queryable.list<Held>(FIND, [ids.filter((id) => validate(id))])
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
})

/** What waits for somebody, newest first, a hundred at most. */
export function listIncoming(queryable: Queryable, userId: string, now: Date): Promise<Held[]> {
  return queryable.list<Held>(LIST_INCOMING, [userId, now])
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

/** Ends the wait of a transfer, in the commit of its last state; its code is forgotten. */
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

/** What was held waits for its recipient from now on, in the commit of that state. */
export const releasedRow = rowWriter(RELEASE, (rows: readonly Released[]) => [
  rows.map(({ id }) => id),
  rows.map(({ expiresAt }) => expiresAt),
  rows.map(({ now }) => now),
])

const NOTE_INVITED = {
  name: 'p2p.note_invited',
  text: 'update p2p set invited_at = $2 where operation_id = $1 and invited_at is null',
}

/** Notes that the owner of the number was told; false when they were before. */
export async function noteInvited(tx: Transaction, id: string, now: Date): Promise<boolean> {
  return (await tx.run(NOTE_INVITED, [id, now])) === 1
}

const CLAIM = {
  name: 'p2p.claim_for_number',
  text: `update p2p set recipient_id = $2, next_check_at = case when receipt = 'at_sign_up' then $3 else next_check_at end
    where operation_id in (
      select operation_id from p2p where phone = $1 and next_check_at is not null and recipient_id is null order by operation_id for update
    )`,
}

/** What waits for a number is from now on for whoever has opened a wallet with it. */
export async function claimForNumber(tx: Transaction, phone: string, userId: string, now: Date): Promise<void> {
  await tx.run(CLAIM, [phone, userId, now])
}

// Favourites are found however much was sent since.
const LIST_RECENT = {
  name: 'p2p.list_recent',
  text: `select latest.id, person, "lastUsedAt", own_name as "ownName", coalesce(is_favourite, false) as "isFavourite"
    from (
      select distinct on (phone) operation_id as id, phone, recent.created_at as "lastUsedAt", operation_leg.details ->> 'person' as person
      from (
        (select operation_id, phone, created_at from p2p where sender_id = $1 order by created_at desc limit 500)
        union
        (
          select recipient.operation_id, phone, marked.created_at
          from recipient
          cross join lateral (
            select phone, sender_id, created_at from p2p where p2p.operation_id = recipient.operation_id limit 1
          ) as marked
          where user_id = $1 and sender_id = $1 and is_favourite
        )
      ) as recent
      join operation_leg using (operation_id)
      where leg = 0
      order by phone, recent.created_at desc
    ) as latest
    left join recipient on recipient.user_id = $1 and provider = '' and recipient_key = latest.phone
    where removed_at is null or "lastUsedAt" > removed_at
    order by "isFavourite" desc, "lastUsedAt" desc
    limit 20`,
}

/** Somebody who was sent to. */
interface RecentPerson {
  readonly id: string
  readonly person: string
  readonly ownName: string | null
  readonly isFavourite: boolean
  readonly lastUsedAt: Date
}

/** Those whom somebody has sent to, favourites first, then latest first; none that was taken out of the list and not sent to since. */
export function listRecentPeople(queryable: Queryable, userId: string): Promise<RecentPerson[]> {
  return queryable.list(LIST_RECENT, [userId])
}

const FIND_SENT_TO = {
  name: 'p2p.find_sent_to',
  text: `select phone, recipient_id as "recipientId", is_by_code as "isByCode" from p2p where operation_id = $1 and sender_id = $2`,
}

/** Whom a transfer of somebody went to, and whether they know them by a code alone; nothing for one that is not theirs. */
export async function findSentTo(
  queryable: Queryable,
  id: string,
  userId: string,
): Promise<{ readonly phone: string; readonly recipientId: string | null; readonly isByCode: boolean } | undefined> {
  return validate(id) ? queryable.find(FIND_SENT_TO, [id, userId]) : undefined
}

const FIND_SENDER = {
  name: 'p2p.find_sender',
  text: `select sender_id from p2p where operation_id = $1 and recipient_id = $2 and receipt is distinct from 'by_operator'`,
}

/** Who sent a transfer to somebody; nothing for one that was not sent to them. */
export async function findSender(queryable: Queryable, id: string, userId: string): Promise<string | undefined> {
  return validate(id) ? (await queryable.find<{ sender_id: string }>(FIND_SENDER, [id, userId]))?.sender_id : undefined
}

const BLOCK = {
  name: 'p2p.block',
  text: 'insert into p2p_block (user_id, blocked_id, created_at) values ($1, $2, $3) on conflict do nothing',
}
const UNBLOCK = { name: 'p2p.unblock', text: 'delete from p2p_block where user_id = $1 and blocked_id = $2' }

/** Takes no more transfers from somebody. */
export async function blockPerson(tx: Transaction, userId: string, blockedId: string, now: Date): Promise<void> {
  await tx.run(BLOCK, [userId, blockedId, now])
}

/** Takes transfers from somebody again. */
export async function unblockPerson(tx: Transaction, userId: string, blockedId: string): Promise<void> {
  await tx.run(UNBLOCK, [userId, blockedId])
}

/** The transfers whose wait is due for a look. */
export const p2pPolling: PollingQueue = pollingQueue('p2p')
