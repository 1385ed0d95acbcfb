import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { CONFIRMATION_REFUSALS } from './refusals.ts'
import { amountText, currencyCode, fourDigits, idText, instantText } from './shapes.ts'
import { toBeSigned, webAuthnText } from './web-authn.ts'

/** The longest text of a seller's code, in UTF-16 code units. */
const CODE_MAX = 4096

/** The terms that a passkey signs to confirm a payment; the signature is refused for another quote, account or amount. */
export const confirmedPayment = v.object({
  quote_id: idText,
  account_id: idText,
  amount: v.optional(amountText),
  from_amount: v.optional(amountText),
})

/** An account that a quote can be paid from; `rate_id` and `quantity_out` are null for an account of the quote's currency. */
const payingAccount = v.object({
  account_id: idText,
  currency_code: currencyCode,
  from_amount: v.nullable(amountText),
  rate_id: v.nullable(idText),
  quantity_out: v.nullable(v.string()),
  expires_at: instantText,
})

/** Asks for the seller behind a code and the accounts that can pay, the account of the seller's currency first. */
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

/** Pays a quote. A quote is paid once. */
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

/** Starts the confirmation of a payment by a passkey instead of the PIN; the signature is bound to its quote, account and amount. */
export const startPasskeyPayment = call({
  method: 'POST',
  path: '/v2/wallet/passkeys/payment/start',
  auth: 'token',
  request: confirmedPayment,
  response: toBeSigned,
})

/** The API document's description of these calls. */
export const paymentDocumentation = {
  tag: 'Payments',
  calls: {
    quotePayment: {
      summary: 'Ask who is paid by a code',
      description:
        'Takes the text of a seller’s code as it was read: a link of SBP, EMVCo (QRIS, Pix), GOST R 56042 or EPC. `seller` is ' +
        'the name that the provider confirms, never what the code says. `amount` is null where the payer says how much, from ' +
        '`min` to `max`; `fee` comes on top of it. `accounts` are those that it can be paid from: what leaves each ' +
        '(`from_amount`), and until when; of another currency at the rate `rate_id`, of which one unit pays `quantity_out`. ' +
        '`payment_code_damaged`: its check sum is wrong; `payment_code_unsupported`: it is of another version or country, or ' +
        'asks for a fee beside the amount; `amount_mismatch`: the provider tells another amount than the code.',
      refusals: ['switched_off', 'payment_code_unknown', 'payment_code_damaged', 'payment_code_unsupported', 'amount_mismatch'],
      fields: {
        amount: { form: 'told', description: 'What is to be paid; null where the payer says how much', example: '150.50' },
      },
    },
    payment: {
      summary: 'Pay a seller',
      description:
        'Pays a quote, once. A fixed amount need not be sent, and cannot be another. From an account of another currency ' +
        '`rate_id` of the quote and `from_amount` are sent: what amount and fee cost at the rate, rounded up as an exchange ' +
        'is; another is `amount_mismatch`, and a rate that is over `rate_expired`. Should the payment fail, just that goes ' +
        'back. Needs the PIN (`pin`), or what a passkey has signed for this quote, account and amounts (`passkey`). `status` ' +
        'is `ok` when the seller is paid, and `pending` when the provider has not said yet, or the operator looks at it first, ' +
        'as `message` says: the money is held, and the statement tells how it ends.',
      refusals: [
        'wallet_frozen',
        'feature_stopped',
        'withdrawal_not_allowed',
        'account_unknown',
        'amount_step',
        'amount_min',
        'amount_max',
        'amount_mismatch',
        'rate_unknown',
        'rate_expired',
        'quote_unknown',
        'quote_expired',
        'quote_used',
        'limit_daily',
        'limit_first_day',
        'insufficient_funds',
        CONFIRMATION_REFUSALS,
        'payment_declined',
        'switched_off',
        'idempotency_running',
      ],
      fields: { amount: { form: 'asked', description: 'Where the quote has no amount of its own', example: '150.50' } },
    },
    startPasskeyPayment: {
      summary: 'Begin to confirm a payment with a passkey',
      description:
        'What navigator.credentials.get is to be given; its answer goes into `passkey` of the payment. Good for just this ' +
        'quote, account and amount, for five minutes, once, in this session. `not_found` for whoever has no passkey.',
      tag: 'Access',
      refusals: ['not_found'],
      fields: { amount: { form: 'asked', description: 'Where the quote has no amount of its own', example: '150.50' } },
    },
  },
  fields: {
    quote_id: { form: 'id', description: 'Of a quote' },
    code: {
      description: 'The text of the code, as it was read',
      also: { pattern: '^[^\\u0000]*$' },
      example: 'https://qr.nspk.ru/AD10000000000000000000000000TEST?type=02&bank=100000000000&sum=15050&cur=RUB&crc=2562',
    },
    seller: { form: 'typed', description: 'The name that the provider confirms', example: 'Blumenhaus Berlin' },
    format: { description: 'What kind of code it is' },
    min: { form: 'told', description: 'The least that may be paid; null where the amount is fixed', example: '1.00' },
    max: { form: 'told', description: 'The most that may be paid; null where the amount is fixed', example: '100000.00' },
    fee: { form: 'told', description: 'What comes on top of the amount', example: '0.00' },
    accounts: { description: 'Those that it can be paid from, the one of its currency first' },
    passkey: {
      form: 'passkey',
      description:
        'What the browser has answered to the options of passkeys/payment/start for this payment, as text; instead of `pin`',
      insteadOf: 'pin',
    },
  },
} satisfies FeatureDocumentation
