import Wallet from 'lucide-react/icons/wallet'
import { type ReactNode, useDeferredValue } from 'react'
import { refetchOnMountUnlessFresh } from '#web/lib/api/query-client.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { ErrorBlock } from '#web/ui/state/ErrorBlock.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { setCurrentAccount, useSyncCurrentAccount } from './current.ts'
import { accountsQuery } from './queries.ts'
import type { FindRate } from './total.ts'
import { useTotalCurrency } from './use-total-currency.ts'
import css from './WalletBlock.module.css'
import { WalletCarousel } from './WalletCarousel.tsx'

const NO_RATE: FindRate = () => undefined

export interface WalletBlockProps {
  /** Nothing while the rates are not there: then no card says what it is worth. */
  readonly findRate?: FindRate | undefined
  readonly emptyAction?: ReactNode
}

/** The carousel with its loading, empty and failed states, all of one height. The list is refetched on mount. */
export function WalletBlock({ findRate, emptyAction }: WalletBlockProps) {
  const t = useTranslate()
  const { data: latest, failure } = useRetryableQuery({ ...accountsQuery, refetchOnMount: refetchOnMountUnlessFresh })
  // Deferred: several responses arrive at once when the page opens.
  const data = useDeferredValue(latest)
  const accounts = data?.filter(({ is_hidden }) => !is_hidden) ?? []
  const currency = useTotalCurrency(accounts, findRate ?? NO_RATE)
  const current = useSyncCurrentAccount(accounts)
  if (!data && failure) {
    return (
      <div className={css.block}>
        <ErrorBlock message={t('wallets.error')} isRetrying={failure.isRetrying} onRetry={failure.onRetry} />
      </div>
    )
  }
  if (!data) return <CarouselSkeleton />
  if (!current) {
    return (
      <div className={css.block}>
        <EmptyState icon={<Wallet />} action={emptyAction}>
          {t('wallets.empty')}
        </EmptyState>
      </div>
    )
  }
  return (
    <WalletCarousel
      accounts={accounts}
      worth={findRate && { currency, findRate }}
      index={accounts.indexOf(current)}
      onIndexChange={(index) => setCurrentAccount(accounts[index]?.id)}
    />
  )
}

function CarouselSkeleton() {
  return (
    <div className={css.skeleton} aria-busy="true">
      <Skeleton shape="card" height="var(--size-card)" />
      <Skeleton width="88px" height="8px" />
    </div>
  )
}
