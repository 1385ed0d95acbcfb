import * as v from 'valibot'
import { call } from './call.ts'
import { amountText, currencyCode, fourDigits, idText, instantText, okReply } from './shapes.ts'

const exchangeRate = v.object({
  id: idText,
  from_currency_code: currencyCode,
  to_currency_code: currencyCode,
  quantity_in: v.string(),
  quantity_out: v.string(),
})

export const exchangeRates = call({
  method: 'POST',
  path: '/v2/wallet/exchange/rates',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    rates: v.array(exchangeRate),
    issued_at: instantText,
    expires_at: instantText,
  }),
})

/**
 * The server recomputes the amounts from the rate; `to_amount` is compared, never trusted (docs/money.md). `pin` after `pin_required`: what
 * is exchanged in a day is free only up to a limit.
 */
export const exchange = call({
  method: 'POST',
  path: '/v2/wallet/exchange',
  auth: 'token',
  idempotent: true,
  request: v.object({
    from_account_id: idText,
    to_account_id: idText,
    from_amount: amountText,
    to_amount: amountText,
    rate_id: idText,
    pin: v.optional(fourDigits),
  }),
  response: v.object({
    ...okReply,
    transaction_id: idText,
    from_amount: amountText,
    to_amount: amountText,
    created_at: instantText,
  }),
})
