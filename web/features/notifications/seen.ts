import { create } from 'zustand'
import { readStored, writeStored } from '#web/lib/session/storage.ts'
import type { Notification } from './queries.ts'

const SEEN = 'notifications_seen'

/** Up to when the notifications have been seen on this device: the time of the newest at the last opening, by the server's clock. */
export interface Seen {
  readonly until: string | undefined
}

/** What has been seen; read by a selector: `useSeen((seen) => seen.until)`. */
export const useSeen = create<Seen>()(() => ({ until: readStored(SEEN) }))

/** The notifications that came after an instant; all of them when none has ever been seen. */
export function newerThan(notifications: readonly Notification[], until: string | undefined): readonly Notification[] {
  const limit = until === undefined ? Number.NEGATIVE_INFINITY : Date.parse(until)
  return notifications.filter(({ created_at }) => Date.parse(created_at) > limit)
}

/** Notes that all of these have been seen. */
export function markSeen(notifications: readonly Notification[]): void {
  const newest = newerThan(notifications, useSeen.getState().until).map(({ created_at }) => created_at)
  const until = newest.sort().at(-1)
  if (until === undefined) return
  writeStored(SEEN, until)
  useSeen.setState({ until })
}
