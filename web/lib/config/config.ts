import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { config } from '#contract/config'
import { callApi } from '#web/lib/api/call.ts'
import { CONFIG_KEY } from '#web/lib/api/query-client.ts'

const STALE_MS = 60_000

/** What the page needs to know before anybody signs in: switches, limits, support, whether this is a sandbox. */
export type Config = ResponseOf<typeof config>

/** The config call in the query cache. */
export const configQuery = queryOptions({
  queryKey: [CONFIG_KEY],
  queryFn: ({ signal }) => callApi(config, { signal }),
  staleTime: STALE_MS,
  // What comes back at a time comes back to a page that stands open, too.
  refetchInterval: ({ state }) => Object.keys(state.data?.switched_off_until ?? {}).length > 0 && STALE_MS,
})
