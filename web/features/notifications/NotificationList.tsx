import Bell from 'lucide-react/icons/bell'
import { useEffect } from 'react'
import { requestPath } from '#web/lib/address/pay-link.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './NotificationList.module.css'
import { notificationsQuery } from './queries.ts'
import { SecureByNotice } from './SecureByNotice.tsx'
import { markSeen, newerThan } from './seen.ts'

/**
 * The notifications with their times, which are seen from then on; those after `newSince` are marked. Says it when there are
 * none or they cannot be had.
 */
export default function NotificationList({ newSince }: { readonly newSince: string | undefined }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { data, failure } = useRetryableQuery({ ...notificationsQuery, refetchOnMount: true })
  useEffect(() => {
    if (data) markSeen(data)
  }, [data])
  if (!data) {
    return failure ? (
      <LoadError message={t('notif.error')} failure={failure} />
    ) : (
      <div aria-busy="true">
        <SkeletonRows count={3} />
      </div>
    )
  }
  if (data.length === 0) return <EmptyState icon={<Bell />}>{t('notif.empty')}</EmptyState>
  const fresh = new Set(newerThan(data, newSince).map(({ id }) => id))
  return (
    <ul className={css.list}>
      {data.map(({ id, message, created_at, can_secure: canSecure, request_id: requestId }) => (
        <li key={id} className={css.item} data-new={fresh.has(id) || undefined}>
          <p className={css.message}>{message}</p>
          <time className={css.time} dateTime={created_at}>
            {dateTime(created_at)}
          </time>
          {canSecure ? <SecureByNotice id={id} /> : null}
          {requestId === undefined ? null : (
            <p className={css.open}>
              <TextLink to={requestPath(requestId)} isQuiet>
                {t('requests.open')}
              </TextLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
