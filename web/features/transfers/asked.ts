import { queryOptions, skipToken } from '@tanstack/react-query'

/** The key of the user's latest requests. */
export const LATEST_REQUESTS = ['requests', 'latest']

/** The part of a request that is needed here. */
interface AskedRequest {
  readonly direction: 'made' | 'received'
}

/** The latest requests, once `latestRequestsQuery` has loaded them: this query never loads anything itself, so it adds no code. */
export const askedQuery = queryOptions<readonly AskedRequest[]>({ queryKey: LATEST_REQUESTS, queryFn: skipToken })
