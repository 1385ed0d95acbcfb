import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'

/** Parses a vendor's amount; undefined when it is invalid or has more decimals than its currency. */
export function bookable(amount: string, currency: string): Money | undefined {
  if (!(isCurrency(currency) && /^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(amount))) return undefined
  try {
    return parseDecimal(amount, currency)
  } catch {
    // More decimals than the currency has.
    return undefined
  }
}
