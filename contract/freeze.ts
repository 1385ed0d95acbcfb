import * as v from 'valibot'
import { call } from './call.ts'
import { codeSent, fourDigits, idText, okReply, proof } from './shapes.ts'

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

/** Sends the code that ends it. */
export const sendUnfreezeCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/unfreeze/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ proof }),
  response: codeSent,
})

/** Ends it; `pin_code` where one is set. What the operator has frozen is ended by the operator. */
export const unfreeze = call({
  method: 'POST',
  path: '/v2/wallet/auth/unfreeze',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ confirm_code: fourDigits, pin_code: v.optional(fourDigits), proof }),
  response: v.object(okReply),
})
