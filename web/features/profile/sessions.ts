import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { endSessions, renameDevice, sessions } from '#contract/sessions'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'

/** A place where the user is signed in. */
export type DeviceSession = ResponseOf<typeof sessions>['results'][number]

/** Where the user is signed in, the latest seen first, in the query cache. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await callApi(sessions, { signal })).results,
})

/** What to end: one session, or all but the present one. */
export type SessionsToEnd = DeviceSession | 'others'

/** Ends sessions; the list is refetched in any case. A session that has ended already counts as success. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: async (which: SessionsToEnd) => {
      try {
        await callApi(endSessions, { body: which === 'others' ? {} : { session_id: which.id } })
      } catch (failure) {
        if (!(failure instanceof ApiRefusal && failure.code === 'not_found')) throw failure
      }
    },
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
}

/** Gives the device of a session a name, or takes it away with an empty one. */
export function useRenameDevice() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ session, name }: { readonly session: DeviceSession; readonly name: string }) =>
      callApi(renameDevice, { body: { session_id: session.id, ...(name !== '' && { device_name: name }) } }),
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
  })
}

/** A network as people read it: `192.0.2.0/24` is `192.0.2.*`, `2001:db8:1::/48` is `2001:db8:1:*`. */
export function shownNetwork(network: string): string {
  const [address = ''] = network.split('/')
  return address.includes(':') ? address.replace(/:*$/, ':*') : address.replace(/\d+$/, '*')
}
