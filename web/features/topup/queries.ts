import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { topupStatus } from '#contract/topup'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient } from '#web/lib/api/failures.ts'

const POLL_INTERVAL_MS = 5000

/** A top-up order as in the status call. */
export type Order = ResponseOf<typeof topupStatus>

/**
 * The state of an order, polled every five seconds until it ends. A hidden tab does not
 * poll; regaining focus refetches at once, also an order that has failed. A failed fetch is retried at the next interval.
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

/** Not ended yet, as far as is known; a cancelled order may be paid at this moment. */
function isOpen({ data, error }: Known): boolean {
  return data === undefined ? !isOrderUnknown(error) : data.status === 'waiting' || data.is_cancelled === true
}

/** Whether the server has responded that this user has no such order. */
export function isOrderUnknown(failure: unknown): failure is ApiRefusal {
  return failure instanceof ApiRefusal && !isTransient(failure)
}
