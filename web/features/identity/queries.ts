import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { identificationStatus } from '#contract/identity'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient } from '#web/lib/api/failures.ts'

const POLL_EVERY_MS = 5000

/** The identification in the status call; undefined when there is none. */
type Known = ResponseOf<typeof identificationStatus>['active_identification']

/**
 * The state of the last identification; each request makes the server poll the provider. Refetched every five seconds until it ends; not
 * in a hidden tab, and at once on focus.
 */
export const identificationQuery = queryOptions({
  queryKey: ['identification'],
  queryFn: async ({ signal }) => (await callApi(identificationStatus, { signal })).active_identification,
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (isOpen(state) ? POLL_EVERY_MS : false),
  refetchOnWindowFocus: ({ state }) => (isOpen(state) ? 'always' : false),
})

/** Not ended yet, as far as is known. */
function isOpen({ data, error }: { data: Known | undefined; error: unknown }): boolean {
  if (error instanceof ApiRefusal && data === undefined) return isTransient(error)
  return data === undefined || (data !== null && data.status !== 'complete' && data.status !== 'aborted')
}
