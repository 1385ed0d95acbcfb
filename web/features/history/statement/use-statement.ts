import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { searchedTransactions } from '#contract/history-search'
import type { StatementSearch } from '#web/features/history/list/history-filter.ts'
import { readPage, type Transaction, type TransactionPage } from '#web/features/history/list/transactions.ts'
import { useInvalidateWhenSettled } from '#web/features/history/list/use-invalidate-when-settled.ts'
import { isPending, POLL_INTERVAL_MS } from '#web/features/history/queries.ts'
import { callApi } from '#web/lib/api/call.ts'

/** The first page has no cursor. */
const START = ''

/** A page of a statement, which may be the result of a search. */
interface StatementPage extends TransactionPage {
  /** The instant down to which a search has looked, when it found too little for a page. */
  readonly searchedTo: string | undefined
  /** On the last page, the instant before which operations are in the wallet's archive, if any are. */
  readonly archivedUntil: string | undefined
}

/** The filter of a statement: an account, a category, a period, a search, or nothing. */
export interface StatementFilter {
  readonly accountId?: string | undefined
  readonly kind?: string | undefined
  /** Instants, `from` inclusive and `to` exclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly search?: StatementSearch | undefined
  readonly pageSize: number
}

function statementQuery({ accountId, kind, from, to, search, pageSize }: StatementFilter) {
  const part = { account_id: accountId, type: kind, from, to, ...search }
  return infiniteQueryOptions({
    queryKey: ['transactions', 'statement', { ...part, pageSize }],
    queryFn: async ({ pageParam, signal }): Promise<StatementPage> => {
      const query = {
        ordering: '-created_at',
        limit: String(pageSize),
        ...part,
        cursor: pageParam === START ? undefined : pageParam,
      } as const
      const reply = await callApi(searchedTransactions, { signal, query })
      return { ...readPage(reply), searchedTo: reply.searched_to, archivedUntil: reply.archived_until }
    },
    initialPageParam: START,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A search is not polled: it may have read thousands of lines.
    refetchInterval: ({ state }) =>
      !search && state.data?.pages.some((page) => page.transactions.some(isPending)) ? POLL_INTERVAL_MS : false,
  })
}

/** The transactions of a filter, page by page, newest first; polled while some are pending. */
export function useStatement(part: StatementFilter) {
  const statement = useInfiniteQuery(statementQuery(part))
  useInvalidateWhenSettled(statement.data?.pages.some(({ transactions }) => transactions.some(isPending)) ?? false)
  return statement
}

/** The lines without the last one when it is a leg of an exchange whose other leg is on the next page. */
export function withoutHalf(lines: readonly Transaction[]): readonly Transaction[] {
  const last = lines.at(-1)
  const isHalf = last?.direction === 'own' && lines.at(-2)?.operationId !== last.operationId
  return isHalf ? lines.slice(0, -1) : lines
}
