import * as v from 'valibot'
import { call } from './call.ts'
import type { Fields } from './documentation.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

/** A name of an open enumeration: clients show unknown names without special treatment. */
export const openName = v.pipe(v.string(), v.maxLength(40))

/**
 * A line of an account's statement. An exchange has two lines, one for each account, so that an account's lines in its balance add up to it.
 * `amount` is signed; `status` is in the reader's language, `state` is not.
 */
const transactionLine = v.object({
  id: idText,
  operation_id: idText,
  account_id: idText,
  kind: openName,
  direction: v.picklist(['in', 'out', 'own']),
  in_balance: v.boolean(),
  repeat: v.nullable(v.picklist(['topup', 'withdrawal', 'exchange'])),
  amount: amountText,
  fee: amountText,
  currency_code: currencyCode,
  status: v.string(),
  state: v.picklist(['pending', 'complete', 'failed']),
  description: v.string(),
  description_amount: v.optional(v.string()),
  note: v.optional(v.string()),
  category: v.string(),
  created_at: instantText,
})

export const statementReply = {
  status: v.literal('ok'),
  results: v.array(transactionLine),
  next_cursor: v.nullable(v.string()),
}

/** The number of lines asked for, and their order. */
export const firstLines = {
  ordering: v.optional(v.literal('-created_at')),
  limit: v.optional(v.pipe(v.string(), v.maxLength(3), v.regex(/^([1-9][0-9]?|1[0-9][0-9]|200)$/))),
}

/** The statement as the first screen asks for it; history-search.ts has the complete call. */
export const transactions = call({
  method: 'GET',
  path: '/v2/wallet/transaction',
  auth: 'token',
  query: v.object(firstLines),
  response: v.object(statementReply),
})

/** The API document's description of these fields. */
export const lineFields = {
  kind: { form: 'operationKind', description: 'What it was' },
  in_balance: { description: 'Whether the amount is in the balance of the account now', example: true },
  repeat: {
    description:
      'The form that makes it again; null where nothing does. The receipt has the last word: there it is null, too, for what was paid after its money had come back',
  },
  description: { description: 'What it was. For people, in the language of Accept-Language', example: 'Card •• 4821' },
  description_amount: {
    description:
      'The part of `description` that is an amount, for whoever hides amounts; not there for a description without one',
    example: '$59.67',
  },
  category: { description: "'default'", example: 'default' },
} satisfies Fields
