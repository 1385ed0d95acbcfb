import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { currencyCode, instantText } from './shapes.ts'

/** The periods of a chart. */
export const RATE_PERIODS = ['day', 'week', 'month', 'year'] as const

const rateText = v.string()

/** The price of a unit of one currency in another over time, by the provider's mid rate, without our margin. */
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
    known_since: v.nullable(instantText),
    points: v.array(v.object({ at: instantText, rate: rateText })),
    summary: v.nullable(v.object({ first: rateText, last: rateText, low: rateText, high: rateText, change_percent: v.string() })),
  }),
})

/** The API document's description of these calls. */
export const rateHistoryDocumentation = {
  tag: 'Exchange',
  calls: {
    rateHistory: {
      summary: 'Show how a rate has moved',
      description:
        "What a unit of one account currency has cost in another over a day, a week, a month or a year: the provider's mid " +
        'rate, without the margin of what is offered. At most 120 points, with the first, the last, the least and the most of ' +
        'all that are kept.',
      refusals: ['currency_unsupported'],
    },
  },
  fields: {
    from_currency: { form: 'currency', description: 'What is bought or sold: one unit of it costs so much', example: 'USD' },
    to_currency: { form: 'currency', description: 'What it costs' },
    period: { description: 'How far back', example: 'month' },
    starts_at: 'instant',
    ends_at: 'instant',
    known_since: { form: 'instant', description: 'Since when the rate of the pair is known; null where it is not known yet' },
    points: { description: 'Oldest first, 120 at most' },
    summary: { description: 'Of all points that are kept of the period; null where there are none' },
    at: 'instant',
    rate: { form: 'rate', description: 'What one unit costs, a decimal string' },
    first: { form: 'rate', description: 'The oldest' },
    last: { form: 'rate', description: 'The latest' },
    low: { form: 'rate', description: 'The least' },
    high: { form: 'rate', description: 'The most' },
    change_percent: {
      description: 'From the first to the last, in per cent, two decimals',
      also: { pattern: '^-?(0|[1-9][0-9]*)\\.[0-9]{2}$' },
      example: '-1.25',
    },
  },
} satisfies FeatureDocumentation
