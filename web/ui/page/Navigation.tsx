import House from 'lucide-react/icons/house'
import History from 'lucide-react/icons/rotate-ccw-clock'
import ScanQrCode from 'lucide-react/icons/scan-qr-code'
import Settings from 'lucide-react/icons/settings'
import Wallet from 'lucide-react/icons/wallet'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Link } from '#web/ui/Link.tsx'
import css from './Navigation.module.css'

/** The five places of the signed-in shell, in this order everywhere, some with inner screens that have no address under its own. */
const ITEMS = [
  { to: PATHS.Home, text: 'nav.home', Icon: House },
  { to: PATHS.Wallet, text: 'nav.wallet', Icon: Wallet, inner: PATHS.Exchange },
  { to: PATHS.Payment, text: 'nav.payment', Icon: ScanQrCode },
  { to: PATHS.History, text: 'nav.history', Icon: History },
  { to: PATHS.Settings, text: 'nav.settings', Icon: Settings, inner: PATHS.OnDatoResult },
] as const satisfies readonly Item[]

interface Item {
  readonly to: string
  readonly text: TextKey
  readonly Icon: typeof House
  readonly inner?: string
}

export interface NavigationProps {
  /** `tabs`: a bar at the bottom of phones, with icons. `bar`: words in the header. */
  readonly look: 'tabs' | 'bar'
}

/** The navigation of the signed-in shell. The current place is told by shape, colour and `aria-current`; inner screens belong to theirs. */
export function Navigation({ look }: NavigationProps) {
  const t = useTranslate()
  const { pathname } = useHistoryEntry()
  const isAt = (place: string | undefined) => `${pathname}/`.startsWith(`${place}/`)
  const isCurrent = ({ to, inner }: Item) => isAt(to) || isAt(inner)
  return (
    <nav className={css[look]} aria-label={t('nav.label')}>
      {ITEMS.map((item) => (
        <Link key={item.to} to={item.to} className={css.item} aria-current={isCurrent(item) ? 'page' : undefined}>
          {look === 'tabs' ? (
            <span className={css.icon}>
              <item.Icon aria-hidden />
            </span>
          ) : null}
          {t(item.text)}
        </Link>
      ))}
    </nav>
  )
}
