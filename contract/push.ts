import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'

/** The most devices of a person that get push messages. */
export const PUSH_DEVICES_MAX = 10

/** Bytes in base64url without padding, as browsers write a subscription's keys. */
const bytesText = v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z0-9_-]+$/))

/** Whether the device of this session gets push messages. */
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

/** Subscribes a browser's PushSubscription, and sets whether its messages name amounts. It replaces the session's previous subscription. */
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

/** Ends the push messages to the device of this session. */
export const unsubscribePush = call({
  method: 'POST',
  path: '/v2/wallet/push/unsubscribe',
  auth: 'token',
  response: v.object({ status: v.literal('ok') }),
})

/** The API document's description of these calls. */
export const pushDocumentation = {
  tag: 'Live',
  calls: {
    push: {
      summary: 'See whether this device is told of news',
      description:
        'Web push (RFC 8030, 8291, 8292). `public_key` is what a browser subscribes by; null where this wallet tells nobody ' +
        'while no page is open.',
    },
    subscribePush: {
      summary: 'Have this device be told of news',
      description:
        "A browser's PushSubscription; it belongs to the session, ends with it, and takes the place of the one that the " +
        'session had. Addresses are those of the push services of known browsers, else `invalid_field`. The texts are in the ' +
        'language of Accept-Language and name no amount unless `shows_amounts` is true. `not_found` where this wallet tells ' +
        'nobody, `push_devices_max` at ten other devices.',
      refusals: ['not_found', 'push_devices_max'],
    },
    unsubscribePush: {
      summary: 'Have this device be told nothing more',
      description: 'Ends it; nothing happens where it was not.',
    },
  },
  fields: {
    public_key: {
      description: 'By which a browser subscribes (VAPID): a point of P-256 in base64url; null where this wallet tells nobody',
      also: { pattern: '^[A-Za-z0-9_-]{87}$' },
      example: 'BNbxGYNMhEIi9zrneh7mqV4oUanjLUK3m-mYZBc62frMKrEoMk88r3Lk596T0ck9xlT-aok0fO1KXBLV4-XqxYM',
    },
    is_subscribed: { description: 'Whether the device of this session is told of news', example: true },
    shows_amounts: { description: 'Whether what it is told names amounts', example: false },
    endpoint: {
      form: 'uri',
      description: 'Where the push service of the browser takes messages',
      example: 'https://fcm.googleapis.com/fcm/send/c1KrmpTuRm8',
    },
    keys: { description: 'What messages are encrypted with for this browser' },
    p256dh: {
      description: 'The public key of the subscription, base64url',
      example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    },
    auth: { description: 'The secret of the subscription, 16 bytes in base64url', example: 'BTBZMqHH6r4Tts7J_aSIgg' },
  },
} satisfies FeatureDocumentation
