import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { notifications } from '#contract/notifications'
import { callApi } from '#web/lib/api/call.ts'
import { refetchOnMountUnlessFresh } from '#web/lib/api/query-client.ts'

/** One notification. */
export type Notification = ResponseOf<typeof notifications>['results'][number]

/** The notifications, newest first; refetched whenever the header mounts. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => (await callApi(notifications, { signal })).results,
  refetchOnMount: refetchOnMountUnlessFresh,
})
