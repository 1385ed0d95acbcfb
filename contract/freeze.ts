import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { CODE_REFUSALS, PIN_REFUSALS, SENDING_REFUSALS } from './refusals.ts'
import { codeSent, fourDigits, idText, instantText, okReply, proof, sixDigits } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'

/**
 * Freezes the wallet: the user's own requests move no money from then on, and all other sessions end. It needs no PIN, so that an owner in fear
 * of a thief is quick.
 */
export const freeze = call({
  method: 'POST',
  path: '/v2/wallet/auth/freeze',
  auth: 'token',
  response: v.object(okReply),
})

/** Freezes the wallet by the link of a message, and ends every session. */
export const secure = call({
  method: 'POST',
  path: '/v2/wallet/auth/secure',
  auth: 'none',
  request: v.object({ link_token: v.pipe(v.string(), v.maxLength(38), v.regex(/^[A-Za-z0-9_-]{38}$/)) }),
  response: v.object(okReply),
})

/** Freezes the wallet within three days of a notification about something the user has not done; their own session and device stay. */
export const secureByNotice = call({
  method: 'POST',
  path: '/v2/wallet/auth/secure/notice',
  auth: 'token',
  request: v.object({ notification_id: idText }),
  response: v.object(okReply),
})

/** Sends the code that ends the freeze: by SMS, or to an e-mail confirmed as the owner's a day before the freeze. */
export const sendUnfreezeCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/unfreeze/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ channel: v.optional(v.picklist(['sms', 'email'])), proof }),
  response: codeSent,
})

/** Ends the owner's freeze and all other sessions. Only the operator ends an operator's freeze. */
export const unfreeze = call({
  method: 'POST',
  path: '/v2/wallet/auth/unfreeze',
  auth: 'token',
  knowsDevice: true,
  request: v.object({
    confirm_code: v.optional(fourDigits),
    pin_code: v.optional(fourDigits),
    email_code: v.optional(sixDigits),
    passkey: v.optional(webAuthnText),
    new_pin_code: v.optional(fourDigits),
    proof,
  }),
  response: v.object(okReply),
})

/**
 * Begins the waiting period of a user who has only the number: the owner is told by every contact, and ends the wait from any of them by
 * freezing again.
 */
export const waitToUnfreeze = call({
  method: 'POST',
  path: '/v2/wallet/auth/unfreeze/wait',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ confirm_code: fourDigits, proof }),
  response: v.object({ ...okReply, waits_until: instantText }),
})

/** Starts the end of a freeze by a passkey: returns the options to sign. */
export const startPasskeyUnfreeze = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/unfreeze/start',
  auth: 'token',
  response: toBeSigned,
})

/** The API document's description of these calls. */
export const freezeDocumentation = {
  tag: 'Access',
  calls: {
    freeze: {
      summary: 'Freeze the wallet',
      description: 'No exchange, withdrawal or top-up order of the user is taken from then on, and all their other sessions end.',
    },
    secure: {
      summary: 'Secure the wallet by a link',
      description:
        'Freezes the wallet by the link of an SMS or e-mail that told its owner of what they have not done: all sessions end, ' +
        'all devices are strangers, passkeys added since a day before are removed, and a PIN set by SMS since then is undone. ' +
        'Once a message, within three days.',
      refusals: ['link_expired'],
    },
    secureByNotice: {
      summary: 'Secure the wallet by a notification',
      description:
        'Freezes the wallet by a notification (`can_secure`) of what its owner has not done: all other sessions end, their ' +
        'devices are strangers, and passkeys added since a day before open nothing while it is frozen. Within three days of ' +
        'it.',
      refusals: ['not_found'],
    },
    sendUnfreezeCode: {
      summary: 'Send a code to unfreeze the wallet',
      description:
        'Sends a code to the phone of the user, or (`channel`) to an e-mail that was confirmed a day before the freeze.',
      refusals: ['not_found', 'switched_off', 'email_refused', SENDING_REFUSALS],
    },
    unfreeze: {
      summary: 'Unfreeze the wallet',
      description:
        'Ends what the user has frozen, and all their other sessions. By `confirm_code` and `pin_code`; or with `new_pin_code` ' +
        'by a `passkey` or the `email_code` of an e-mail that are a day older than the freeze, or by `confirm_code` once the ' +
        'wait of unfreeze/wait is over (for three days).',
      refusals: [
        'wallet_frozen',
        'wait_required',
        'passkey_wrong',
        'pin_popular',
        'not_found',
        'pin_required',
        PIN_REFUSALS,
        CODE_REFUSALS,
      ],
    },
    waitToUnfreeze: {
      summary: 'Wait to unfreeze the wallet',
      description:
        'For whoever has nothing but the number: begins a wait of a day, by a fresh SMS code. The owner is told by SMS, ' +
        'e-mail, push and notification; freezing the wallet again, also by the link of any of these, ends it.',
      refusals: ['wallet_frozen', 'not_found', 'pin_required', CODE_REFUSALS],
    },
    startPasskeyUnfreeze: {
      summary: 'Have a passkey sign that the wallet is unfrozen',
      description: 'What the browser is to be given; its answer is `passkey` of auth/unfreeze, good for five minutes.',
      refusals: ['not_found'],
    },
  },
  fields: {
    channel: { description: 'By SMS where it is absent' },
    email_code: {
      form: 'sixDigits',
      description: 'The code of the e-mail; instead of `confirm_code`',
      insteadOf: 'confirm_code',
    },
    passkey: {
      form: 'passkey',
      description: 'What the browser has answered to the options of passkeys/unfreeze/start, as text; instead of `confirm_code`',
      insteadOf: 'confirm_code',
    },
    new_pin_code: { form: 'fourDigits', description: 'The PIN that it is to be; instead of `pin_code`', insteadOf: 'pin_code' },
    waits_until: { form: 'instant', description: 'When the wait to unfreeze the wallet ends; null where nobody waits' },
    link_token: {
      description: 'What follows the `#` in the link of a message',
      example: 'AZq8w4xaf3CPmhssPU5fYHEJv2Tn5m6K0pLxQw',
    },
    notification_id: { form: 'id', description: 'The id of a notification with `can_secure`' },
  },
} satisfies FeatureDocumentation
