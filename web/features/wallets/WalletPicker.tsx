import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { useAnswer } from '#web/lib/api/use-answer.ts'
import { openPanel } from '#web/lib/page/panels.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import type { Account } from './accounts.ts'
import { accountsQuery } from './queries.ts'
import css from './WalletPicker.module.css'

export interface WalletPickerProps {
  readonly label: string
  readonly account: Account | undefined
  readonly onChoose: (accountId: string) => void
}

/** The account field of a form: shows the chosen one and opens the panel to choose another. */
export function WalletPicker({ label, account, onChoose }: WalletPickerProps) {
  const t = useTexts()
  const id = useId()
  const { data, failure } = useAnswer(accountsQuery)
  if (failure) {
    return <LoadError message={t('wallets.error')} failure={failure} />
  }
  return (
    <div className={css.field} aria-busy={!data || undefined}>
      <span id={`${id}label`} className={css.label}>
        {label}
      </span>
      {data ? (
        <button
          type="button"
          id={id}
          className={css.control}
          aria-labelledby={`${id}label ${id}`}
          aria-haspopup="dialog"
          disabled={!account}
          onClick={() => openPanel('account', { chosen: account?.id, onChoose })}
        >
          {account ? <ChosenAccount account={account} /> : t('wallets.empty')}
        </button>
      ) : (
        <Skeleton shape="block" height="64px" />
      )}
    </div>
  )
}

function ChosenAccount({ account: { balance } }: { readonly account: Account }) {
  const t = useTexts()
  return (
    <>
      <CurrencyDisc currency={balance.currency} />
      <span className={css.code}>{balance.currency}</span>
      <span className={css.name}>{t(`currency.${balance.currency}`)}</span>
      <span className={css.balance}>
        <Amount of={balance} variant="balance" />
      </span>
      <ChevronDown className={css.chevron} size={20} aria-hidden />
    </>
  )
}
