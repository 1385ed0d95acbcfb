import * as z from 'zod/mini'
import { call } from './call.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

/**
 * One line of an account's statement. An exchange has two, one for each account, so that the complete lines of a currency sum to
 * its balance. `amount` is signed; `status` is in the reader's language, `state` is not.
 */
export const transactionLine = z.object({
  id: idText,
  operation_id: idText,
  account_id: idText,
  kind: z.enum(['topup', 'withdrawal', 'exchange']),
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
    limit: z.optional(z.string().check(z.regex(/^([1-9][0-9]?|1[0-9][0-9]|200)$/), z.meta({ description: '1 to 200' }))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    account_id: z.optional(idText),
  }),
  response: z.object({
    status: z.literal('ok'),
    results: z.array(transactionLine),
    next_cursor: z.nullable(z.string()),
  }),
  refusals: [],
})
