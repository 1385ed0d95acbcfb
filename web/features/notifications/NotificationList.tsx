import Bell from 'lucide-react/icons/bell'
import { useRef } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { byDay } from './by-day.ts'
import { NoticeRow } from './NoticeRow.tsx'
import css from './NotificationList.module.css'
import { type Notification, notificationsQuery } from './queries.ts'
import { newestUnread, useRead, useReadOnLeaving } from './read.ts'

export interface NotificationListProps {
  /** The requests that wait above the list: their notifications are left out. */
  readonly waitingRequests?: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

/**
 * The notifications by their days, which are read once the list is left, or all at once. Says it when there are none or they cannot be had.
 * A transfer that waits is shown above the list, and its notification would ask to accept it after it was: it is left out.
 */
export default function NotificationList({ waitingRequests = NOTHING }: NotificationListProps) {
  const t = useTranslate()
  const { dayHead } = useFormats()
  const isMasked = useSession((session) => session.isAmountsHidden)
  const { data, failure } = useRetryableQuery({ ...notificationsQuery, refetchOnMount: true })
  useReadOnLeaving(data)
  if (!data) {
    return failure ? (
      <LoadError message={t('notif.error')} failure={failure} />
    ) : (
      <div aria-busy="true">
        <SkeletonRows count={3} />
      </div>
    )
  }
  const listed = data.filter(
    ({ transaction_id: incoming, request_id: request = '' }) => incoming === undefined && !waitingRequests.has(request),
  )
  return (
    <div>
      <Tools notices={listed} />
      {listed.length === 0 ? <EmptyState icon={<Bell />}>{t('notif.empty')}</EmptyState> : null}
      {byDay(listed, dayHead).map(({ head, notices }) => (
        <section key={head} className={css.day} aria-label={head}>
          <h3 className={css.head}>{head}</h3>
          <ul className={css.list}>
            {notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} isMasked={isMasked} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Reads all at once, and leads to what one is told of. The focus stays here when there is nothing left to read. */
function Tools({ notices }: { readonly notices: readonly Notification[] }) {
  const t = useTranslate()
  const reading = useRead()
  const done = useRef<HTMLParagraphElement>(null)
  const until = newestUnread(notices)
  return (
    <>
      <div className={css.tools}>
        <div className={css.first}>
          <p ref={done} className={css.done} tabIndex={-1} role="status">
            {reading.isSuccess && until === undefined ? t('notif.read_done') : ''}
          </p>
          {until === undefined ? null : (
            <div className={css.readAll}>
              <Button
                variant="text"
                size="m"
                isLoading={reading.isPending}
                onClick={() => reading.mutate(until, { onSuccess: () => done.current?.focus() })}
              >
                {t('notif.read_all')}
              </Button>
            </div>
          )}
        </div>
        <TextLink to="/settings#notices" isQuiet>
          {t('notif.set_up')}
        </TextLink>
      </div>
      <FormError message={reading.error ? failureText(t, reading.error) : undefined} />
    </>
  )
}
