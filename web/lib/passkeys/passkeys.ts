import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { passkeys } from '#contract/passkeys'
import { callApi } from '#web/lib/api/call.ts'

/** A passkey of the user. */
export type Passkey = ResponseOf<typeof passkeys>['results'][number]

/** The passkeys of the user, the newest first, in the query cache. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await callApi(passkeys, { signal })).results,
})

const NUMERIC_HOST = /^[\d.]+$|:/

/** Whether this browser has passkeys for this page: a messenger's may have none, and none has any for a page without a name. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !NUMERIC_HOST.test(window.location.hostname)
}

/** Whether the user has a passkey, and a browser that can use one; no while that is not known. */
export function useOwnsPasskey(): boolean {
  const { data: own = [] } = useQuery({ ...passkeysQuery, enabled: hasPasskeys() })
  return own.length > 0
}
