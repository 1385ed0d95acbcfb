import { parseAmount } from '#money/amount'
import type { Currency } from '#money/currency'

/**
 * The amount that a form's address asks it to begin with (`?currencyCode=USD&amount=500.00`), a plain decimal. Nothing for what is no
 * amount of that currency, and for a form in another one.
 */
export function amountFromAddress(search: URLSearchParams, currency: Currency | undefined): string {
  const unchecked = search.get('amount') ?? ''
  if (currency === undefined || search.get('currencyCode') !== currency) return ''
  return parseAmount(unchecked, currency).ok ? unchecked : ''
}
