import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Bell from 'lucide-react/icons/bell'
import Clock from 'lucide-react/icons/clock'
import HandCoins from 'lucide-react/icons/hand-coins'
import IdCard from 'lucide-react/icons/id-card'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TrendingUp from 'lucide-react/icons/trending-up'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { NOTICE_KINDS, type NoticeKind } from '#contract/notice-kinds'
import type { TextKey } from '#texts/texts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Link } from '#web/ui/Link.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './NoticeRow.module.css'
import type { Notification } from './queries.ts'
import { SecureByNotice } from './SecureByNotice.tsx'

export interface NoticeRowProps {
  readonly notice: Notification
  /** It is said without amounts. */
  readonly isMasked: boolean
}

/** One notification under the heading of its day: kind, state of its operation, text, time and link. */
export function NoticeRow({ notice, isMasked }: NoticeRowProps) {
  const t = useTranslate()
  const { time } = useFormats()
  const words = useId()
  const {
    id,
    message,
    masked_message: masked = message,
    created_at,
    path,
    can_secure: canSecure,
    is_unread: isNew,
    state,
  } = notice
  const kind = noticeKindOf(notice.kind)
  const Icon = state === 'failed' ? X : state === 'pending' ? Clock : KIND_ICONS[kind]
  const link =
    path === undefined ? null : (
      // The state makes it another entry, even where the address is already there.
      <Link className={css.link} to={path} state={{ notice: id }} aria-describedby={words}>
        {t(linkText(notice))}
      </Link>
    )
  return (
    <li className={css.item} data-new={isNew || undefined}>
      <span className={css.icon} data-kind={kind} data-state={state}>
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
            {time(created_at)}
          </time>
          {canSecure ? <SecureByNotice id={id}>{link}</SecureByNotice> : link}
        </div>
      </div>
    </li>
  )
}

/** The icon of each kind of notification. */
const KIND_ICONS: Readonly<Record<NoticeKind, typeof Bell>> = {
  money_in: ArrowDownLeft,
  money_out: ArrowUpRight,
  exchange: ArrowLeftRight,
  request: HandCoins,
  security: ShieldCheck,
  identification: IdCard,
  rate_alert: TrendingUp,
  news: Bell,
}

/** The kind of a notification; a kind that this version does not know counts as `news`. */
function noticeKindOf(unchecked: string | undefined): NoticeKind {
  return NOTICE_KINDS.find((kind) => kind === unchecked) ?? 'news'
}

/** What the page calls the places that notifications lead to. */
const NAMES: Readonly<Record<string, TextKey>> = {
  '/settings#devices': 'profile.sessions',
  '/settings#pin': 'pin.row',
  '/settings#freeze': 'freeze.row',
  '/settings#passkeys': 'passkeys.title',
  '/settings#email': 'email.row',
  '/settings#data': 'data.title',
  '/settings#limits': 'levels.title',
  '/settings#identification': 'kyc.section',
  '/settings#support': 'profile.support',
  '/exchange': 'ex.title',
  '/wallet/topup': 'payment.topup_btn',
  '/wallet/withdrawal': 'payment.withdrawal_btn',
}

/** The text of the link to what a notification tells of. */
function linkText({ path = '', operation_id, request_id }: Notification): TextKey {
  if (operation_id !== undefined) return 'receipt.title'
  if (request_id !== undefined) return 'requests.open'
  return NAMES[path] ?? 'notif.show'
}
