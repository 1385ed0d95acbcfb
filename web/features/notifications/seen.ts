import { sessionStore, setNoticesSeen } from '#web/lib/session/session.ts'
import type { Notification } from './queries.ts'

/** The notifications that came after an instant; all of them when none has ever been seen. */
export function newerThan(notifications: readonly Notification[], until: string | undefined): readonly Notification[] {
  const limit = until === undefined ? Number.NEGATIVE_INFINITY : Date.parse(until)
  return notifications.filter(({ created_at }) => Date.parse(created_at) > limit)
}

/** Marks these notifications as seen by the user. */
export function markSeen(notifications: readonly Notification[]): void {
  const newest = newerThan(notifications, sessionStore.getState().noticesSeenUntil).map(({ created_at }) => created_at)
  const until = newest.sort().at(-1)
  if (until !== undefined) setNoticesSeen(until)
}
