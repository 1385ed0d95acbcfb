import * as z from 'zod/mini'
import { call } from './call.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

/** What a user can do with money; also the types of the statistics. */
export const OPERATION_KINDS = ['topup', 'withdrawal', 'exchange'] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

const instantQuery = z.string().check(
  z.maxLength(32),
  z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
  z.meta({ description: 'ISO 8601 with zone', example: '2026-11-20T00:00:00.000Z' }),
)

/** A stretch of time: from `from` on, before `to`. One end may be open; turned round, the ends are swapped (spec point 5). */
const period = { from: z.optional(instantQuery), to: z.optional(instantQuery) }

/**
 * One line of an account's statement. An exchange has two, one for each account, so that the complete lines of a currency sum to
 * its balance. `amount` is signed; `status` is in the reader's language, `state` is not.
 */
export const transactionLine = z.object({
  id: idText,
  operation_id: idText,
  account_id: idText,
  kind: z.enum(OPERATION_KINDS),
  amount: amountText,
  fee: amountText,
  currency_code: currencyCode,
  status: z.string(),
  state: z.enum(['pending', 'complete', 'failed']),
  description: z.string(),
  category: z.string().check(z.meta({ description: "'default' (spec point 3)" })),
  created_at: instantText,
})

export const transactions = call({
  method: 'GET',
  path: '/v2/wallet/transaction',
  auth: 'token',
  summary: 'The statement, newest first; all of it, or a page at a time with `limit` and `cursor`.',
  query: z.object({
    ordering: z.optional(z.literal('-created_at')),
    limit: z.optional(
      z.string().check(z.maxLength(3), z.regex(/^([1-9][0-9]?|1[0-9][0-9]|200)$/), z.meta({ description: '1 to 200' })),
    ),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    account_id: z.optional(idText),
    kind: z.optional(z.enum(OPERATION_KINDS)),
    ...period,
  }),
  response: z.object({
    status: z.literal('ok'),
    results: z.array(transactionLine),
    next_cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

export const statistics = call({
  method: 'GET',
  path: '/v2/wallet/stat',
  auth: 'token',
  summary: 'Complete operations by type: their sum in one currency, and their share of all.',
  query: z.object({
    ...period,
    account_id: z.optional(idText),
    display_currency: z.optional(currencyCode),
  }),
  response: z.object({
    status: z.literal('ok'),
    currency_code: currencyCode,
    results: z.array(
      z.object({
        wallet_transaction_type: z.enum(OPERATION_KINDS),
        amount: amountText.check(
          z.meta({
            description:
              'In currency_code; top-ups positive, withdrawals negative, exchanges by what was given (of one account: by what came to it or left it)',
          }),
        ),
        percent: z.number().check(z.meta({ description: 'One decimal; all together 100.0', example: 62.5 })),
      }),
    ),
    missing: z.array(currencyCode).check(z.meta({ description: 'Currencies left out, as there is no rate for them' })),
  }),
  refusals: ['currency_unsupported'],
})
