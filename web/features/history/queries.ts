import { queryOptions } from '@tanstack/react-query'
import { transactions } from '#contract/history'
import { callApi } from '#web/lib/api/call.ts'
import { readPage, type Transaction } from './list/transactions.ts'

/** The polling interval for pending transactions. */
export const POLL_INTERVAL_MS = 5000

/**
 * The latest transactions: enough lines for `count` rows, however many exchanges are among them. Pending ones are polled every five
 * seconds, except top-ups: an unpaid top-up may stay open for a day.
 */
export function newestQuery(count: number) {
  return queryOptions({
    queryKey: ['transactions', 'newest', count],
    queryFn: async ({ signal }) => {
      const page = await callApi(transactions, { signal, query: { ordering: '-created_at', limit: String(2 * count) } })
      return readPage(page).transactions
    },
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? POLL_INTERVAL_MS : false),
  })
}

/** Whether an operation has changed the balance and has not ended. */
export function isPending({ isInBalance, state }: Transaction): boolean {
  return isInBalance && state === 'pending'
}
