import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Why a question has no answer, and how to ask it again. */
export interface Failure {
  readonly error: Error
  /** It is being asked again. */
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

export interface Answer<Data> {
  readonly data: Data | undefined
  /** Nothing while it is asked for the first time, and as soon as there is an answer. */
  readonly failure: Failure | undefined
}

/** What a question of the query cache is answered, or why it is not. */
export function useAnswer<FnData, Data = FnData, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<FnData, Error, Data, Key>,
): Answer<Data> {
  const query = useQuery(options)
  return { data: query.data, failure: useFailure(query) }
}

/**
 * Why a query has no answer. It stays while the query is asked again, by the person or by itself: the query forgets its error at once, and
 * the button that was pressed would go, with the focus on it.
 */
export function useFailure(
  query: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'refetch'>,
): Failure | undefined {
  const { data, error, errorUpdateCount, isFetching, refetch } = query
  const [latest, setLatest] = useState(error)
  if (error && error !== latest) setLatest(error)
  // The count is the query's own: another one that has not failed is only being asked.
  const lasting = error ?? (errorUpdateCount > 0 ? latest : null)
  if (data !== undefined || !lasting) return undefined
  return { error: lasting, isRetrying: isFetching, onRetry: () => void refetch() }
}
