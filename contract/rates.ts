import * as v from 'valibot'
import { call } from './call.ts'
import { currencyCode, idText, instantText } from './shapes.ts'

const exchangeRate = v.object({
  id: idText,
  from_currency_code: currencyCode,
  to_currency_code: currencyCode,
  quantity_in: v.string(),
  quantity_out: v.string(),
  /** Without the margin; both are absent where a wallet does not tell them. */
  mid_rate: v.optional(v.string()),
  margin_percent: v.optional(v.string()),
})

/** Apart from exchange: Home asks for rates as it starts, and for nothing of an exchange. */
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
