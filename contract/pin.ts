import * as v from 'valibot'
import { call } from './call.ts'
import { codeSent, fourDigits, okReply, proof } from './shapes.ts'

/** `pin_code` is the present one; for a day what may go out is less (`limit_first_day`). */
export const changePin = call({
  method: 'POST',
  path: '/v2/wallet/auth/pin/change',
  auth: 'token',
  idempotent: true,
  request: v.object({ pin_code: fourDigits, new_pin_code: fourDigits }),
  response: v.object(okReply),
})

/** Sends the code that a forgotten PIN is replaced with, to the phone of whoever asks. */
export const sendPinCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/pin/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ proof }),
  response: codeSent,
})

/** Replaces a forgotten PIN; for a day what may go out is less (`limit_first_day`). */
export const resetPin = call({
  method: 'POST',
  path: '/v2/wallet/auth/pin/reset',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ confirm_code: fourDigits, new_pin_code: fourDigits, proof }),
  response: v.object(okReply),
})
