import { walletPath } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import type { Account } from './accounts.ts'

export interface AccountRowProps {
  readonly account: Account
  /** Just opened: highlighted. */
  readonly isNew: boolean
}

/** An account in a list: code, then symbol and balance; leads to the account's own screen. */
export function AccountRow({ account: { id, balance }, isNew }: AccountRowProps) {
  const t = useTranslate()
  return (
    <ListRow
      icon={<CurrencyDisc currency={balance.currency} />}
      title={balance.currency}
      subtitle={t(`currency.${balance.currency}`)}
      value={<AccountBalance of={balance} />}
      to={walletPath(id)}
      isCurrent={isNew}
      hasChevron
    />
  )
}
