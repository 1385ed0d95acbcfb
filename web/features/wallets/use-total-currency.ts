import type { Currency } from '#money/currency'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useDisplayCurrency } from '#web/lib/session/display-currency.ts'
import type { Account } from './accounts.ts'
import { type FindRate, hasTotalIn } from './total.ts'

/** The currency that totals are told in: the one chosen, unless nothing can be told in it; then the brand's. */
export function useTotalCurrency(accounts: readonly Account[], findRate: FindRate): Currency {
  const chosen = useDisplayCurrency()
  return hasTotalIn(chosen, accounts, findRate) ? chosen : currentBrand().displayCurrency
}
