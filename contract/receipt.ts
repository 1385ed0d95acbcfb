import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { lineFields, openName, transactions } from './history.ts'
import type { StepName } from './operation-kind.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

// Taken from the call that has it: an export would be loaded with every first screen.
const transactionLine = transactions.response.entries.results.item

/** The reader's own line, with the account's balance after the operation; null while the operation has not moved it. */
const receiptLine = v.object({ ...transactionLine.entries, balance_after: v.nullable(amountText) })

/** A step of the operation: `at` is null when its time was not kept, or when the step is yet to come (`is_done`). */
const timelineStep = v.object({ step: openName, name: v.string(), at: v.nullable(instantText), is_done: v.boolean() })

/** The receipt of an operation: the reader's own lines, and of the other side only the facts that the reader may know. */
const receipt = v.object({
  id: idText,
  number: v.string(),
  lines: v.array(receiptLine),
  timeline: v.array(timelineStep),
  /** The price of one unit of `from_currency_code`, the mid rate at that time, and the difference in per cent. */
  rate: v.nullable(
    v.object({
      from_currency_code: currencyCode,
      to_currency_code: currencyCode,
      quantity_out: v.string(),
      mid: v.nullable(v.string()),
      margin_percent: v.nullable(v.string()),
    }),
  ),
  other_amount: v.nullable(v.object({ amount: amountText, currency_code: currencyCode })),
  /** The other party: a name, or a card or address without its middle. */
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

/** The receipt as a PDF for people, in their language. */
export const operationPdf = call({
  method: 'GET',
  path: '/v2/wallet/operation/receipt.pdf',
  auth: 'token',
  query,
  file: 'application/pdf',
  response: v.never(),
})

/** The API document's description of these calls. */
export const receiptDocumentation = {
  tag: 'History',
  calls: {
    operation: {
      summary: 'Read one operation',
      description:
        'One operation of the user’s, by the `operation_id` of its lines: its own lines, how it went on and when, the rate it ' +
        'was made at, and whom the money went to or came from. Of an old operation, what was kept. Steps are told apart by ' +
        '`step`; `name` is for people. One that was paid although its money had been given back ends in `delivered`, and is not to ' +
        'be repeated. Another user’s is `not_found`.',
      refusals: ['not_found'],
    },
    operationPdf: {
      summary: 'Download a receipt',
      description: 'The same as a sheet to be kept or handed on, with the name of whose wallet it is; a few a minute.',
      refusals: ['not_found'],
    },
  },
  fields: {
    number: {
      description: 'Its number for people: the day (UTC), where its id tells one, the end of the id and a check digit',
      also: { pattern: '^([0-9]{6}-)?[0-9A-F]{9}$' },
      example: '261120-05E0DC382',
    },
    rate: { description: 'The rate it was made at; null where nothing was exchanged' },
    other_amount: { description: 'What the other side gets, or has paid, where it is another amount' },
    other_party: { description: 'Whom the money went to or came from; null where nobody is known' },
    'lines.id': 'lineId',
    direction: { description: "Which way the money went: in, out, or between the user's own accounts" },
    'lines.amount': { form: 'signed', example: '-250.00' },
    'lines.status': {
      description: 'How it stands, translated: compare `state`, not this. For people, in the language of Accept-Language',
      example: 'complete',
    },
    balance_after: {
      form: 'told',
      description: 'What the account had once the operation had moved it; null while it has not',
      example: '750.00',
    },
    step: {
      description: 'What it came to',
      names: [
        'asked',
        'held',
        'checking',
        'waiting',
        'sent',
        'delivered',
        'arrived',
        'exchanged',
        'returned',
        'declined',
        'expired',
        'differs',
        'charged_back',
        'taken',
        'written_off',
        'collected',
      ] satisfies readonly StepName[],
      also: { pattern: '^[a-z_]+$' },
    },
    'timeline.name': {
      description: 'The step. For people, in the language of Accept-Language',
      example: 'Credited to your account',
    },
    at: { form: 'instant', description: 'When; null where that was not kept, or is yet to come' },
    is_done: { description: 'False for what is yet to come', example: true },
    mid: { form: 'rate', description: 'The mid rate then; null where it was not kept', example: '0.012500000000' },
    'rate.margin_percent': {
      description: 'How much worse than the mid rate, in per cent; null where it was not kept',
      also: { pattern: '^[0-9]+(\\.[0-9]+)?$' },
      example: '1.5',
    },
    'other_amount.amount': { form: 'told', example: '19.90' },
    'other_party.name': { description: 'As the user knows them', example: 'Anna S.' },
    'other_party.masked': { description: 'A card or an address without its middle', example: '220012••••••4821' },
    network: { description: 'Of the card, by its first figures; null or absent where they do not tell', example: 'Visa' },
  },
  otherFields: [lineFields],
} satisfies FeatureDocumentation
