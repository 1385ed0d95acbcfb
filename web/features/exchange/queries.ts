import { queryOptions } from '@tanstack/react-query'
import { exchangeRates } from '#contract/exchange'
import { callApi } from '#web/lib/api/call.ts'
import { readRates } from './rates.ts'

/** A rate in sight is asked for anew before it can grow old unseen. */
const REFETCH_INTERVAL_MS = 30_000

/** The rates in the query cache, for whoever shows them only. */
export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async ({ signal }) => readRates(await callApi(exchangeRates, { signal })),
})

/** The rates for whoever exchanges by them: fresh when the screen opens and on coming back to it, then every 30 seconds. */
export const liveRatesQuery = queryOptions({
  ...ratesQuery,
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: REFETCH_INTERVAL_MS,
})
