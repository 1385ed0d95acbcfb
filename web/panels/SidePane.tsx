import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, Suspense } from 'react'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { RatesCard } from '#web/features/exchange/RatesCard.tsx'
import { findQuote } from '#web/features/exchange/rates.ts'
import { MonthCard } from '#web/features/history/list/MonthCard.tsx'
import { LimitsLeft } from '#web/features/limits/LimitsLeft.tsx'
import { RecentRecipientsCard } from '#web/features/recipients/RecentRecipientsCard.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { useTotalCurrency } from '#web/features/wallets/use-total-currency.ts'
import { PATHS, type ScreenName } from '#web/lib/address/paths.ts'
import { screenAt } from '#web/lib/address/screen-at.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useWasIdle } from '#web/lib/page/idle.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { usePanels } from '#web/lib/page/panels.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import css from './Profile.module.css'
import { ProfileCard } from './ProfileCard.tsx'

const Profile = lazyComponent(async () => ({ default: (await import('./Profile.tsx')).Profile }))
const Shortcuts = lazyComponent(() => import('./Shortcuts.tsx'))

type Help = 'rates' | 'limits' | 'month' | 'recent'

/** What helps on a screen, in its order below the profile. The card of recent recipients is left out beside a form that lists them. */
const HELPS: Readonly<Partial<Record<ScreenName, readonly Help[]>>> = {
  Home: ['rates', 'limits', 'month', 'recent'],
  Payment: ['recent', 'month'],
  History: ['month', 'recent'],
  Recipients: ['limits', 'month'],
  WalletTopUp: ['rates', 'month'],
  Exchange: ['rates', 'month'],
  SendToPerson: ['limits', 'month'],
  WalletWithdrawal: ['limits', 'month'],
  WalletSave: ['limits', 'month'],
  Ask: ['month'],
}
const ELSEWHERE: readonly Help[] = ['rates', 'limits']

/** What stands beside a screen from 920 px: the whole profile beside the settings, else its short card and what helps. The keys come with it. */
export default function SidePane({ pathname }: { readonly pathname: string }) {
  // A panel stands in its place.
  const isCovered = usePanels((panels) => panels.open !== undefined)
  const wasIdle = useWasIdle()
  return (
    <>
      {isCovered ? null : pathname === PATHS.Settings ? (
        <Suspense>
          <Profile part="person" isMain />
        </Suspense>
      ) : (
        <Helps screen={screenAt(pathname)} />
      )}
      {wasIdle ? (
        <ErrorBoundary resetKey={pathname} fallback={() => null}>
          <Suspense>
            <Shortcuts />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  )
}

/** The profile in short and what helps on a screen; of what is switched off there is nothing. */
function Helps({ screen }: { readonly screen: ScreenName | undefined }) {
  const { data: accounts } = useQuery(accountsQuery)
  const { data: sheet } = useQuery(ratesQuery)
  const currency = useTotalCurrency(accounts ?? [], (from, to) => findQuote(sheet, from, to)?.rate)
  const canExchange = useFeatureFlag('exchange')
  const exchanged = useSession((session) => session.exchangeAccounts)
  const codeOf = (accountId: string | undefined) => accounts?.find(({ id }) => id === accountId)?.balance.currency
  const given = codeOf(exchanged?.to) === currency ? codeOf(exchanged?.from) : undefined
  const cards: Readonly<Record<Help, () => ReactNode>> = {
    rates: () =>
      canExchange ? (
        <RatesCard currencies={accounts?.map(({ balance }) => balance.currency)} base={currency} given={given} />
      ) : null,
    limits: () => <LimitsLeft currency={currency} />,
    month: () => <MonthCard currency={currency} />,
    recent: () => <RecentRecipientsCard />,
  }
  return (
    <div className={css.cards}>
      <ProfileCard />
      {((screen && HELPS[screen]) ?? ELSEWHERE).map((help) => (
        <Fragment key={help}>{cards[help]()}</Fragment>
      ))}
    </div>
  )
}
