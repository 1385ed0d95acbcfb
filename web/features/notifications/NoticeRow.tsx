import { useId } from 'react'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Link } from '#web/ui/Link.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { KIND_ICONS, noticeKindOf } from './kinds.ts'
import { linkText } from './link-text.ts'
import css from './NoticeRow.module.css'
import type { Notification } from './queries.ts'
import { SecureByNotice } from './SecureByNotice.tsx'

export interface NoticeRowProps {
  readonly notice: Notification
  /** It is said without amounts. */
  readonly isMasked: boolean
}

/** One notification: of which kind it is, what it tells and when, and the way to that. */
export function NoticeRow({ notice, isMasked }: NoticeRowProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const words = useId()
  const { id, message, masked_message: masked = message, created_at, path, can_secure: canSecure, is_unread: isNew } = notice
  const kind = noticeKindOf(notice.kind)
  const Icon = KIND_ICONS[kind]
  return (
    <li className={css.item} data-new={isNew || undefined}>
      <span className={css.icon} data-kind={kind}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={css.body}>
        <VisuallyHidden>
          {isNew ? `${t('notif.new')}. ` : ''}
          {t(`notif.kind.${kind}`)}
        </VisuallyHidden>
        <p id={words} className={css.message}>
          {isMasked ? masked : message}
        </p>
        <div className={css.foot}>
          <time className={css.time} dateTime={created_at}>
            {dateTime(created_at)}
          </time>
          {path === undefined ? null : (
            // The state makes it another entry, even where the address is already there.
            <Link className={css.link} to={path} state={{ notice: id }} aria-describedby={words}>
              {t(linkText(notice))}
            </Link>
          )}
        </div>
        {canSecure ? <SecureByNotice id={id} /> : null}
      </div>
    </li>
  )
}
