import * as v from 'valibot'
import { signedIn } from './auth.ts'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { confirmedExchange } from './exchange.ts'
import { personText } from './person-text.ts'
import { PIN_REFUSALS } from './refusals.ts'
import { fourDigits, idText, instantText, okReply } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'
import { confirmedWithdrawal, destinationFields } from './withdrawal.ts'

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

/** The PIN is needed where one is set; without a PIN, a sign-in of the last ten minutes. */
export const startPasskey = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/start',
  auth: 'token',
  request: v.object({ pin: v.optional(fourDigits) }),
  response: toBeSigned,
})

/** Adds a passkey; for a day, less money may go out (`limit_first_day`). */
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

/** The PIN is needed where one is set; without a PIN, a sign-in of the last ten minutes. */
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

/** Starts the confirmation of a withdrawal by a passkey instead of the PIN; the signature is bound to its amount and recipient. */
export const startPasskeyWithdrawal = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/withdrawal/start',
  auth: 'token',
  request: confirmedWithdrawal,
  response: toBeSigned,
})

/** Starts the confirmation of an exchange by a passkey instead of the PIN; the signature is bound to its accounts and amounts. */
export const startPasskeyExchange = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/exchange/start',
  auth: 'token',
  request: confirmedExchange,
  response: toBeSigned,
})

/** The API document's description of these calls. */
export const passkeysDocumentation = {
  tag: 'Access',
  calls: {
    passkeys: { summary: 'List passkeys', description: 'The passkeys of the user, the newest first.' },
    startPasskey: {
      summary: 'Begin to add a passkey',
      description:
        'What navigator.credentials.create is to be given. Needs the PIN where one is set, else a sign-in of the last ten ' +
        'minutes (`sign_in_required`). It is good for five minutes, once, in this session.',
      refusals: ['sign_in_required', 'pin_required', PIN_REFUSALS, 'passkeys_max'],
    },
    addPasskey: {
      summary: 'Add a passkey',
      description:
        'Adds the passkey that the browser has made; the owner is told. For a day less may be withdrawn (`limit_first_day`).',
      refusals: ['passkey_wrong', 'passkey_known', 'passkeys_max'],
    },
    renamePasskey: { summary: 'Name a passkey', description: 'Gives a passkey another name.', refusals: ['not_found'] },
    removePasskey: {
      summary: 'Remove a passkey',
      description:
        'Removes a passkey: it opens nothing from then on. Needs the PIN where one is set, else a sign-in of the last ten ' +
        'minutes; the owner is told.',
      refusals: ['not_found', 'sign_in_required', 'wait_required', 'wallet_frozen', 'pin_required', PIN_REFUSALS],
    },
    startPasskeySignIn: {
      summary: 'Begin to sign in with a passkey',
      description: 'What navigator.credentials.get is to be given. It is good for five minutes, once.',
    },
    passkeySignIn: {
      summary: 'Sign in with a passkey',
      description: 'Signs in without a phone number or a code. `passkey_wrong` does not tell what was wrong.',
      refusals: ['passkey_wrong'],
    },
    startPasskeyWithdrawal: {
      summary: 'Begin to confirm a withdrawal with a passkey',
      description:
        'What navigator.credentials.get is to be given; its answer goes into `passkey` of the withdrawal. Good for just this ' +
        'amount and recipient, for five minutes, once, in this session. `not_found` for whoever has no passkey.',
      refusals: ['not_found'],
    },
    startPasskeyExchange: {
      summary: 'Begin to confirm an exchange with a passkey',
      description:
        'What navigator.credentials.get is to be given; its answer goes into `passkey` of the exchange. Good for just these ' +
        'accounts and amounts, written the same way, for five minutes, once, in this session. `not_found` for whoever has no ' +
        'passkey.',
      refusals: ['not_found'],
    },
  },
  fields: {
    passkey_name: { form: 'typed', description: 'What its owner calls it', example: 'My phone' },
    is_synced: { description: 'Whether its vendor keeps it for all devices of its owner', example: true },
    used_at: { form: 'instant', description: 'When it was used last; null where it was not' },
    credential: { form: 'passkey', description: 'What the browser has answered: PublicKeyCredential.toJSON(), as text' },
    passkey_id: { form: 'id', description: 'Of a passkey' },
    address: { form: 'address', description: 'Where to, for USDC; instead of `pan`', insteadOf: 'pan' },
    recipient_id: { form: 'id', description: 'The `id` of a recent recipient; instead of `pan`', insteadOf: 'pan' },
  },
  otherFields: [destinationFields],
} satisfies FeatureDocumentation
