import * as z from 'zod/mini'
import { call } from './call.ts'
import { amountText, currencyCode, idText, instantText, okReply } from './shapes.ts'

export const exchangeRate = z.object({
  id: idText,
  from_currency_code: currencyCode,
  to_currency_code: currencyCode,
  quantity_in: z.string().check(z.meta({ description: 'Always 1 (spec point 9)' })),
  quantity_out: z.string().check(z.meta({ description: 'Decimal string, up to 12 decimals' })),
})

export const exchangeRates = call({
  method: 'POST',
  path: '/v2/wallet/exchange/rates',
  auth: 'token',
  summary:
    'Rates from every account currency: between them to exchange by, each honoured until `expires_at`; to the others to value by.',
  response: z.object({
    status: z.literal('ok'),
    rates: z.array(exchangeRate),
    issued_at: instantText,
    expires_at: instantText,
  }),
  refusals: [],
})

/** The server recomputes the amounts from the rate; `to_amount` is compared, never trusted (spec point 7, docs/money.md). */
export const exchange = call({
  method: 'POST',
  path: '/v2/wallet/exchange',
  auth: 'token',
  summary: 'Exchanges between two of the user’s accounts at a quoted rate.',
  idempotent: true,
  request: z.object({
    from_account_id: idText,
    to_account_id: idText,
    from_amount: amountText,
    to_amount: amountText,
    rate_id: idText,
  }),
  response: z.object({
    ...okReply,
    transaction_id: idText,
    from_amount: amountText,
    to_amount: amountText,
    created_at: instantText,
  }),
  refusals: [
    'account_unknown',
    'same_account',
    'rate_unknown',
    'rate_expired',
    'amount_mismatch',
    'insufficient_funds',
    'balance_max',
    'switched_off',
  ],
})
