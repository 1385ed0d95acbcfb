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

/** The user's latest requests, made and received, for Home. The list has pages, but here requests made do not hide requests received. */
export const latestRequestsQuery = queryOptions({
  queryKey: LATEST_REQUESTS,
  queryFn: async ({ signal }) => {
    const { results, has_more: hasMore } = await callApi(listRequests, { signal })
    if (!hasMore) return results
    const received = await callApi(listRequests, { query: { direction: 'received' }, signal })
    return [...results.filter(({ direction }) => direction === 'made'), ...received.results]
  },
})
