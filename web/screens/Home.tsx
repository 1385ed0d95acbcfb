import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { Currency } from '#money/currency'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { findQuote } from '#web/features/exchange/rates.ts'
import { TransactionList } from '#web/features/history/list/TransactionList.tsx'
import { newestQuery } from '#web/features/history/queries.ts'
import { PaymentActions } from '#web/features/wallets/PaymentActions.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { TotalLine } from '#web/features/wallets/TotalLine.tsx'
import { WalletBlock } from '#web/features/wallets/WalletBlock.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { HOME_ROWS } from '#web/lib/page/home-rows.ts'
import { useIsTime } from '#web/lib/page/later.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useViewport } from '#web/lib/page/viewport.ts'
import { STEPS_KEY, WAITING_KEY } from '#web/lib/session/home-keys.ts'
import { readStored } from '#web/lib/session/storage.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import { ScreenTitle } from '#web/ui/page/ScreenTitle.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './Home.module.css'
import { QrBlock } from './QrBlock.tsx'

const Waiting = lazyComponent(() => import('./Waiting.tsx'))
const FirstSteps = lazyComponent(() => import('./FirstSteps.tsx'))
const TotalFoot = lazyComponent(() => import('#web/features/wallets/TotalFoot.tsx'))

/** Four blocks in this order: accounts, payment buttons, QR, transactions; among them, for some, what waits and the first steps. */
export default function Home() {
  const t = useTranslate()
  const profile = useProfile()
  const rows = HOME_ROWS[useViewport()]
  const isEmpty = useQuery(newestQuery(rows)).data?.length === 0
  return (
    <div className={css.home}>
      <ScreenTitle isHidden>{t('nav.home')}</ScreenTitle>
      <Accounts />
      <FirstStepsPlace />
      <PaymentActions isTopupAllowed={profile?.is_topup_allowed} isWithdrawalAllowed={profile?.is_withdrawal_allowed} />
      <QrBlock brand={currentBrand()} />
      <Card
        title={t('transactions.title')}
        action={
          isEmpty ? null : (
            <TextLink to={PATHS.History} isQuiet>
              {t('common.see_all')}
            </TextLink>
          )
        }
      >
        <TransactionList pageSize={rows} />
      </Card>
    </div>
  )
}

/** What waits for the user, above the accounts. Its place is kept where this device knows that something waited. */
function WaitingPlace() {
  const [keptHeight] = useState(() => Number(readStored(WAITING_KEY)) || undefined)
  return (
    <div className={css.waiting}>
      <Later isWanted={keptHeight !== undefined} height={keptHeight}>
        <Waiting keptHeight={keptHeight} />
      </Later>
    </div>
  )
}

/** First steps for whoever has had no money yet, until they are over. */
function FirstStepsPlace() {
  const { data: accounts } = useQuery(accountsQuery)
  const steps = readStored(STEPS_KEY)
  const isNew = steps === undefined && accounts?.every(({ balance }) => balance.minor === 0n)
  if (!isNew && steps !== 'open') return null
  return (
    <Later isWanted={steps === 'open'} height={358}>
      <FirstSteps />
    </Later>
  )
}

interface LaterProps {
  /** It is loaded at once instead of after the rest. */
  readonly isWanted: boolean
  /** The height of the place that is kept for it, in pixels. */
  readonly height: number | undefined
  readonly children: ReactNode
}

/** A part of Home that is loaded after the rest. If it fails, Home goes on without it. */
function Later({ isWanted, height, children }: LaterProps) {
  const isTime = useIsTime(isWanted)
  const place = height === undefined ? null : <Skeleton shape="card" height={`${height}px`} />
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={place}>{isTime ? children : place}</Suspense>
    </ErrorBoundary>
  )
}

function Accounts() {
  const t = useTranslate()
  const canOpen = useFeatureFlag('account_create')
  const { data: sheet, failure } = useRetryableQuery(ratesQuery)
  const findRate = sheet && ((from: Currency, to: Currency) => findQuote(sheet, from, to)?.rate)
  return (
    <div className={css.accounts}>
      <TotalLine findRate={findRate} isFailed={failure !== undefined}>
        <Later isWanted={false} height={undefined}>
          <TotalFoot findRate={findRate} rateFailure={failure} />
        </Later>
      </TotalLine>
      <WaitingPlace />
      <WalletBlock
        findRate={findRate}
        emptyAction={canOpen ? <ButtonLink to={PATHS.Wallet}>{t('wallet.create.title')}</ButtonLink> : undefined}
      />
    </div>
  )
}
