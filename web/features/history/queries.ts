import { queryOptions } from '@tanstack/react-query'
import { transactions } from '#contract/history'
import { callApi } from '#web/lib/api/call.ts'
import { readPage, type Transaction } from './transactions.ts'

/** The polling interval for pending transactions. */
export const POLL_INTERVAL_MS = 5000
const OPERATION_EVERY_MS = 3000
/** An operation that was just made is among the latest transactions. */
const OPERATION_PAGE = '20'

/**
 * The latest transactions. While some are pending they are polled every five seconds, except top-ups: an unpaid
 * one may stay open for a day.
 */
export function newestQuery(count: number) {
  return queryOptions({
    queryKey: ['transactions', 'newest', count],
    queryFn: async ({ signal }) => {
      const page = await callApi(transactions, { signal, query: { ordering: '-created_at', limit: String(count) } })
      return readPage(page).transactions
    },
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? POLL_INTERVAL_MS : false),
  })
}

/** One operation, polled until it ends: there is no call for it, so it is looked up among the latest transactions. Null: not there yet. */
export function operationQuery(operationId: string) {
  return queryOptions({
    queryKey: ['transactions', 'operation', operationId],
    queryFn: async ({ signal }) => {
      const page = readPage(await callApi(transactions, { signal, query: { ordering: '-created_at', limit: OPERATION_PAGE } }))
      return page.transactions.find((line) => line.operationId === operationId) ?? null
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'pending' ? false : OPERATION_EVERY_MS),
  })
}

/** Whether an operation has changed the balance but not ended. */
export function isPending({ isInBalance, state }: Transaction): boolean {
  return isInBalance && state === 'pending'
}
