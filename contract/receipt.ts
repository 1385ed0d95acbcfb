import * as v from 'valibot'
import { call } from './call.ts'
import { openName, transactions } from './history.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

// Taken from the call that has it: an export of its own would be loaded with every first screen.
const transactionLine = transactions.response.entries.results.item

/** The reader's own line, with what its account had once the operation had moved it; null while it has not. */
const receiptLine = v.object({ ...transactionLine.entries, balance_after: v.nullable(amountText) })

/** A step on the way: `at` is null for one whose time was not kept, and for one that is yet to come (`is_done`). */
const timelineStep = v.object({ step: openName, name: v.string(), at: v.nullable(instantText), is_done: v.boolean() })

/** One operation as its receipt tells it: the reader's own lines, and of the other side only what they may know. */
const receipt = v.object({
  id: idText,
  number: v.string(),
  lines: v.array(receiptLine),
  timeline: v.array(timelineStep),
  /** What one of `from_currency_code` came to, the mid rate then, and the difference in per cent. */
  rate: v.nullable(
    v.object({
      from_currency_code: currencyCode,
      to_currency_code: currencyCode,
      quantity_out: v.string(),
      mid: v.nullable(v.string()),
      margin_percent: v.nullable(v.string()),
    }),
  ),
  /** What the other side gets, or has paid, where that is another amount than the line's. */
  other_amount: v.nullable(v.object({ amount: amountText, currency_code: currencyCode })),
  /** Who the money went to or came from: a name, or a card or address without its middle. */
  other_party: v.nullable(
    v.object({ name: v.nullable(v.string()), masked: v.nullable(v.string()), network: v.nullable(v.string()) }),
  ),
})

const query = v.object({ id: idText })

export const operation = call({
  method: 'GET',
  path: '/v2/wallet/operation',
  auth: 'token',
  query,
  response: v.object({ status: v.literal('ok'), operation: receipt }),
})

/** The same as a sheet for people, in their language. */
export const operationPdf = call({
  method: 'GET',
  path: '/v2/wallet/operation/receipt.pdf',
  auth: 'token',
  query,
  file: 'application/pdf',
  response: v.never(),
})
