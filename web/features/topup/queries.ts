import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { topupStatus } from '#contract/topup'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient } from '#web/lib/api/failures.ts'

const POLL_INTERVAL_MS = 5000

/** A top-up order as the status call tells it. */
export type Order = ResponseOf<typeof topupStatus>

/**
 * Where an order stands, asked every five seconds until it ends, with the address's own query. A hidden tab does not
 * ask; coming back asks at once, also about one that has failed. A question without an answer is asked again in its turn.
 */
export function orderQuery(order: string, currencyCode: string | undefined) {
  return queryOptions({
    queryKey: ['top-up', order],
    queryFn: ({ signal }) => callApi(topupStatus, { signal, query: { order, currencyCode } }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (isOpen(state) ? POLL_INTERVAL_MS : false),
    refetchOnWindowFocus: ({ state }) => (mayChange(state) ? 'always' : false),
    refetchOnReconnect: ({ state }) => (mayChange(state) ? 'always' : false),
  })
}

interface Known {
  readonly data: Order | undefined
  readonly error: unknown
}

/** Money may come after an order has failed. */
function mayChange(known: Known): boolean {
  return isOpen(known) || known.data?.status === 'failed'
}

/** Not ended yet, as far as is known. */
function isOpen({ data, error }: Known): boolean {
  return data === undefined ? !isOrderUnknown(error) : data.status === 'waiting'
}

/** Whether the server has said that there is no such order of this person. */
export function isOrderUnknown(failure: unknown): failure is ApiRefusal {
  return failure instanceof ApiRefusal && !isTransient(failure)
}
