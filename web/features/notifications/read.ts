import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readNotifications } from '#contract/notice-settings'
import { callApi } from '#web/lib/api/call.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { type Notification, notificationsQuery } from './queries.ts'

/** Marks as read, on all devices, what the list has up to an instant. The bell knows at once, other pages by the stream of events. */
export function useRead() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: (until: string) => callApi(readNotifications, { body: { until } }),
    onSuccess: (_, until) => {
      queryClient.setQueryData(notificationsQuery.queryKey, (list) => list?.map((notice) => readUpTo(notice, until)))
    },
  })
}

/** Marks as read what was shown, once the list is left. Without a network it stays unread. */
export function useReadOnLeaving(shown: readonly Notification[] | undefined): void {
  const { mutate } = useRead()
  const latest = useRef<() => void>(undefined)
  useEffect(() => {
    const until = shown && newestUnread(shown)
    latest.current = until === undefined ? undefined : () => mutate(until)
  })
  useEffect(
    () => () => {
      // Of who has just been signed out nothing is read any more.
      if (sessionStore.getState().authToken !== undefined) latest.current?.()
    },
    [],
  )
}

/** When the newest of the unread ones came; undefined where all are read. */
export function newestUnread(notices: readonly Notification[]): string | undefined {
  const times = notices.filter(({ is_unread: isUnread }) => isUnread).map(({ created_at }) => created_at)
  return times.sort().at(-1)
}

function readUpTo(notice: Notification, until: string): Notification {
  return Date.parse(notice.created_at) > Date.parse(until) ? notice : { ...notice, is_unread: false }
}
