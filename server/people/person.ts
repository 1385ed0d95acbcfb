import { validate } from 'uuid'
import { existenceSource, factSource } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'

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

/** A person as others read of them: the first name and the initial of the last. */
export function shownName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const [initial] = lastName
  return initial === undefined ? firstName : `${firstName} ${initial.toLocaleUpperCase()}.`
}

/** What two people are to each other, and what the sender may do. */
export interface Between {
  readonly isStopped: boolean
  /** The recipient takes no transfers, or none of this sender. */
  readonly isRefused: boolean
  /** None of this sender, whatever else they take. */
  readonly isBlocked: boolean
  /** The recipient was told of a transfer of this sender that waits, in the last 24 hours. */
  readonly isTold: boolean
}

const PERSON = `id as "userId", phone, first_name as "firstName", last_name as "lastName", level_code as "levelCode",
      found_by_phone as "isFoundByPhone", takes_transfers as "takesTransfers"`
const LIST_BY_PHONE = {
  name: 'p2p.list_by_phone',
  text: `select ${PERSON} from wallet_user where phone = any($1) and closed_at is null`,
}
const LIST_PEOPLE = {
  name: 'p2p.list_people',
  text: `select ${PERSON} from wallet_user where id = any($1::uuid[]) and closed_at is null`,
}

/** Who has an open wallet with a number (E.164), as a fact; nothing when nobody has. */
export const personWithPhone = factSource(async (queryable, phones: readonly string[]) => {
  const people = await queryable.list<Person>(LIST_BY_PHONE, [phones])
  const found = new Map(people.map((person) => [person.phone, person]))
  return phones.map((phone) => found.get(phone))
})

/** Who has an open wallet, by their id, as a fact; nothing when it is closed. */
export const personOf = factSource(async (queryable, userIds: readonly string[]) => {
  const people = await queryable.list<Person>(LIST_PEOPLE, [userIds])
  const found = new Map(people.map((person) => [person.userId, person]))
  return userIds.map((userId) => found.get(userId))
})

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

const LIST_LOOKUPS = {
  name: 'p2p.list_lookups',
  text: `select place from unnest($1::uuid[], $2::text[], $3::timestamptz[]) with ordinality as asked (user_id, phone, since, place)
    join p2p_lookup on p2p_lookup.user_id = asked.user_id and p2p_lookup.phone = asked.phone
      and p2p_lookup.looked_up_at > asked.since`,
}

interface Lookup {
  readonly userId: string
  readonly phone: string
}

/** Whether somebody has looked a number up since an instant, as a fact. */
export const isLookedUp = existenceSource(LIST_LOOKUPS, (lookups: readonly (Lookup & { readonly since: Date })[]) => [
  lookups.map(({ userId }) => userId),
  lookups.map(({ phone }) => phone),
  lookups.map(({ since }) => since),
])

const NOTE_LOOKUP = {
  name: 'p2p.note_lookup',
  text: `insert into p2p_lookup as known (user_id, phone, looked_up_at) values ($1, $2, $3)
    on conflict (user_id, phone) do update set looked_up_at = excluded.looked_up_at where known.looked_up_at <= $4`,
}

/** Notes that somebody has looked a number up; false where they have since an instant. */
export async function noteLookup(
  queryable: Queryable,
  { userId, phone, now, since }: Lookup & { readonly now: Date; readonly since: Date },
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

/** Whom somebody has blocked. */
interface BlockedPerson {
  /** Of the block: it says nothing of their wallet. */
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly blockedAt: Date
}

const LIST_BLOCKED = {
  name: 'p2p.list_blocked',
  text: `select p2p_block.id, first_name as "firstName", last_name as "lastName", p2p_block.created_at as "blockedAt"
    from p2p_block
    join wallet_user as blocked on blocked.id = blocked_id
    where user_id = $1 and closed_at is null
    order by p2p_block.created_at desc
    limit 100`,
}

/** Whom somebody has blocked and who still has a wallet, the latest first, a hundred at most. */
export function listBlocked(queryable: Queryable, userId: string): Promise<BlockedPerson[]> {
  return queryable.list<BlockedPerson>(LIST_BLOCKED, [userId])
}

const END_BLOCK = { name: 'p2p.end_block', text: 'delete from p2p_block where user_id = $1 and id = $2' }

/** Takes transfers from somebody again, by the id of the block; does nothing where there is none of somebody's with it. */
export async function endBlock(queryable: Queryable, userId: string, blockId: string): Promise<void> {
  if (validate(blockId)) await queryable.run(END_BLOCK, [userId, blockId])
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

/** When to look again at what waits for a number: whoever opens a wallet, or closes it, in the moment in which it is sent is found soon. */
export const lookAgainMs = (checks: number): number => (checks < 3 ? 60_000 : 3_600_000)
