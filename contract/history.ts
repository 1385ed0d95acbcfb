import * as v from 'valibot'
import { isInCalendar } from './calendar.ts'
import { call } from './call.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

/** A name of an open enumeration: clients show unknown values without special treatment. */
export const openName = v.pipe(v.string(), v.maxLength(40))

/** An instant as a question gives it: ISO 8601 with its zone, a day that there is. */
export const instantQuery = v.pipe(
  v.string(),
  v.maxLength(32),
  v.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$/),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isInCalendar(text.slice(0, 10))),
)

/** A half-open period: from `from` on, before `to`. One end may be left out; ends in the wrong order are swapped. */
export const period = { from: v.optional(instantQuery), to: v.optional(instantQuery) }

/**
 * One line of an account's statement. An exchange has two, one for each account, so that the lines of an account that are in its
 * balance sum to it. `amount` is signed; `status` is in the reader's language, `state` is not.
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
  /** The part of the description that is an amount. */
  description_amount: v.optional(v.string()),
  /** What the sender of a transfer has written. */
  note: v.optional(v.string()),
  category: v.string(),
  created_at: instantText,
})

/** What of a statement is asked for: a page or all of it, of an account, of one kind, of a period. */
export const statementQuery = {
  ordering: v.optional(v.literal('-created_at')),
  limit: v.optional(v.pipe(v.string(), v.maxLength(3), v.regex(/^([1-9][0-9]?|1[0-9][0-9]|200)$/))),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  account_id: v.optional(idText),
  kind: v.optional(openName),
  type: v.optional(openName),
  ...period,
}

export const statementReply = {
  status: v.literal('ok'),
  results: v.array(transactionLine),
  next_cursor: v.nullable(v.string()),
}

/** The statement as it is read without searching it: all that the first screen needs of the call (history-search.ts). */
export const transactions = call({
  method: 'GET',
  path: '/v2/wallet/transaction',
  auth: 'token',
  query: v.object(statementQuery),
  response: v.object(statementReply),
})
