import { queryOptions, skipToken } from '@tanstack/react-query'

/** The key of the latest requests of the user's. */
export const LATEST_REQUESTS = ['requests', 'latest']

/** What of a request is told apart here. */
interface AskedRequest {
  readonly direction: 'made' | 'received'
}

/** The latest requests as soon as something else has asked for them (`latestRequestsQuery`): by itself it asks for nothing, and needs nothing. */
export const askedQuery = queryOptions<readonly AskedRequest[]>({ queryKey: LATEST_REQUESTS, queryFn: skipToken })
