import { useQuery } from '@tanstack/react-query'
import { Wallet as WalletIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AccountRow } from '#web/features/wallets/AccountRow.tsx'
import { OpenAccountCard } from '#web/features/wallets/OpenAccountCard.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { List } from '#web/ui/ListRow.tsx'
import { ScreenHeader } from '#web/ui/ScreenHeader.tsx'
import { SkeletonRows } from '#web/ui/Skeleton.tsx'
import css from './Screen.module.css'

const MARKED_MS = 2000

/** The accounts with their balances, and the way to another one (spec point 2). A new account is marked for two seconds. */
export default function Wallet() {
  const t = useTexts()
  const { data: accounts, error, isFetching, refetch } = useQuery(accountsQuery)
  const [newId, setNewId] = useState<string>()
  useEffect(() => {
    if (newId === undefined) return
    const timer = setTimeout(() => setNewId(undefined), MARKED_MS)
    return () => clearTimeout(timer)
  }, [newId])
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('wallets.title')} />
      <Card isBusy={!(accounts || error)}>
        {accounts ? (
          accounts.length > 0 ? (
            <List label={t('wallets.title')}>
              {accounts.map((account) => (
                <AccountRow key={account.id} account={account} isNew={account.id === newId} />
              ))}
            </List>
          ) : (
            <EmptyState icon={<WalletIcon />}>{t('wallets.empty')}</EmptyState>
          )
        ) : error ? (
          <ErrorBlock
            message={t('wallets.error')}
            cause={failureText(t, error)}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows count={3} />
        )}
      </Card>
      {accounts ? <OpenAccountCard accounts={accounts} onOpened={setNewId} /> : null}
    </div>
  )
}
