import { queryOptions, useQuery } from '@tanstack/react-query'
import { logout } from '#contract/auth'
import type { ResponseOf } from '#contract/call'
import { authInfo } from '#contract/profile'
import { callApi } from '#web/lib/call.ts'
import { signOut } from '#web/lib/session.ts'

const LOGOUT_TIMEOUT_SECONDS = 5

/** Who is signed in and what they may do (spec point 3, user info). */
export type Profile = ResponseOf<typeof authInfo>

/** The auth/info call in the query cache. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => callApi(authInfo, { signal }),
})

/** Who is signed in, or nothing until it is there. */
export function useProfile(): Profile | undefined {
  return useQuery(profileQuery).data
}

/** Ends the session here in any case; at the server too, when it can be reached in time. */
export async function logOut(): Promise<void> {
  await callApi(logout, { timeoutSeconds: LOGOUT_TIMEOUT_SECONDS }).catch(() => undefined)
  signOut('ended')
}
