import ChevronDown from 'lucide-react/icons/chevron-down'
import Wallet from 'lucide-react/icons/wallet'
import { useId, useState } from 'react'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { type AccountDirection, openPanel } from '#web/lib/page/panels.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { RadioCards } from '#web/ui/field/RadioCards.tsx'
import { SearchInput } from '#web/ui/field/SearchInput.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { RetryButton } from '#web/ui/state/RetryButton.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import css from './AccountChooser.module.css'
import { AccountCode } from './AccountCode.tsx'
import { accountName } from './account-name.ts'
import type { Account } from './accounts.ts'
import { accountsQuery } from './queries.ts'
import { searchAccounts } from './search-accounts.ts'

/** What all looks of the chooser are drawn from. */
interface Choice {
  /** What is chosen here. */
  readonly label: string
  readonly chosenId: string | undefined
  readonly onChoose: (accountId: string) => void
  /** `chips` only: offers all accounts at once, chosen while no account is. */
  readonly onChooseAll?: () => void
  /** `field` only: whether money arrives there or leaves, which its panel is titled by. */
  readonly direction?: AccountDirection
  /** `rows` only: the account of the other side, visible but disabled. */
  readonly takenId?: string | undefined
  /** `rows` only: the amount stands behind its code, in place of its symbol. */
  readonly isCoded?: boolean
}

export interface AccountChooserProps extends Choice {
  /** Pills in a row; cards, all visible; a field that opens the panel; the rows of that panel, with a search. */
  readonly look: 'chips' | 'cards' | 'field' | 'rows'
  /** Which accounts can be chosen; all of them when left out. */
  readonly isOffered?: (account: Account) => boolean
}

/** Chooses one of the user's accounts, wherever that is done; with what it shows while they are loaded, when they cannot be, and when there are none. */
export function AccountChooser({ look, isOffered = () => true, ...choice }: AccountChooserProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(accountsQuery)
  if (failure && look === 'chips') {
    return <RetryButton variant="text" isRetrying={failure.isRetrying} onRetry={failure.onRetry} />
  }
  if (failure) return <LoadError message={t('wallets.error')} failure={failure} />
  const Look = LOOKS[look]
  return <Look {...choice} accounts={data?.filter(isOffered)} />
}

interface LookProps extends Choice {
  /** Nothing while they are on their way. */
  readonly accounts: readonly Account[] | undefined
}

const ALL = ''

function AccountChips({ label, accounts, chosenId, onChoose, onChooseAll }: LookProps) {
  const t = useTranslate()
  if (!accounts) {
    return (
      <div aria-busy="true">
        <Skeleton shape="block" width="240px" height="var(--size-target)" />
      </div>
    )
  }
  const options = accounts.map(({ id, balance }) => ({ value: id, label: balance.currency }))
  return (
    <Chips
      label={label}
      isLabelHidden
      options={onChooseAll ? [{ value: ALL, label: t('common.all') }, ...options] : options}
      value={chosenId ?? ALL}
      onValueChange={(chosen) => (chosen === ALL ? onChooseAll?.() : onChoose(chosen))}
    />
  )
}

function AccountCards({ label, accounts, chosenId, onChoose }: LookProps) {
  const t = useTranslate()
  if (accounts?.length === 0) return <EmptyState icon={<Wallet />}>{t('wallets.empty')}</EmptyState>
  const options = accounts?.map(({ id, balance }) => ({
    value: id,
    icon: <CurrencyDisc currency={balance.currency} />,
    title: balance.currency,
    subtitle: <Amount of={balance} variant="balance" />,
  }))
  return <RadioCards label={label} options={options} value={chosenId} onValueChange={onChoose} />
}

function AccountField({ label, accounts, chosenId, direction = 'out', onChoose }: LookProps) {
  const t = useTranslate()
  const id = useId()
  const chosen = accounts?.find((account) => account.id === chosenId)
  return (
    <div className={css.field} aria-busy={!accounts || undefined}>
      <span id={`${id}label`} className={css.label}>
        {label}
      </span>
      {accounts ? (
        <button
          type="button"
          id={id}
          className={css.control}
          aria-labelledby={`${id}label ${id}`}
          aria-haspopup="dialog"
          disabled={!chosen}
          onClick={() => openPanel('account', { direction, chosen: chosenId, onChoose })}
        >
          {chosen ? <ChosenAccount account={chosen} /> : t('wallets.empty')}
        </button>
      ) : (
        <Skeleton shape="block" height="64px" />
      )}
    </div>
  )
}

function ChosenAccount({ account }: { readonly account: Account }) {
  const t = useTranslate()
  const { balance } = account
  return (
    <>
      <CurrencyDisc currency={balance.currency} />
      <span className={css.code}>
        <AccountCode account={account} />
      </span>
      <span className={css.name}>{accountName(t, account)}</span>
      <span className={css.balance}>
        <Amount of={balance} variant="balance" />
      </span>
      <ChevronDown className={css.chevron} size={20} aria-hidden />
    </>
  )
}

/** With a search by code, name or amount; the chosen account is marked. */
function AccountRows({ label, accounts, chosenId, takenId, isCoded = false, onChoose }: LookProps) {
  const t = useTranslate()
  const [query, setQuery] = useState('')
  if (!accounts) {
    return (
      <div aria-busy="true">
        <SkeletonRows count={5} />
      </div>
    )
  }
  if (accounts.length === 0) return <EmptyState icon={<Wallet />}>{t('panel.account.empty')}</EmptyState>
  const found = searchAccounts(
    accounts,
    query,
    (account) => `${accountName(t, account)} ${t(`currency.${account.balance.currency}`)}`,
  )

  function noteOf(id: string): string | undefined {
    if (id === chosenId) return t('panel.account.current')
    return id === takenId ? t('panel.exchange.taken') : undefined
  }
  return (
    <div>
      <SearchInput value={query} onValueChange={setQuery} count={found.length} />
      <List label={label}>
        {found.map((account) => (
          <ListRow
            key={account.id}
            icon={<CurrencyDisc currency={account.balance.currency} />}
            title={isCoded ? <Amount of={account.balance} variant="coded" /> : <AccountCode account={account} />}
            subtitle={accountName(t, account)}
            value={isCoded ? undefined : <AccountBalance of={account.balance} />}
            note={noteOf(account.id)}
            isCurrent={account.id === chosenId}
            isDisabled={account.id === takenId}
            onPress={() => onChoose(account.id)}
          />
        ))}
      </List>
    </div>
  )
}

const LOOKS = { chips: AccountChips, cards: AccountCards, field: AccountField, rows: AccountRows } as const
