import * as v from 'valibot'
import { call } from './call.ts'
import { openName, period } from './history.ts'
import { amountText, currencyCode, idText } from './shapes.ts'

/** What the operations of a period add up to, by their kind, in one currency. */
export const statistics = call({
  method: 'GET',
  path: '/v2/wallet/stat',
  auth: 'token',
  query: v.object({
    ...period,
    account_id: v.optional(idText),
    display_currency: v.optional(currencyCode),
  }),
  response: v.object({
    status: v.literal('ok'),
    currency_code: currencyCode,
    results: v.array(
      v.object({
        wallet_transaction_type: openName,
        name: v.string(),
        is_turnover: v.boolean(),
        amount: amountText,
        percent: v.number(),
      }),
    ),
    missing: v.array(currencyCode),
  }),
})
