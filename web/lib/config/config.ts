import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { config, type Switch } from '#contract/config'
import { callApi } from '#web/lib/api/call.ts'
import { CONFIG_KEY } from '#web/lib/api/query-client.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { pickedSwitches } from './environment.ts'

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

/** The config, or nothing until it is there. */
export function useConfig(): Config | undefined {
  return useQuery(configQuery).data
}

/** Whether the operator has a feature on; as the brand begins with it until the server has said. In development /env stands above both. */
export function useSwitch(name: Switch): boolean {
  const served = useConfig()?.switches[name] ?? currentBrand().switches[name]
  const picked = import.meta.env.DEV ? pickedSwitches()[name] : undefined
  return picked ?? served
}
