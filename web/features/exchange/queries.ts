import { queryOptions } from '@tanstack/react-query'
import { exchangeRates } from '#contract/rates'
import { callApi } from '#web/lib/api/call.ts'
import { readRates } from './rates.ts'

/** Rates on the screen are refetched before they expire. */
export const RATES_RENEWED_MS = 30_000

/** The rates, for display only. */
export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async ({ signal }) => readRates(await callApi(exchangeRates, { signal })),
})

/** The rates for an exchange: refetched when the screen opens or regains focus, then every 30 seconds. */
export const liveRatesQuery = queryOptions({
  ...ratesQuery,
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: RATES_RENEWED_MS,
})
