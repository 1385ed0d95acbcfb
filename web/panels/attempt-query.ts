import { queryOptions } from '@tanstack/react-query'
import { attempt } from '#contract/attempt'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient } from '#web/lib/api/failures.ts'

const ASK_AGAIN_MS = 5000

/** What became of the attempt under a key: asked until there is an answer, which is the same for good. */
export function attemptQuery(key: string) {
  return queryOptions({
    queryKey: ['attempt', key],
    queryFn: ({ signal }) => callApi(attempt, { body: { key }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => (state.data || isAskedInVain(state.error) ? false : ASK_AGAIN_MS),
    refetchOnReconnect: ({ state }) => (state.data ? false : 'always'),
  })
}

/** Whether the server has said that it will not tell: asking again helps nothing. */
export function isAskedInVain(failure: unknown): boolean {
  return failure instanceof ApiRefusal && !isTransient(failure)
}
