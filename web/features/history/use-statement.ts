import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { transactions } from '#contract/history'
import { callApi } from '#web/lib/api/call.ts'
import { isPending, POLL_INTERVAL_MS } from './queries.ts'
import { readPage } from './transactions.ts'
import { useInvalidateWhenSettled } from './use-invalidate-when-settled.ts'

/** The first page has no cursor. */
const START = ''

/** The filter of a statement: one account, one category, one period, or everything. */
export interface StatementFilter {
  readonly accountId?: string | undefined
  readonly kind?: string | undefined
  /** Instants: from the first on, before the second. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly pageSize: number
}

function statementQuery({ accountId, kind, from, to, pageSize }: StatementFilter) {
  const part = { account_id: accountId, type: kind, from, to }
  return infiniteQueryOptions({
    queryKey: ['transactions', 'statement', { ...part, pageSize }],
    queryFn: async ({ pageParam, signal }) =>
      readPage(
        await callApi(transactions, {
          signal,
          query: {
            ordering: '-created_at',
            limit: String(pageSize),
            ...part,
            cursor: pageParam === START ? undefined : pageParam,
          },
        }),
      ),
    initialPageParam: START,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.transactions.some(isPending)) ? POLL_INTERVAL_MS : false,
  })
}

/** The transactions of a filter, page by page, newest first; polled while some are pending. */
export function useStatement(part: StatementFilter) {
  const statement = useInfiniteQuery(statementQuery(part))
  useInvalidateWhenSettled(statement.data?.pages.some(({ transactions }) => transactions.some(isPending)) ?? false)
  return statement
}
