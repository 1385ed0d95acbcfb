import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Why a query has no data, and how to retry it. */
export interface QueryFailure {
  readonly error: Error
  /** A retry is running. */
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

export interface RetryableQuery<Data> {
  readonly data: Data | undefined
  /** Undefined during the first fetch, and as soon as there are data. */
  readonly failure: QueryFailure | undefined
}

/** A query's data, or why there are none. */
export function useRetryableQuery<FnData, Data = FnData, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<FnData, Error, Data, Key>,
): RetryableQuery<Data> {
  const query = useQuery(options)
  return { data: query.data, failure: useQueryFailure(query) }
}

/**
 * Why a query has no data. The failure stays during a refetch, by the user or automatic: the query drops its error at once, and the
 * pressed button would disappear with the focus on it.
 */
export function useQueryFailure(
  query: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'refetch'>,
): QueryFailure | undefined {
  const { data, error, errorUpdateCount, isFetching, refetch } = query
  const [latest, setLatest] = useState(error)
  if (error && error !== latest) setLatest(error)
  // Failures are counted by query: a query that has never failed is only loading.
  const lasting = error ?? (errorUpdateCount > 0 ? latest : null)
  if (data !== undefined || !lasting) return undefined
  return { error: lasting, isRetrying: isFetching, onRetry: () => void refetch() }
}
