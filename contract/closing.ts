import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { CODE_REFUSALS, PIN_REFUSALS, SENDING_REFUSALS } from './refusals.ts'
import { amountText, codeSent, currencyCode, fourDigits, okReply, proof } from './shapes.ts'

/**
 * The fields that the refusal `wallet_not_empty` adds: each obstacle to closing the wallet as a text for people, with its amount where the
 * obstacle is money.
 */
export const obstaclesReply = v.object({
  obstacles: v.array(
    v.object({
      kind: v.string(),
      message: v.string(),
      amount: v.optional(amountText),
      currency_code: v.optional(currencyCode),
    }),
  ),
})

/** Sends the code for closing the wallet to the user's phone. */
export const sendClosingCode = call({
  method: 'POST',
  path: '/v2/wallet/profile/close/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ proof }),
  response: codeSent,
})

/** Closes the wallet for good; `pin_code` is needed where a PIN is set. The token is worthless afterwards. */
export const closeWallet = call({
  method: 'POST',
  path: '/v2/wallet/profile/close',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ confirm_code: fourDigits, pin_code: v.optional(fourDigits), proof }),
  response: v.object(okReply),
})

/** The API document's description of these calls. */
export const closingDocumentation = {
  tag: 'Profile',
  calls: {
    sendClosingCode: {
      summary: 'Send a code to close the wallet',
      description:
        'Sends an SMS code to the phone of the user, unless something is in the way of closing: then `obstacles` names each.',
      refusals: ['wallet_not_empty', SENDING_REFUSALS],
    },
    closeWallet: {
      summary: 'Close the wallet',
      description:
        'Closes the wallet for good, by a fresh SMS code and the PIN where there is one. Sessions end, and what nobody has to ' +
        'keep is erased; the phone number is free for another wallet, which sees nothing of this one. Refused while something ' +
        'is in the way.',
      refusals: ['wallet_not_empty', 'pin_required', CODE_REFUSALS, PIN_REFUSALS],
    },
  },
} satisfies FeatureDocumentation
