import * as v from 'valibot'
import { signedIn } from './auth.ts'
import { call } from './call.ts'
import { confirmedExchange } from './exchange.ts'
import { personText } from './person-text.ts'
import { fourDigits, idText, instantText, okReply } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'
import { confirmedWithdrawal } from './withdrawal.ts'

/** The longest name of a passkey, in UTF-16 code units. */
export const PASSKEY_NAME_MAX = 40

export const passkeys = call({
  method: 'GET',
  path: '/v2/wallet/passkeys',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    results: v.array(
      v.object({
        id: idText,
        passkey_name: v.string(),
        is_synced: v.boolean(),
        created_at: instantText,
        used_at: v.nullable(instantText),
      }),
    ),
  }),
})

/** The PIN is needed where one is set; where none is, a sign-in of the last ten minutes. */
export const startPasskey = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/start',
  auth: 'token',
  request: v.object({ pin: v.optional(fourDigits) }),
  response: toBeSigned,
})

/** For a day what may go out is less (`limit_first_day`). */
export const addPasskey = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/add',
  auth: 'token',
  request: v.object({ passkey_name: personText(PASSKEY_NAME_MAX), credential: webAuthnText }),
  response: v.object(okReply),
})

export const renamePasskey = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/rename',
  auth: 'token',
  request: v.object({ passkey_id: idText, passkey_name: personText(PASSKEY_NAME_MAX) }),
  response: v.object(okReply),
})

/** The PIN is needed where one is set; where none is, a sign-in of the last ten minutes. */
export const removePasskey = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/remove',
  auth: 'token',
  request: v.object({ passkey_id: idText, pin: v.optional(fourDigits) }),
  response: v.object(okReply),
})

export const startPasskeySignIn = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/sign_in/start',
  auth: 'none',
  knowsDevice: true,
  response: toBeSigned,
})

export const passkeySignIn = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/sign_in',
  auth: 'none',
  knowsDevice: true,
  request: v.object({ credential: webAuthnText }),
  response: signedIn,
})

/** What a passkey is to sign to confirm a withdrawal instead of the PIN: bound to its amount and recipient. */
export const startPasskeyWithdrawal = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/withdrawal/start',
  auth: 'token',
  request: confirmedWithdrawal,
  response: toBeSigned,
})

/** What a passkey is to sign to confirm an exchange instead of the PIN: bound to its accounts and amounts. */
export const startPasskeyExchange = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/exchange/start',
  auth: 'token',
  request: confirmedExchange,
  response: toBeSigned,
})
