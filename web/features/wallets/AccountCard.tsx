import { formatBalance } from '#money/format'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { useFitText } from '#web/ui/amount/fit-text.ts'
import css from './AccountCard.module.css'
import { AccountWorth, type Worth } from './AccountWorth.tsx'
import type { Account } from './accounts.ts'
import { useBalanceMotion } from './use-balance-motion.ts'

export interface AccountCardProps {
  readonly account: Account
  readonly worth: Worth | undefined
}

/** An account as a card in its currency's colours: code, name, balance (symbol first), what it is worth. The balance always fits. */
export function AccountCard({ account, worth }: AccountCardProps) {
  const { balance, own_name, color } = account
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const isHidden = useSession((session) => session.isAmountsHidden)
  const amount = useFitText<HTMLSpanElement>(isHidden ? 'hidden' : formatBalance(balance, language))
  useBalanceMotion(account, amount)
  return (
    <span className={css.card} data-currency={balance.currency}>
      <span className={css.code} data-color={color}>
        {balance.currency}
      </span>
      <span className={css.name}>{own_name ?? t(`currency.${balance.currency}`)}</span>
      <span ref={amount} className={css.balance}>
        <Amount key={String(balance.minor)} of={balance} variant="balance" />
      </span>
      <span className={css.worth}>
        <AccountWorth of={balance} worth={worth} />
      </span>
    </span>
  )
}
