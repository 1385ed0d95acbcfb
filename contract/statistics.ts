import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { openName } from './history.ts'
import { instantQuery, period, periodFields } from './period.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

/** An amount without a sign, and the type of its operations. */
const part = v.object({ wallet_transaction_type: openName, name: v.string(), amount: amountText, percent: v.number() })

/** The sum in one direction, without a sign, and that of the previous period. */
const flow = v.object({
  amount: amountText,
  previous_amount: v.nullable(amountText),
  change_percent: v.nullable(v.number()),
  by_type: v.array(part),
})

/** The sums of a period's operations, by kind, in one currency. */
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

/** The API document's description of these calls. */
export const statisticsDocumentation = {
  tag: 'History',
  calls: {
    statistics: {
      summary: 'Read sums by type',
      description:
        'Complete operations by type: their sum in one currency, and their share of all. Then what went out, what came in and ' +
        'what was exchanged, each without a sign, beside the period before: as long, or from `previous_from` on. Of a period ' +
        'that goes on, beside as much of that one as has passed. The latest 1000 lines of the period tell who got most.',
      refusals: ['currency_unsupported'],
    },
  },
  fields: {
    previous_from: {
      form: 'instant',
      description:
        'Where the period before begins, which ends where this one begins; without it that one is as long. It makes a calendar ' +
        'month be compared with the one before',
      example: '2026-11-19T00:00:00.000Z',
    },
    display_currency: { description: 'What the sums are told in; without it in the currency of the brand', example: 'USD' },
    missing: { description: 'Currencies left out, as there is no rate for them', example: 'KZT' },
    out: { description: 'What went out; exchanges are apart' },
    in: { description: 'What came in; exchanges are apart' },
    own: { description: 'What went between accounts of the user, by what was given' },
    compared_with: { description: 'The period before, as far as it is compared with; null where there is none' },
    by_recipient: { description: 'Who got most of what went out' },
    wallet_transaction_type: {
      form: 'statisticsCategory',
      description:
        'Top-ups are summed as positive, withdrawals as negative, exchanges by what was given (of one account: by what came to ' +
        'it or left it)',
    },
    name: { form: 'forPeople', example: 'Top-ups' },
    is_turnover: {
      description: 'The sum is of what went between accounts of the user: it neither adds nor takes',
      example: false,
    },
    'results.amount': { form: 'signed', example: '-250.00' },
    percent: { description: 'One decimal; all together 100.0', example: 62.5 },
    'out.amount': { form: 'told', example: '1250.00' },
    previous_amount: {
      form: 'told',
      description: 'The same of the period before; null where there is none, as the period has no start',
      example: '1000.00',
    },
    change_percent: {
      description: 'By how many whole per cent it is more than in the period before; null where there is nothing to compare with',
      also: { type: 'integer' },
      example: 25,
    },
    by_type: { description: 'The greatest first' },
    'by_type.amount': { form: 'told', example: '250.00' },
    'in.amount': { form: 'told', example: '3000.00' },
    'own.amount': { form: 'told', example: '400.00' },
    top: { description: 'Five at most, the greatest first' },
    rest_amount: { form: 'told', description: 'What all other recipients got', example: '80.00' },
    is_whole: { description: 'Whether the whole period was looked at, and not its latest lines alone', example: true },
    'top.kind': {
      description: 'A person or a seller by name, a card or an address by its end',
      names: ['person', 'seller', 'card', 'address'],
    },
    'top.name': { form: 'forPeople', example: 'Anna S.' },
    'top.amount': { form: 'told', example: '250.00' },
  },
  otherFields: [periodFields],
} satisfies FeatureDocumentation
