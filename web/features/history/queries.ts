import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type OperationKind, transactions } from '#contract/history'
import { callApi } from '#web/lib/call.ts'
import { readPage, type Transaction } from './transactions.ts'

const WATCH_EVERY_MS = 5000
const OPERATION_EVERY_MS = 3000
/** An operation that was just made is among the newest lines. */
const OPERATION_PAGE = '20'
/** The first page has no cursor. */
const START = ''

/** Which part of the statement: of one account, one kind, one period, or of all. */
export interface StatementPart {
  readonly accountId?: string | undefined
  readonly kind?: OperationKind | undefined
  /** Instants: from the first on, before the second. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly pageSize: number
}

/**
 * The statement page by page, newest first. While a withdrawal is on its way it is asked for again every five seconds; a top-up that
 * nobody paid may stay open for a day and is not waited for.
 */
export function statementQuery({ accountId, kind, from, to, pageSize }: StatementPart) {
  const part = { account_id: accountId, kind, from, to }
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
      state.data?.pages.some((page) => page.transactions.some(isOnItsWay)) ? WATCH_EVERY_MS : false,
  })
}

/** One operation, watched until it ends: there is no call for it, so it is looked up among the newest lines. Null: not there yet. */
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

/** A withdrawal that has not ended. */
export function isOnItsWay({ kind, state }: Transaction): boolean {
  return kind === 'withdrawal' && state === 'pending'
}
