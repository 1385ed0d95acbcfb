import { useQuery } from '@tanstack/react-query'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { subtract } from '#money/money'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { accountsBeforeQuery } from './before-query.ts'
import { accountsQuery } from './queries.ts'
import css from './TotalChange.module.css'
import { type FindRate, totalIn } from './total.ts'
import { useTotalCurrency } from './use-total-currency.ts'

/**
 * How the total has changed in thirty days, at the rates of now. Nothing where a rate is missing, for a wallet that is younger, and where
 * nothing has changed.
 */
export function TotalChange({ findRate }: { readonly findRate: FindRate }) {
  const { data: accounts = [] } = useQuery(accountsQuery)
  const { data: before = [] } = useQuery(accountsBeforeQuery)
  const currency = useTotalCurrency(accounts, findRate)
  if (before.length === 0) return null
  const earlier = before.flatMap(({ account_id: id, currency_code: code, balance_30_days_ago: balance }) =>
    isCurrency(code) ? [{ id, balance: parseDecimal(balance, code) }] : [],
  )
  const [now, then] = [totalIn(currency, accounts, findRate), totalIn(currency, earlier, findRate)]
  const change = subtract(now.amount, then.amount)
  if (now.missing.length + then.missing.length > 0 || change.minor === 0n) return null
  return (
    <p className={css.change}>
      <AmountText textKey="total.change" of={change} variant="signed" />
    </p>
  )
}
