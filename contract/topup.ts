import * as z from 'zod/mini'
import { call } from './call.ts'
import { amountText, currencyCode, idText, okReply } from './shapes.ts'

export const topup = call({
  method: 'POST',
  path: '/v2/wallet/top-up',
  auth: 'token',
  summary: 'Makes a top-up order; the money is credited when the payment provider confirms it.',
  idempotent: true,
  request: z.object({ amount: amountText, currency_code: currencyCode }),
  response: z.object({
    ...okReply,
    url: z.string().check(z.meta({ description: 'The hosted payment page to go to' })),
    order: idText,
  }),
  refusals: ['topup_not_allowed', 'account_unknown', 'amount_min', 'amount_max', 'balance_max', 'switched_off'],
})

/** A look, without effect on money: only the provider's signed word or our own question to it credits (security.md 50). */
export const topupStatus = call({
  method: 'GET',
  path: '/v2/wallet/top-up/status',
  auth: 'token',
  summary: 'Where an order of the user stands.',
  query: z.object({ order: idText, currencyCode: z.optional(z.string().check(z.maxLength(5))) }),
  response: z.object({
    status: z.enum(['waiting', 'complete', 'failed']),
    message: z.string(),
    order: idText,
    amount: amountText,
    currency_code: currencyCode,
  }),
  refusals: ['order_unknown'],
})
