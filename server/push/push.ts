import { createECDH } from 'node:crypto'
import { PUSH_DEVICES_MAX } from '#contract/push'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { tellOwner } from '#server/messages/tell-owner'
import type { PushAddress, PushProvider } from '#server/providers/push/port'
import type { Keys } from '#server/security/keys'
import { consume, type Limit } from '#server/security/limits'
import type { SignedIn } from '#server/security/sessions'
import { lockUser } from '#server/users/users'
import type { Language } from '#texts/languages'
import { findOwn, keepSubscription, noteOrigin } from './store.ts'

export interface PushDeps {
  readonly database: Database
  readonly keys: Keys
  readonly push: PushProvider
}

// A page says it again when amounts are hidden or the language is another.
const SUBSCRIPTIONS: Limit = { scope: 'push_subscribe', max: 60, windowSeconds: 3600 }
const AUTH_BYTES = 16

/** What a device wants to be told, and where. */
interface Wanted {
  readonly address: PushAddress
  readonly showsAmounts: boolean
  readonly language: Language
  readonly now: Date
}

/** The wallet's key, and what the device of a session is told; not what it was told by another key, which its browser takes nothing by. */
export async function findPush(
  { database, push: { publicKey } }: PushDeps,
  sessionId: string,
): Promise<{ readonly publicKey: string | undefined; readonly isSubscribed: boolean; readonly showsAmounts: boolean }> {
  const own = await findOwn(database, sessionId)
  const isSubscribed = own !== undefined && own.publicKey === publicKey
  return { publicKey, isSubscribed, showsAmounts: isSubscribed && own.showsAmounts }
}

/**
 * Has the device of a session be told of news from now on; the owner hears of it once for each push service, as of a new device: whoever has
 * the session could read along. Refuses not_found where this wallet tells nobody, invalid_field for an address
 * that is of no push service and for keys that are none, push_devices_max, too_many_requests.
 */
export async function subscribe(
  { database, keys, push }: PushDeps,
  user: SignedIn,
  { address, showsAmounts, language, now }: Wanted,
): Promise<void> {
  const { publicKey } = push
  if (publicKey === undefined) throw new Refusal({ code: 'not_found' })
  if (!push.takes(address.endpoint)) throw new Refusal({ code: 'invalid_field', field: 'endpoint' })
  if (!isPoint(address.keys.p256dh) || Buffer.from(address.keys.auth, 'base64url').length !== AUTH_BYTES)
    throw new Refusal({ code: 'invalid_field', field: 'keys' })
  const counted = await consume(database, SUBSCRIPTIONS, user.userId, now)
  if (!counted.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: counted.retryAfterSeconds })
  const subscription = { id: idAt(now), address, publicKey, language, showsAmounts }
  await database.inTransaction(async (tx) => {
    await lockUser(tx, user.userId)
    const device = await noteOrigin(tx, user.sessionId, new URL(address.endpoint).origin)
    // Before this device is one that is told.
    if (device !== undefined) await tellOwner(tx, { userId: user.userId, kind: 'push_added', details: { device }, now })
    const isKept = await keepSubscription(tx, keys, user, { subscription, max: PUSH_DEVICES_MAX, now })
    if (!isKept) throw new Refusal({ code: 'push_devices_max' })
  })
}

/** Whether a text, base64url, is a public key of P-256: with another nothing could be encrypted. */
function isPoint(unchecked: string): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    return pair.computeSecret(Buffer.from(unchecked, 'base64url')).length > 0
  } catch {
    return false
  }
}
