import WalletIcon from 'lucide-react/icons/wallet'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { AccountRow } from '#web/features/wallets/AccountRow.tsx'
import { type Account, findByCurrency } from '#web/features/wallets/accounts.ts'
import { OpenAccountCard } from '#web/features/wallets/OpenAccountCard.tsx'
import { OrderAccountsButton } from '#web/features/wallets/OrderAccountsButton.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/ListRow.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import css from './Screen.module.css'
import { useWorth } from './use-worth.ts'

const MARKED_MS = 2000

/** The accounts with their balances, and the way to another one. The account that was just opened is marked. */
export default function Wallet() {
  const t = useTranslate()
  const { data: accounts, failure } = useRetryableQuery(accountsQuery)
  const worth = useWorth()
  const newId = useOpenedId(accounts)
  const shown = accounts?.filter(({ is_hidden }) => !is_hidden)
  const hidden = accounts?.filter(({ is_hidden }) => is_hidden) ?? []
  return (
    <div className={css.screen}>
      <ScreenHeader
        title={t('wallets.title')}
        action={shown && shown.length > 1 ? <OrderAccountsButton accounts={shown} /> : null}
      />
      <Card isBusy={!(accounts || failure)}>
        {shown ? (
          shown.length > 0 ? (
            <List label={t('wallets.title')} hasColumns>
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
          <List hasColumns>
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
