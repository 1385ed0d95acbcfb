import { walletPath } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { AccountCode } from './AccountCode.tsx'
import css from './AccountRow.module.css'
import { AccountWorth, type Worth } from './AccountWorth.tsx'
import { accountName } from './account-name.ts'
import type { Account } from './accounts.ts'

export interface AccountRowProps {
  readonly account: Account
  /** Nothing while the rates are not there. */
  readonly worth: Worth | undefined
  /** Just opened: highlighted. */
  readonly isNew: boolean
}

/** An account in a list: code and balance, under them its name and what it is worth, each line on its own; leads to the account's own screen. */
export function AccountRow({ account, worth, isNew }: AccountRowProps) {
  const t = useTranslate()
  const { id, balance } = account
  const face = (
    <span className={css.box}>
      <span className={css.parts}>
        <span className={css.code}>
          <AccountCode account={account} />
        </span>
        <span className={css.name}>{accountName(t, account)}</span>
        <span className={css.balance}>
          <Amount of={balance} variant="balance" />
        </span>
        <span className={css.worth}>
          <AccountWorth of={balance} worth={worth} />
        </span>
      </span>
    </span>
  )
  return (
    <ListRow icon={<CurrencyDisc currency={balance.currency} />} title={face} to={walletPath(id)} isCurrent={isNew} hasChevron />
  )
}
