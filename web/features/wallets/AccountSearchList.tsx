import Wallet from 'lucide-react/icons/wallet'
import { useState } from 'react'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { SearchInput } from '#web/ui/field/SearchInput.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import type { Account } from './accounts.ts'
import { searchAccounts } from './search-accounts.ts'

export interface AccountSearchListProps {
  readonly accounts: readonly Account[]
  readonly chosenId: string | undefined
  /** Taken by the other side: in sight, but not to be chosen. */
  readonly takenId?: string | undefined
  /** How a row tells its amount: behind its code (Select account), or behind its symbol (Select exchange). */
  readonly variant: 'coded' | 'balance'
  readonly onChoose: (accountId: string) => void
}

/** The user's accounts with a search by code, name or amount; the chosen one is marked. */
export function AccountSearchList({ accounts, chosenId, takenId, variant, onChoose }: AccountSearchListProps) {
  const t = useTexts()
  const [query, setQuery] = useState('')
  const found = searchAccounts(accounts, query, ({ balance }) => t(`currency.${balance.currency}`))
  if (accounts.length === 0) return <EmptyState icon={<Wallet />}>{t('panel.account.empty')}</EmptyState>

  function noteOf(id: string): string | undefined {
    if (id === chosenId) return t('panel.account.current')
    return id === takenId ? t('panel.exchange.taken') : undefined
  }
  return (
    <div>
      <SearchInput value={query} onValueChange={setQuery} count={found.length} />
      <List label={t('a11y.results')}>
        {found.map(({ id, balance }) => (
          <ListRow
            key={id}
            icon={<CurrencyDisc currency={balance.currency} />}
            title={variant === 'coded' ? <Amount of={balance} variant="coded" /> : balance.currency}
            subtitle={t(`currency.${balance.currency}`)}
            value={variant === 'coded' ? undefined : <AccountBalance of={balance} />}
            note={noteOf(id)}
            isCurrent={id === chosenId}
            isDisabled={id === takenId}
            onPress={() => onChoose(id)}
          />
        ))}
      </List>
    </div>
  )
}
