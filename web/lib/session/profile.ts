import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { authInfo } from '#contract/profile'
import { callApi } from '#web/lib/api/call.ts'

/** Who is signed in and what they may do. */
export type Profile = ResponseOf<typeof authInfo>

/** The query for auth/info. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => callApi(authInfo, { signal }),
})
