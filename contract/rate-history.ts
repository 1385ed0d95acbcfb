import * as v from 'valibot'
import { call } from './call.ts'
import { currencyCode, instantText } from './shapes.ts'

/** How far back a chart goes. */
export const RATE_PERIODS = ['day', 'week', 'month', 'year'] as const

const rateText = v.string()

/** What a unit of one currency has cost in another, by the provider's mid rate: without the margin of what is offered. */
export const rateHistory = call({
  method: 'GET',
  path: '/v2/wallet/exchange/rates/history',
  auth: 'token',
  query: v.object({
    from_currency: currencyCode,
    to_currency: currencyCode,
    period: v.picklist(RATE_PERIODS),
  }),
  response: v.object({
    status: v.literal('ok'),
    from_currency_code: currencyCode,
    to_currency_code: currencyCode,
    starts_at: instantText,
    ends_at: instantText,
    /** Since when there are points of the pair; null where there are none. */
    known_since: v.nullable(instantText),
    points: v.array(v.object({ at: instantText, rate: rateText })),
    /** Of all points of the period; null where there are none. */
    summary: v.nullable(v.object({ first: rateText, last: rateText, low: rateText, high: rateText, change_percent: v.string() })),
  }),
})
