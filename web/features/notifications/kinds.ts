import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Bell from 'lucide-react/icons/bell'
import HandCoins from 'lucide-react/icons/hand-coins'
import IdCard from 'lucide-react/icons/id-card'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TrendingUp from 'lucide-react/icons/trending-up'
import { NOTICE_KINDS, type NoticeKind } from '#contract/notice-settings'

/** The icon of each kind of notification. */
export const KIND_ICONS: Readonly<Record<NoticeKind, typeof Bell>> = {
  money_in: ArrowDownLeft,
  money_out: ArrowUpRight,
  exchange: ArrowLeftRight,
  request: HandCoins,
  security: ShieldCheck,
  identification: IdCard,
  rate_alert: TrendingUp,
  news: Bell,
}

/** The kind of a notification; what a later version names otherwise is news. */
export function noticeKindOf(unchecked: string | undefined): NoticeKind {
  return NOTICE_KINDS.find((kind) => kind === unchecked) ?? 'news'
}
