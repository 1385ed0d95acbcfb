import * as v from 'valibot'
import { call } from './call.ts'
import { codeSent, fourDigits, idText, instantText, okReply, proof, sixDigits } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'

/** Nothing of the user's own will moves money from then on, and all other sessions end. It needs no PIN: whoever is afraid is quick. */
export const freeze = call({
  method: 'POST',
  path: '/v2/wallet/auth/freeze',
  auth: 'token',
  response: v.object(okReply),
})

/**
 * The same by the link of a message that told the owner of what they have not done, and no session goes on: `link_token` is what follows
 * the # in it. Once a message, within three days.
 */
export const secure = call({
  method: 'POST',
  path: '/v2/wallet/auth/secure',
  auth: 'none',
  request: v.object({ link_token: v.pipe(v.string(), v.maxLength(38), v.regex(/^[A-Za-z0-9_-]{38}$/)) }),
  response: v.object(okReply),
})

/** The same for whoever reads a notification of what they have not done; their own session and device stay. Within three days of it. */
export const secureByNotice = call({
  method: 'POST',
  path: '/v2/wallet/auth/secure/notice',
  auth: 'token',
  request: v.object({ notification_id: idText }),
  response: v.object(okReply),
})

/** Sends the code that ends it: by SMS, or to an e-mail that was known to be the owner's a day before the freeze. */
export const sendUnfreezeCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/unfreeze/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ channel: v.optional(v.picklist(['sms', 'email'])), proof }),
  response: codeSent,
})

/**
 * Ends it, and all other sessions: by `confirm_code` and `pin_code`, or with `new_pin_code` by `passkey` or `email_code`, each known a day before
 * the freeze, or by `confirm_code` after a day's wait (`unfreeze/wait`). What the operator has frozen is ended by the operator.
 */
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

/** Begins the wait of whoever has nothing but the number: the owner is told by every contact, and any of them ends it by freezing once more. */
export const waitToUnfreeze = call({
  method: 'POST',
  path: '/v2/wallet/auth/unfreeze/wait',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ confirm_code: fourDigits, proof }),
  response: v.object({ ...okReply, waits_until: instantText }),
})

/** What a passkey is to sign to end it. */
export const startPasskeyUnfreeze = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/unfreeze/start',
  auth: 'token',
  response: toBeSigned,
})
