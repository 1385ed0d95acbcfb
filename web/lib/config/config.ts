import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { config } from '#contract/config'
import { callApi } from '#web/lib/api/call.ts'
import { CONFIG_KEY } from '#web/lib/api/query-client.ts'

const STALE_MS = 60_000

/** What the page needs before sign-in: feature flags, limits, support, whether this is a sandbox. */
export type Config = ResponseOf<typeof config>

/** The config call in the query cache. */
export const configQuery = queryOptions({
  queryKey: [CONFIG_KEY],
  queryFn: ({ signal }) => callApi(config, { signal }),
  staleTime: STALE_MS,
  // A feature that comes back at a set time also comes back on a page left open.
  refetchInterval: ({ state }) => Object.keys(state.data?.switched_off_until ?? {}).length > 0 && STALE_MS,
})
