import { validate } from 'uuid'
import { existenceSource, factSource } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'

/** The owner of a wallet, as far as sending them money is concerned. */
export interface Person {
  readonly userId: string
  readonly phone: string
  readonly firstName: string
  readonly lastName: string
  readonly levelCode: string
  readonly isFoundByPhone: boolean
  readonly takesTransfers: boolean
}

/** A person's name as others see it: the first name and the initial of the last. */
export function shownName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const [initial] = lastName
  return initial === undefined ? firstName : `${firstName} ${initial.toLocaleUpperCase()}.`
}

/** The blocks, settings and notices between a sender and a recipient. */
export interface Between {
  readonly isStopped: boolean
  /** The recipient takes no transfers, or has blocked this sender. */
  readonly isRefused: boolean
  /** The recipient has blocked this sender. */
  readonly isBlocked: boolean
  /** In the last 24 hours the recipient was told of a waiting transfer from this sender. */
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

/** The person with an open wallet under a number (E.164), as a fact; undefined when there is none. */
export const personWithPhone = factSource(async (queryable, phones: readonly string[]) => {
  const people = await queryable.list<Person>(LIST_BY_PHONE, [phones])
  const found = new Map(people.map((person) => [person.phone, person]))
  return phones.map((phone) => found.get(phone))
})

/** A person by their id, as a fact; undefined when their wallet is closed. */
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

/** Sets whether a person is found by their number and whether they take transfers; an undefined setting stays as it is. */
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

/** Whether a person has looked up a number since an instant, as a fact. */
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

/** Records that a person has looked up a number; false when they had already done so since an instant. */
export async function noteLookup(
  queryable: Queryable,
  { userId, phone, now, since }: Lookup & { readonly now: Date; readonly since: Date },
): Promise<boolean> {
  return (await queryable.run(NOTE_LOOKUP, [userId, phone, now, since])) === 1
}

const LOOKUPS_KEPT_MS = 90 * 86_400_000

/** Deletes look-ups that are more than three months old. */
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

/** The blocks, settings and notices between a sender and a recipient, as a fact. */
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

/** Blocks a sender: the person takes no more transfers from them. */
export async function blockPerson(tx: Transaction, userId: string, blockedId: string, now: Date): Promise<void> {
  await tx.run(BLOCK, [userId, blockedId, now])
}

/** Ends the block of a sender. */
export async function unblockPerson(tx: Transaction, userId: string, blockedId: string): Promise<void> {
  await tx.run(UNBLOCK, [userId, blockedId])
}

/** A sender whom a person has blocked. */
interface BlockedPerson {
  /** The id of the block, which says nothing about the sender's wallet. */
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

/** The senders whom a person has blocked and who still have a wallet, the latest first, a hundred at most. */
export function listBlocked(queryable: Queryable, userId: string): Promise<BlockedPerson[]> {
  return queryable.list<BlockedPerson>(LIST_BLOCKED, [userId])
}

const END_BLOCK = { name: 'p2p.end_block', text: 'delete from p2p_block where user_id = $1 and id = $2' }

/** Ends a block by its id; does nothing when the person has no such block. */
export async function endBlock(queryable: Queryable, userId: string, blockId: string): Promise<void> {
  if (validate(blockId)) await queryable.run(END_BLOCK, [userId, blockId])
}

const FIND_SENT_TO = {
  name: 'p2p.find_sent_to',
  text: `select phone, recipient_id as "recipientId", is_by_code as "isByCode" from p2p where operation_id = $1 and sender_id = $2`,
}

/** The recipient of an earlier transfer, and whether its sender knows them by a code alone; undefined for a transfer of another sender. */
export async function findSentTo(
  queryable: Queryable,
  id: string,
  userId: string,
): Promise<{ readonly phone: string; readonly recipientId: string | null; readonly isByCode: boolean } | undefined> {
  return validate(id) ? queryable.find(FIND_SENT_TO, [id, userId]) : undefined
}

/** When to look again for a wallet under a number, in milliseconds: soon at first, since a wallet may be opened or closed while money is sent to it. */
export const lookAgainMs = (checks: number): number => (checks < 3 ? 60_000 : 3_600_000)
