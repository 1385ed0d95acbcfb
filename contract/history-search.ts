import * as v from 'valibot'
import { SCALE_MAX, SIZE_GRAMMAR } from '#money/size'
import { call } from './call.ts'
import { firstLines, openName, statementReply, transactions } from './history.ts'
import { period } from './period.ts'
import { personText } from './person-text.ts'
import { currencyCode, idText, instantText } from './shapes.ts'

/** What of a statement is asked for: a page or all of it, of an account, of one kind, of a period. */
const statementQuery = {
  ...firstLines,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  account_id: v.optional(idText),
  kind: v.optional(openName),
  type: v.optional(openName),
  ...period,
}

/** How large an amount is, whatever its currency: no sign, as many decimals as the finest has. */
const sizeText = v.pipe(v.string(), v.maxLength(13 + SCALE_MAX), v.regex(SIZE_GRAMMAR))

/** What a statement is searched for. With any of them the answer is a page, of at most 200 lines. */
export const search = {
  q: v.optional(personText(100)),
  state: v.optional(v.picklist(['pending', 'complete', 'failed'])),
  direction: v.optional(v.picklist(['in', 'out', 'own'])),
  currency_code: v.optional(currencyCode),
  amount_min: v.optional(sizeText),
  amount_max: v.optional(sizeText),
}

/** The statement, which may be searched. */
export const searchedTransactions = call({
  ...transactions,
  query: v.object({ ...statementQuery, ...search }),
  response: v.object({
    ...statementReply,
    /** How far back a search has looked that found too little for a page: it goes on from `next_cursor`. */
    searched_to: v.optional(instantText),
    /** At the end of the list, where what is older has been taken out of the wallet into its archive. */
    archived_until: v.optional(instantText),
  }),
})
