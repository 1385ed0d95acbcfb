import * as v from 'valibot'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { PushAddress } from '#server/providers/push/port'
import { decrypt, type Encrypted, encrypt, keyIdIn } from '#server/security/encryption'
import type { Keys } from '#server/security/keys'
import type { SignedIn } from '#server/security/sessions'
import type { Language } from '#texts/languages'

/** A device that is told of news. */
export interface Subscription {
  readonly id: string
  readonly address: PushAddress
  /** The wallet's key that the browser has subscribed by. */
  readonly publicKey: string
  /** In which it is told. */
  readonly language: Language
  readonly showsAmounts: boolean
}

const address = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ endpoint: v.string(), keys: v.object({ p256dh: v.string(), auth: v.string() }) }),
)

const encryptedIn = (id: string): Encrypted => ({ purpose: 'personal', row: ['push_subscription', id] })

/** The columns of an address, by the key that is written with: encrypted, and what tells it from others. */
export function addressColumns(keys: Keys, id: string, to: PushAddress): readonly [encrypted: Buffer, endpointHash: Buffer] {
  const { endpoint, keys: browserKeys } = to
  const text = JSON.stringify({ endpoint, keys: { p256dh: browserKeys.p256dh, auth: browserKeys.auth } })
  return [encrypt(keys, encryptedIn(id), text), keys.hash('push_endpoint', endpoint)]
}

/** Reads an address; undefined where the secret that it was encrypted with is lost. */
export function openAddress(keys: Keys, id: string, encrypted: Buffer): PushAddress | undefined {
  if (!keys.find(keyIdIn(encrypted))) return undefined
  return v.parse(address, decrypt(keys, encryptedIn(id), encrypted))
}

const REMOVE_SAME = {
  name: 'push.remove_same',
  text: 'delete from push_subscription where endpoint_hash = any($1::bytea[]) or session_id = $2',
}
const COUNT = { name: 'push.count', text: 'select count(*)::integer as count from push_subscription where user_id = $1' }
const INSERT = {
  name: 'push.insert',
  text: `insert into push_subscription
      (id, user_id, session_id, encrypted, endpoint_hash, public_key, language, shows_amounts, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

/**
 * Keeps the subscription of a session, in place of what it or the same browser had before; false, and nothing changes, when the person has
 * `max` others. The person is locked.
 */
export async function keepSubscription(
  tx: Transaction,
  keys: Keys,
  { userId, sessionId }: SignedIn,
  { subscription, max, now }: { readonly subscription: Subscription; readonly max: number; readonly now: Date },
): Promise<boolean> {
  const { id, address: to, publicKey, language, showsAmounts } = subscription
  await tx.run(REMOVE_SAME, [keys.all.map((each) => each.hash('push_endpoint', to.endpoint)), sessionId])
  if (((await tx.find<{ count: number }>(COUNT, [userId]))?.count ?? 0) >= max) return false
  await tx.run(INSERT, [id, userId, sessionId, ...addressColumns(keys, id, to), publicKey, language, showsAmounts, now])
  return true
}

const NOTE_ORIGIN = {
  name: 'push.note_origin',
  text: `update session set push_origins = push_origins || $2::text
    where id = $1 and not $2::text = any(push_origins)
    returning device`,
}

/** Notes that a browser of a session subscribes at a push service. Gives what the device says of itself, the first time; then nothing. */
export async function noteOrigin(tx: Transaction, sessionId: string, origin: string): Promise<string | undefined> {
  return (await tx.find<{ device: string }>(NOTE_ORIGIN, [sessionId, origin]))?.device
}

const FIND_OWN = {
  name: 'push.find_own',
  text: 'select public_key as "publicKey", shows_amounts as "showsAmounts" from push_subscription where session_id = $1',
}

/** What the device of a session is told, if anything. */
export function findOwn(
  queryable: Queryable,
  sessionId: string,
): Promise<Pick<Subscription, 'publicKey' | 'showsAmounts'> | undefined> {
  return queryable.find(FIND_OWN, [sessionId])
}

const REMOVE_OWN = { name: 'push.remove_own', text: 'delete from push_subscription where session_id = $1' }

/** Has the device of a session be told nothing any more. */
export async function removeOwn(queryable: Queryable, sessionId: string): Promise<void> {
  await queryable.run(REMOVE_OWN, [sessionId])
}

const REMOVE = { name: 'push.remove', text: 'delete from push_subscription where id = $1' }

/** Ends a subscription. What its device was still to be told is forgotten, each when it is due. */
export async function removeSubscription(queryable: Queryable, id: string): Promise<void> {
  await queryable.run(REMOVE, [id])
}

/** What a device is to be told, and which; `encrypted` and what follows is missing where it is told nothing any more. */
export interface Delivery {
  readonly userId: string
  readonly subscriptionId: string
  readonly notificationId: string | null
  readonly operationId: string | null
  readonly leg: number | null
  readonly state: string | null
  readonly stateBefore: string | null
  readonly createdAt: Date
  readonly sessionId: string | null
  readonly encrypted: Buffer | null
  readonly publicKey: string | null
  readonly language: Language | null
  readonly showsAmounts: boolean | null
}

const FIND = {
  name: 'push.find_delivery',
  text: `select push_message.user_id as "userId", subscription_id as "subscriptionId", notification_id as "notificationId",
      operation_id as "operationId", leg, state, state_before as "stateBefore", push_message.created_at as "createdAt",
      session_id as "sessionId", encrypted, public_key as "publicKey", language, shows_amounts as "showsAmounts"
    from push_message
    left join push_subscription on push_subscription.id = subscription_id
    where push_message.id = $1`,
}

/** What is to be told by a message that waits. */
export function findDelivery(queryable: Queryable, id: string): Promise<Delivery | undefined> {
  return queryable.find<Delivery>(FIND, [id])
}

const END = { name: 'push.end', text: 'delete from push_message where id = $1' }

/** Forgets a message that is sent or given up. */
export async function endMessage(queryable: Queryable, id: string): Promise<void> {
  await queryable.run(END, [id])
}
