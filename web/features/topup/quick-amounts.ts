import { type Currency, isBookedCurrency } from '#money/currency'

const USUAL = ['10', '50', '100']
const QUICK: Readonly<Partial<Record<Currency, readonly string[]>>> = {
  RUB: ['500', '1000', '5000'],
  IDR: ['100000', '500000', '1000000'],
  JPY: ['1000', '5000', '10000'],
}

/** The amounts offered for a currency, plain decimals; none for one without accounts. */
export function quickAmounts(currency: Currency): readonly string[] {
  return isBookedCurrency(currency) ? (QUICK[currency] ?? USUAL) : []
}
