import * as v from 'valibot'
import { emailText, signedIn } from './auth.ts'
import { call } from './call.ts'
import { codeSent, fourDigits, okReply, phoneText, proof, sixDigits } from './shapes.ts'

/** Sends a code to an e-mail: the one that was entered at sign-up, or another that is to take its place. */
export const sendEmailCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/email/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ email: emailText }),
  response: codeSent,
})

/** The e-mail is known to be the owner's from then on; `pin_code` where one is set. */
export const confirmEmail = call({
  method: 'POST',
  path: '/v2/wallet/auth/email/confirm',
  auth: 'token',
  request: v.object({ email: emailText, email_code: sixDigits, pin_code: v.optional(fourDigits) }),
  response: v.object(okReply),
})

/** For whoever has lost their number: sends a code to the e-mail, if it is known to be that of the wallet's owner; else a word that it is not. */
export const sendRecoveryCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/recover/send_code',
  auth: 'none',
  knowsDevice: true,
  request: v.object({ phone: phoneText, email: emailText, proof }),
  response: codeSent,
})

/** Signs in by the code of an e-mail and the PIN, instead of an SMS. */
export const recover = call({
  method: 'POST',
  path: '/v2/wallet/auth/recover',
  auth: 'none',
  knowsDevice: true,
  request: v.object({ phone: phoneText, email: emailText, email_code: sixDigits, pin_code: fourDigits }),
  response: signedIn,
})
