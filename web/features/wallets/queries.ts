import { queryOptions } from '@tanstack/react-query'
import { wallet } from '#contract/wallets'
import { callApi } from '#web/lib/api/call.ts'
import { readAccounts } from './accounts.ts'

/** The user's accounts in the query cache, in the order they were opened. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => readAccounts(await callApi(wallet, { signal })),
})
