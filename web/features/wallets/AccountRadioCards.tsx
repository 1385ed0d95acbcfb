import Wallet from 'lucide-react/icons/wallet'
import { useId } from 'react'
import { useAnswer } from '#web/lib/api/use-answer.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './AccountRadioCards.module.css'
import type { Account } from './accounts.ts'
import { accountsQuery } from './queries.ts'

export interface AccountRadioCardsProps {
  readonly label: string
  /** The accounts to choose from, once they are known. */
  readonly accounts: readonly Account[]
  readonly chosenId: string | undefined
  readonly onChoose: (accountId: string) => void
}

/** The wallet list of a form: every account in sight as a card, one of them chosen; with its other states. */
export function AccountRadioCards({ label, accounts, chosenId, onChoose }: AccountRadioCardsProps) {
  const t = useTexts()
  const name = useId()
  const { data, failure } = useAnswer(accountsQuery)
  if (failure) {
    return <LoadError message={t('wallets.error')} failure={failure} />
  }
  if (data && accounts.length === 0) return <EmptyState icon={<Wallet />}>{t('wallets.empty')}</EmptyState>
  return (
    <fieldset className={css.list} aria-busy={!data || undefined}>
      <legend className={css.label}>{label}</legend>
      <div className={css.cards}>
        {data ? (
          accounts.map(({ id, balance }) => (
            <label key={id} className={css.card}>
              <input
                className={css.input}
                type="radio"
                name={name}
                value={id}
                checked={id === chosenId}
                onChange={() => onChoose(id)}
              />
              <CurrencyDisc currency={balance.currency} />
              <span className={css.code}>{balance.currency}</span>
              <span className={css.balance}>
                <Amount of={balance} variant="balance" />
              </span>
              <span className={css.mark} aria-hidden="true" />
            </label>
          ))
        ) : (
          <>
            <Skeleton shape="block" height="64px" />
            <Skeleton shape="block" height="64px" />
          </>
        )}
      </div>
    </fieldset>
  )
}
