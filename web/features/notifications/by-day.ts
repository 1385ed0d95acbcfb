import type { Notification } from './queries.ts'

/** The notifications of a day, in their order, under its heading. */
export interface NoticeDay {
  readonly head: string
  readonly notices: readonly Notification[]
}

/** Groups notifications, newest first, by the headings of their days. */
export function byDay(notices: readonly Notification[], dayHead: (instant: string) => string): readonly NoticeDay[] {
  const days = new Map<string, Notification[]>()
  for (const notice of notices) {
    const head = dayHead(notice.created_at)
    const day = days.get(head)
    if (day) day.push(notice)
    else days.set(head, [notice])
  }
  return [...days].map(([head, ofDay]) => ({ head, notices: ofDay }))
}
