import WalletIcon from 'lucide-react/icons/wallet'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { AccountRow } from '#web/features/wallets/AccountRow.tsx'
import { type Account, findByCurrency } from '#web/features/wallets/accounts.ts'
import { OpenAccountCard } from '#web/features/wallets/OpenAccountCard.tsx'
import { OrderAccountsButton } from '#web/features/wallets/OrderAccountsButton.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import TotalFoot from '#web/features/wallets/TotalFoot.tsx'
import { TotalLine } from '#web/features/wallets/TotalLine.tsx'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/ListRow.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { useWorth } from './use-worth.ts'
import css from './Wallet.module.css'

const MARKED_MS = 2000

/** The accounts with their total and balances, and the way to another one. The account that was just opened is marked. */
export default function Wallet() {
  const t = useTranslate()
  const { data: accounts, failure } = useRetryableQuery(accountsQuery)
  const worth = useWorth()
  const { failure: rateFailure } = useRetryableQuery(ratesQuery)
  const newId = useOpenedId(accounts)
  const shown = accounts?.filter(({ is_hidden }) => !is_hidden)
  const hidden = accounts?.filter(({ is_hidden }) => is_hidden) ?? []
  return (
    <div className={css.screen}>
      <div>
        <ScreenHeader
          title={t('wallets.title')}
          action={shown && shown.length > 1 ? <OrderAccountsButton accounts={shown} /> : null}
        />
        {accounts?.length === 0 ? null : (
          <div className={css.total}>
            <TotalLine findRate={worth?.findRate} isFailed={rateFailure !== undefined}>
              <TotalFoot findRate={worth?.findRate} rateFailure={rateFailure} />
            </TotalLine>
          </div>
        )}
      </div>
      <Card isBusy={!(accounts || failure)}>
        {shown ? (
          shown.length > 0 ? (
            <List label={t('wallets.title')}>
              {shown.map((account) => (
                <AccountRow key={account.id} account={account} worth={worth} isNew={account.id === newId} />
              ))}
            </List>
          ) : (
            <EmptyState icon={<WalletIcon />}>{t('wallets.empty')}</EmptyState>
          )
        ) : failure ? (
          <LoadError message={t('wallets.error')} failure={failure} />
        ) : (
          <SkeletonRows count={3} />
        )}
      </Card>
      {hidden.length > 0 ? (
        <Card title={t('wallets.hidden')}>
          <List>
            {hidden.map((account) => (
              <AccountRow key={account.id} account={account} worth={worth} isNew={account.id === newId} />
            ))}
          </List>
        </Card>
      ) : null}
      {accounts ? <OpenAccountCard accounts={accounts} /> : null}
    </div>
  )
}

/** The account whose currency the address names as just opened, `?opened=EUR`; after two seconds the address forgets it. */
function useOpenedId(accounts: readonly Account[] | undefined): string | undefined {
  const [search, setSearch] = useSearchParams()
  const openedId = accounts && findByCurrency(accounts, search.get('opened'))?.id
  useEffect(() => {
    if (openedId === undefined) return
    const timer = setTimeout(() => setSearch({}, { replace: true }), MARKED_MS)
    return () => clearTimeout(timer)
  }, [openedId, setSearch])
  return openedId
}
