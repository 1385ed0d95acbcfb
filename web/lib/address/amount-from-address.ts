import type { Currency } from '#money/currency'
import { parseAmount } from '#money/parse-amount'

/**
 * The initial amount in a form's URL (`?currencyCode=USD&amount=500.00`), a plain decimal. Empty when it is not an amount of that
 * currency, or the form is in another one.
 */
export function amountFromAddress(search: URLSearchParams, currency: Currency | undefined): string {
  const unchecked = search.get('amount') ?? ''
  if (currency === undefined || search.get('currencyCode') !== currency) return ''
  return parseAmount(unchecked, currency).ok ? unchecked : ''
}
