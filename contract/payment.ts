import * as v from 'valibot'
import { call } from './call.ts'
import { amountText, currencyCode, fourDigits, idText, instantText } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'

/** The longest text of a code, in UTF-16 code units. */
const CODE_MAX = 4096

/** What a passkey signs for when it confirms a payment: any other quote, account or amount is another. */
export const confirmedPayment = v.object({
  quote_id: idText,
  account_id: idText,
  amount: v.optional(amountText),
  from_amount: v.optional(amountText),
})

/**
 * An account that a quote can be paid from: how much leaves it, the fee in it, for how long that holds. `rate_id` and `quantity_out`, what
 * one unit of its currency pays, for an account of another currency than the quote; null for one of the same. `from_amount` is null where
 * the payer says how much.
 */
const payingAccount = v.object({
  account_id: idText,
  currency_code: currencyCode,
  from_amount: v.nullable(amountText),
  rate_id: v.nullable(idText),
  quantity_out: v.nullable(v.string()),
  expires_at: instantText,
})

/**
 * Asks who is paid by a code, whose text is sent as it was read. `seller` is the name that the provider confirms, never the code's own
 * claim. `amount` is null where the payer says how much, between `min` and `max`; `fee` comes on top of it. `accounts` are those that it
 * can be paid from: the one of its currency first, then the others while currencies are exchanged.
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
    issued_at: instantText,
    expires_at: instantText,
    accounts: v.array(payingAccount),
  }),
})

/**
 * Pays a quote. `amount` only where the quote has none of its own; with one, another amount is refused. From an account of another
 * currency with the quote's `rate_id` and `from_amount`, which is what `amount` and fee cost at it, rounded up; anything else is refused.
 * `status` is `ok` when the seller is paid and `pending` when the provider has not said yet, or the operator looks at it first: the money is
 * held and the transaction list tells how it ends. `pin` or `passkey` confirms it, one of the two; the passkey signs what startPasskeyPayment gives for the same payment.
 */
export const payment = call({
  method: 'POST',
  path: '/v2/wallet/payment',
  auth: 'token',
  idempotent: true,
  request: v.object({
    ...confirmedPayment.entries,
    rate_id: v.optional(idText),
    pin: v.optional(fourDigits),
    passkey: v.optional(webAuthnText),
  }),
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
