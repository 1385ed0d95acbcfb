import Wallet from 'lucide-react/icons/wallet'
import { useId } from 'react'
import { useAnswer } from '#web/lib/api/use-answer.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './AccountChoice.module.css'
import type { Account } from './accounts.ts'
import { accountsQuery } from './queries.ts'

export interface AccountChoiceProps {
  readonly label: string
  readonly chosenId: string | undefined
  readonly onChoose: (accountId: string) => void
}

/** The accounts as radio cards, all in sight (Payment on a wide screen): code, then symbol and balance. */
export function AccountChoice({ label, chosenId, onChoose }: AccountChoiceProps) {
  const t = useTexts()
  const name = useId()
  const { data: accounts, failure } = useAnswer(accountsQuery)
  if (failure) {
    return <LoadError message={t('wallets.error')} failure={failure} />
  }
  if (accounts?.length === 0) return <EmptyState icon={<Wallet />}>{t('wallets.empty')}</EmptyState>
  return (
    <fieldset className={css.group} aria-busy={!accounts || undefined}>
      <legend className={css.label}>{label}</legend>
      <div className={css.cards}>
        {accounts ? (
          accounts.map((account) => (
            <label key={account.id} className={css.card}>
              <input
                className={css.input}
                type="radio"
                name={name}
                checked={account.id === chosenId}
                onChange={() => onChoose(account.id)}
              />
              <AccountFace account={account} />
            </label>
          ))
        ) : (
          <>
            <Skeleton shape="block" height="72px" />
            <Skeleton shape="block" height="72px" />
          </>
        )}
      </div>
    </fieldset>
  )
}

function AccountFace({ account: { balance } }: { readonly account: Account }) {
  return (
    <>
      <CurrencyDisc currency={balance.currency} />
      <span className={css.code}>{balance.currency}</span>
      <span className={css.balance}>
        <Amount of={balance} variant="balance" />
      </span>
    </>
  )
}
