import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { type FindRate, worthIn } from './total.ts'

/** What accounts are worth in: the currency of the total, and its rates. */
export interface Worth {
  readonly currency: Currency
  readonly findRate: FindRate
}

/** "≈ 11 040,00 ₽": what a balance is worth in the currency of the total; nothing for one in that currency, an empty one, and without a rate. */
export function AccountWorth({ of: balance, worth }: { readonly of: Money; readonly worth: Worth | undefined }) {
  const isOther = worth && balance.currency !== worth.currency && balance.minor !== 0n
  const amount = isOther && worthIn(worth.currency, balance, worth.findRate)
  return amount ? <AmountText textKey="wallet.worth" of={amount} /> : null
}
