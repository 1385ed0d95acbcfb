import * as v from 'valibot'
import { SCALE_MAX, SIZE_GRAMMAR } from '#money/size'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { firstLines, lineFields, openName, statementReply, transactions } from './history.ts'
import { period, periodFields } from './period.ts'
import { personText } from './person-text.ts'
import { currencyCode, idText, instantText } from './shapes.ts'

/** The part of a statement that is asked for: a page or the whole, an account, a kind, a period. */
const statementQuery = {
  ...firstLines,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  account_id: v.optional(idText),
  kind: v.optional(openName),
  type: v.optional(openName),
  ...period,
}

/** The size of an amount in any currency: no sign, and at most as many decimals as the finest currency has. */
const sizeText = v.pipe(v.string(), v.maxLength(13 + SCALE_MAX), v.regex(SIZE_GRAMMAR))

/** The criteria of a search in a statement. With any of them the answer is a page of at most 200 lines. */
export const search = {
  q: v.optional(personText(100)),
  state: v.optional(v.picklist(['pending', 'complete', 'failed'])),
  direction: v.optional(v.picklist(['in', 'out', 'own'])),
  currency_code: v.optional(currencyCode),
  amount_min: v.optional(sizeText),
  amount_max: v.optional(sizeText),
}

/** The statement, with an optional search. */
export const searchedTransactions = call({
  ...transactions,
  query: v.object({ ...statementQuery, ...search }),
  response: v.object({
    ...statementReply,
    searched_to: v.optional(instantText),
    archived_until: v.optional(instantText),
  }),
})

/** The API document's description of these calls. */
export const historySearchDocumentation = {
  tag: 'History',
  calls: {
    transactions: {
      summary: 'Read the statement',
      description:
        'The statement, newest first; a page at a time with `limit` and `cursor`, or all of it. More than 200 lines at once ' +
        'are sent while they are read, one answer at a time and a few a minute; where the connection is cut, ask again. An ' +
        'exchange has two lines, one for each account. The lines of an account with `in_balance` sum to its balance. Tell ' +
        'operations apart by `kind` and `state`; `status` and `description` are for people. With `q`, `state`, `direction`, ' +
        '`currency_code`, `amount_min` or `amount_max` it is searched, a page at a time: a call looks at no more than 5000 ' +
        'lines, and where they were too few for a page, `searched_to` says how far back it came and `next_cursor` goes on from ' +
        'there. A search cuts no exchange in two: a page may have one line more than `limit`. The last page says by ' +
        '`archived_until` from before when operations of the person have been taken into the archive, and are not in the list.',
      refusals: ['currency_unsupported'],
    },
  },
  fields: {
    ordering: { description: 'The one order there is: newest first' },
    limit: { description: 'How many lines; without it all', instead: { type: 'integer', minimum: 1, maximum: 200 }, example: 50 },
    type: { form: 'statisticsCategory', description: 'Only lines of this type, as the statistics have it' },
    q: {
      form: 'typed',
      description:
        'What the user would read: words of what it was and with whom, of its type and status, in the language of ' +
        'Accept-Language; or an amount, written as in either language, or the number of an operation. All of its words have to be found in a line, of an ' +
        'exchange in either',
      example: 'card 4821',
    },
    direction: {
      description:
        'Which way the money went. Asked for: `in` and `out` by the sign of the amount, so that an exchange has a line of each; ' +
        '`own` for lines between accounts of the user. Told: `own` for these, else `in` or `out`',
    },
    currency_code: { form: 'currency', description: 'Of the account' },
    amount_min: { description: 'At least this, whatever the sign and the currency', example: '100.00' },
    amount_max: { description: 'At most this, whatever the sign and the currency', example: '2000' },
    searched_to: {
      form: 'instant',
      description: 'How far back a search came that found too little for a page; absent otherwise',
    },
    id: 'lineId',
    'results.amount': { form: 'signed', example: '-250.00' },
    'results.status': {
      description: 'How it stands, translated: compare `state`, not this. For people, in the language of Accept-Language',
      example: 'complete',
    },
  },
  otherFields: [lineFields, periodFields],
} satisfies FeatureDocumentation
