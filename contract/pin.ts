import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { CODE_REFUSALS, PIN_REFUSALS, SENDING_REFUSALS } from './refusals.ts'
import { codeSent, fourDigits, okReply, proof } from './shapes.ts'

/** Changes the PIN; `pin_code` is the present PIN. For a day, less money may go out (`limit_first_day`). */
export const changePin = call({
  method: 'POST',
  path: '/v2/wallet/auth/pin/change',
  auth: 'token',
  idempotent: true,
  request: v.object({ pin_code: fourDigits, new_pin_code: fourDigits }),
  response: v.object(okReply),
})

/** Sends the code for replacing a forgotten PIN to the user's phone. */
export const sendPinCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/pin/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ proof }),
  response: codeSent,
})

/** Replaces a forgotten PIN; for a day, less money may go out (`limit_first_day`). */
export const resetPin = call({
  method: 'POST',
  path: '/v2/wallet/auth/pin/reset',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ confirm_code: fourDigits, new_pin_code: fourDigits, proof }),
  response: v.object(okReply),
})

/** The API document's description of these calls. */
export const pinDocumentation = {
  tag: 'Access',
  calls: {
    changePin: {
      summary: 'Change the PIN',
      description: 'Replaces the PIN by another. For a day less than usual can be withdrawn; the owner is told.',
      refusals: ['pin_same', 'pin_popular', 'pin_not_set', PIN_REFUSALS],
    },
    sendPinCode: {
      summary: 'Send a code for a forgotten PIN',
      description: 'Sends an SMS code to the phone of the user.',
      refusals: ['wallet_frozen', SENDING_REFUSALS],
    },
    resetPin: {
      summary: 'Replace a forgotten PIN',
      description:
        'Replaces the PIN by a fresh SMS code; not while the owner has the wallet frozen. For a day less than usual can be ' +
        'withdrawn, no passkey is removed and the e-mail not changed (`wait_required`); the owner is told by every contact, ' +
        'and a freeze puts the earlier PIN back.',
      refusals: ['pin_not_set', 'pin_popular', 'wallet_frozen', CODE_REFUSALS, 'pin_required'],
    },
  },
} satisfies FeatureDocumentation
