import { queryOptions } from '@tanstack/react-query'
import { listRequests } from '#contract/requests'
import { incomingTransfers } from '#contract/transfers'
import { callApi } from '#web/lib/api/call.ts'
import { LATEST_REQUESTS } from './asked.ts'

/** Transfers that wait for the user. */
export const incomingQuery = queryOptions({
  queryKey: ['incoming'],
  queryFn: async ({ signal }) => (await callApi(incomingTransfers, { signal })).results,
})

/** The latest requests of the user's, made and received, as Home needs them: the list itself has pages, but those made hide none received. */
export const latestRequestsQuery = queryOptions({
  queryKey: LATEST_REQUESTS,
  queryFn: async ({ signal }) => {
    const { results, has_more: hasMore } = await callApi(listRequests, { signal })
    if (!hasMore) return results
    const received = await callApi(listRequests, { query: { direction: 'received' }, signal })
    return [...results.filter(({ direction }) => direction === 'made'), ...received.results]
  },
})
