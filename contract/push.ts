import * as v from 'valibot'
import { call } from './call.ts'

/** At so many devices a person is told at most. */
export const PUSH_DEVICES_MAX = 10

/** Bytes in base64url without padding, as browsers write a subscription's keys. */
const bytesText = v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z0-9_-]+$/))

/**
 * Whether the device of this session is told of news. `public_key`: the wallet's own (VAPID), by which a browser subscribes; null where this
 * wallet tells nobody.
 */
export const push = call({
  method: 'GET',
  path: '/v2/wallet/push',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    public_key: v.nullable(v.string()),
    is_subscribed: v.boolean(),
    shows_amounts: v.boolean(),
  }),
})

/** A browser's PushSubscription, and whether what it is told names amounts. In place of the one that the session had. */
export const subscribePush = call({
  method: 'POST',
  path: '/v2/wallet/push/subscribe',
  auth: 'token',
  request: v.object({
    endpoint: v.pipe(v.string(), v.maxLength(1000)),
    keys: v.object({ p256dh: bytesText, auth: bytesText }),
    shows_amounts: v.boolean(),
  }),
  response: v.object({ status: v.literal('ok') }),
})

/** Has the device of this session be told nothing any more. */
export const unsubscribePush = call({
  method: 'POST',
  path: '/v2/wallet/push/unsubscribe',
  auth: 'token',
  response: v.object({ status: v.literal('ok') }),
})
