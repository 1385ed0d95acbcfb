/** What the house knows of a currency: `scale` is the number of decimals it is booked in, `symbol` is spec point 3's. */
interface CurrencyFacts {
  readonly scale: number
  readonly symbol: string
}

/** Every currency the books can hold. Scales: ISO 4217; USDC by its token contract (6). Symbols: spec point 3, any other `¤`. */
export const CURRENCIES = {
  RUB: { scale: 2, symbol: '₽' },
  USD: { scale: 2, symbol: '$' },
  EUR: { scale: 2, symbol: '€' },
  GBP: { scale: 2, symbol: '£' },
  IDR: { scale: 2, symbol: '¤' },
  JPY: { scale: 0, symbol: '¥' },
  USDC: { scale: 6, symbol: '¤' },
} as const satisfies Record<string, CurrencyFacts>

export type Currency = keyof typeof CURRENCIES

/** All currency codes, in the table's order. */
export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]]

/** Whether a text is the code of a currency the books can hold. */
export function isCurrency(unchecked: string): unchecked is Currency {
  return Object.hasOwn(CURRENCIES, unchecked)
}

/** Decimals a person may enter and an exchange may credit: two (spec point 9), fewer where the currency has fewer. */
export function entryScale(currency: Currency): number {
  return Math.min(2, CURRENCIES[currency].scale)
}
