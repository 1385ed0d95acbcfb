import * as v from 'valibot'
import { call } from './call.ts'
import { codeSent, fourDigits, okReply, proof } from './shapes.ts'

/** What a refusal says besides where something is in the way of closing the wallet, each in words for people (`wallet_not_empty`). */
export const obstaclesReply = v.object({ obstacles: v.array(v.object({ kind: v.string(), message: v.string() })) })

/** Sends the code that the wallet is closed with, to the phone of whoever asks. */
export const sendClosingCode = call({
  method: 'POST',
  path: '/v2/wallet/profile/close/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ proof }),
  response: codeSent,
})

/** Closes the wallet for good; `pin_code` where there is one. The token is worth nothing afterwards. */
export const closeWallet = call({
  method: 'POST',
  path: '/v2/wallet/profile/close',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ confirm_code: fourDigits, pin_code: v.optional(fourDigits), proof }),
  response: v.object(okReply),
})
