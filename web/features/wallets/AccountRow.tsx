import { walletPath } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import { AccountCode } from './AccountCode.tsx'
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

/** An account in a list: code, then symbol and balance, what it is worth; leads to the account's own screen. */
export function AccountRow({ account, worth, isNew }: AccountRowProps) {
  const t = useTranslate()
  const { id, balance } = account
  return (
    <ListRow
      icon={<CurrencyDisc currency={balance.currency} />}
      title={<AccountCode account={account} />}
      subtitle={accountName(t, account)}
      value={<AccountBalance of={balance} />}
      note={<AccountWorth of={balance} worth={worth} />}
      to={walletPath(id)}
      isCurrent={isNew}
      hasChevron
    />
  )
}
