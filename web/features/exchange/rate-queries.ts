import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ResponseOf } from '#contract/call'
import { rateAlerts, removeRateAlert, setRateAlert } from '#contract/rate-alerts'
import { type RATE_PERIODS, rateHistory } from '#contract/rate-history'
import type { Currency } from '#money/currency'
import { callApi } from '#web/lib/api/call.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'

export type RatePeriod = (typeof RATE_PERIODS)[number]
/** An open rate alert of the user's. */
export type RateAlert = ResponseOf<typeof rateAlerts>['results'][number]

/** Two currencies: the price of a unit of the first, in the second. */
export interface Pair {
  readonly base: Currency
  readonly quote: Currency
}

// The server has a new point every quarter of an hour.
const FRESH_MS = 300_000

/** The price of one currency in another over a period. */
export function rateHistoryQuery({ base, quote }: Pair, period: RatePeriod) {
  return queryOptions({
    queryKey: ['rate-history', { base, quote, period }],
    queryFn: ({ signal }) => callApi(rateHistory, { signal, query: { from_currency: base, to_currency: quote, period } }),
    staleTime: FRESH_MS,
  })
}

/** The user's open alerts, asked for whenever they are shown. */
export const rateAlertsQuery = queryOptions({
  queryKey: ['rate-alerts'],
  queryFn: async ({ signal }) => (await callApi(rateAlerts, { signal })).results,
  staleTime: 0,
})

interface Wanted extends Pair {
  /** A plain decimal. */
  readonly rate: string
}

/** Sets an alert; an alert sent without an answer is sent again under its key. */
export function useSetRateAlert() {
  const queryClient = useQueryClient()
  const attempt = useRef<{ readonly key: string; readonly of: string }>(undefined)
  return useSingleFlightMutation({
    mutationFn({ base, quote, rate }: Wanted) {
      const of = `${base} ${quote} ${rate}`
      if (attempt.current?.of !== of) attempt.current = { key: newIdempotencyKey(), of }
      const body = { from_currency: base, to_currency: quote, rate }
      return callApi(setRateAlert, { body, idempotencyKey: attempt.current.key })
    },
    async onSuccess() {
      attempt.current = undefined
      await queryClient.invalidateQueries(rateAlertsQuery)
    },
  })
}

/** Removes an alert. */
export function useRemoveRateAlert() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ id }: RateAlert) => callApi(removeRateAlert, { body: { alert_id: id } }),
    onSuccess: () => queryClient.invalidateQueries(rateAlertsQuery),
  })
}
