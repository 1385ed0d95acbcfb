import css from './account-color.module.css'
import type { Account } from './accounts.ts'

/** The code of an account's currency in a row, with the dot of its colour; the colour is decoration. */
export function AccountCode({ account: { balance, color } }: { readonly account: Account }) {
  return (
    <span className={css.code} data-color={color}>
      {balance.currency}
    </span>
  )
}
