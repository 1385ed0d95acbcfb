import * as v from 'valibot'
import { call } from './call.ts'
import { openName } from './history.ts'
import { instantQuery, period } from './period.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

/** An amount without a sign, by the type of its operations. */
const part = v.object({ wallet_transaction_type: openName, name: v.string(), amount: amountText, percent: v.number() })

/** What went one way, without a sign, beside the period before. */
const flow = v.object({
  amount: amountText,
  previous_amount: v.nullable(amountText),
  change_percent: v.nullable(v.number()),
  by_type: v.array(part),
})

/** What the operations of a period add up to, by their kind, in one currency. */
export const statistics = call({
  method: 'GET',
  path: '/v2/wallet/stat',
  auth: 'token',
  query: v.object({
    ...period,
    previous_from: v.optional(instantQuery),
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
    out: flow,
    in: flow,
    own: flow,
    archived_until: v.optional(instantText),
    compared_with: v.nullable(v.object({ from: instantText, to: instantText })),
    by_recipient: v.object({
      top: v.array(v.object({ kind: openName, name: v.string(), amount: amountText })),
      rest_amount: amountText,
      is_whole: v.boolean(),
    }),
  }),
})
