import { queryOptions } from '@tanstack/react-query'
import { accountsBefore } from '#contract/accounts-before'
import { callApi } from '#web/lib/api/call.ts'

/** The balances of thirty days ago, asked for again with the accounts; none for a wallet that is younger. */
export const accountsBeforeQuery = queryOptions({
  queryKey: ['accounts', 'before'],
  queryFn: async ({ signal }) => (await callApi(accountsBefore, { signal })).results,
})
