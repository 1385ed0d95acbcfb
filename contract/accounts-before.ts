import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { amountText, currencyCode, idText, instantText } from './shapes.ts'

/** The balances of thirty days ago. A call of its own, so that no screen waits longer for its accounts. */
export const accountsBefore = call({
  method: 'GET',
  path: '/v2/wallet/accounts/change',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    since: instantText,
    results: v.array(v.object({ account_id: idText, currency_code: currencyCode, balance_30_days_ago: amountText })),
  }),
})

/** The API document's description of this call. */
export const accountsBeforeDocumentation = {
  tag: 'Accounts',
  calls: {
    accountsBefore: {
      summary: 'Show balances of thirty days ago',
      description:
        'The balance that each account had at `since`, thirty days ago: what it has now without what operations begun since have moved; zero for an account that was opened later. There are ' +
        'no results for a wallet that is younger.',
      fields: {
        since: { form: 'instant', description: 'Thirty days ago' },
        balance_30_days_ago: { form: 'told', description: 'The balance at `since`', example: '1234.50' },
      },
    },
  },
} satisfies FeatureDocumentation
