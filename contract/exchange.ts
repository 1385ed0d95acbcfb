import * as v from 'valibot'
import { call } from './call.ts'
import { amountText, fourDigits, idText, instantText, okReply } from './shapes.ts'
import { webAuthnText } from './web-authn.ts'

const terms = { from_account_id: idText, to_account_id: idText, from_amount: amountText, to_amount: amountText }

/** What a passkey signs for when it confirms an exchange: between other accounts, or with other amounts, it is another. */
export const confirmedExchange = v.object(terms)

/**
 * The server recomputes the amounts from the rate; `to_amount` is compared, never trusted (docs/money.md). `pin` or `passkey`, one of the two,
 * after `pin_required`: what is exchanged in a day is free only up to a limit. The passkey signs what startPasskeyExchange gives for the same
 * exchange, written the same way.
 */
export const exchange = call({
  method: 'POST',
  path: '/v2/wallet/exchange',
  auth: 'token',
  idempotent: true,
  request: v.object({
    ...terms,
    rate_id: idText,
    pin: v.optional(fourDigits),
    passkey: v.optional(webAuthnText),
  }),
  response: v.object({
    ...okReply,
    transaction_id: idText,
    from_amount: amountText,
    to_amount: amountText,
    created_at: instantText,
  }),
})
