import * as v from 'valibot'
import { call } from './call.ts'
import { amountText, currencyCode, idText, okReply } from './shapes.ts'

export const topup = call({
  method: 'POST',
  path: '/v2/wallet/top-up',
  auth: 'token',
  idempotent: true,
  request: v.object({ amount: amountText, currency_code: currencyCode }),
  response: v.object({
    ...okReply,
    url: v.string(),
    order: idText,
  }),
})

/** Read-only: money is credited only by the provider's signed event or our own poll of the provider. */
export const topupStatus = call({
  method: 'GET',
  path: '/v2/wallet/top-up/status',
  auth: 'token',
  query: v.object({ order: idText, currencyCode: v.optional(v.pipe(v.string(), v.maxLength(5))) }),
  response: v.object({
    status: v.picklist(['waiting', 'complete', 'failed']),
    message: v.string(),
    order: idText,
    amount: amountText,
    currency_code: currencyCode,
  }),
})
