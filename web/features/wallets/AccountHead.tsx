import { AccountCard } from './AccountCard.tsx'
import css from './AccountHead.module.css'
import type { Account } from './accounts.ts'

/** The head of an account's own screen: its card over the whole width. */
export function AccountHead({ account }: { readonly account: Account }) {
  return (
    <div className={css.head}>
      <AccountCard account={account} />
    </div>
  )
}
