import * as v from 'valibot'
import { call } from './call.ts'
import { amountText, currencyCode, fourDigits, idText, instantText } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'

/** The longest text of a code, in UTF-16 code units. */
const CODE_MAX = 4096

/** What a passkey signs for when it confirms a payment: any other quote, account or amount is another. */
export const confirmedPayment = v.object({ quote_id: idText, account_id: idText, amount: v.optional(amountText) })

/**
 * Asks who is paid by a code, whose text is sent as it was read. `seller` is the name that the provider confirms, never the code's own
 * claim. `amount` is null where the payer says how much, between `min` and `max`; `fee` comes on top of it.
 */
export const quotePayment = call({
  method: 'POST',
  path: '/v2/wallet/payment/quote',
  auth: 'token',
  request: v.object({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(CODE_MAX)) }),
  response: v.object({
    status: v.literal('ok'),
    quote_id: idText,
    seller: v.string(),
    format: v.picklist(['sbp', 'qris', 'pix', 'emv', 'gost', 'epc']),
    currency_code: currencyCode,
    amount: v.nullable(amountText),
    min: v.nullable(amountText),
    max: v.nullable(amountText),
    fee: amountText,
    expires_at: instantText,
  }),
})

/**
 * Pays a quote from an account in its currency. `amount` only where the quote has none of its own; with one, another amount is refused.
 * `status` is `ok` when the seller is paid and `pending` when the provider has not said yet: the money is held and the transaction list
 * tells how it ends. `pin` or `passkey` confirms it, one of the two; the passkey signs what startPasskeyPayment gives for the same payment.
 */
export const payment = call({
  method: 'POST',
  path: '/v2/wallet/payment',
  auth: 'token',
  idempotent: true,
  request: v.object({ ...confirmedPayment.entries, pin: v.optional(fourDigits), passkey: v.optional(webAuthnText) }),
  response: v.object({ status: v.picklist(['ok', 'pending']), message: v.string(), transaction_id: idText }),
})

/** What a passkey is to sign to confirm a payment instead of the PIN: bound to its quote, account and amount. */
export const startPasskeyPayment = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/payment/start',
  auth: 'token',
  request: confirmedPayment,
  response: toBeSigned,
})
