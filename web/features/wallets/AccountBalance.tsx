import { formatBalance } from '#money/format'
import type { Money } from '#money/money'
import { Amount } from '#web/ui/amount/Amount.tsx'
import css from './AccountBalance.module.css'

/** As many characters as leave room for the name of a currency beside them on a phone. */
const SHORT_MAX = 15

/** The balance in a row of accounts, symbol first; smaller on phones when it is long. */
export function AccountBalance({ of }: { readonly of: Money }) {
  return (
    <span className={css.balance} data-long={formatBalance(of, 'ru').length > SHORT_MAX}>
      <Amount of={of} variant="balance" />
    </span>
  )
}
