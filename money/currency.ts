import type { Network } from './networks.ts'

/** What the wallet knows of a currency: `scale` is the number of decimals it is booked in, `symbol` is what stands beside an amount. */
interface CurrencyFacts {
  readonly scale: number
  /** How many decimals people enter and exchanges credit, where the specification asks for fewer than it is booked in. */
  readonly entry?: number
  /** How many decimals there is cash of, where these are fewer: banks and payment systems often cut to them. CLDR's. */
  readonly cash?: number
  readonly symbol: string
}

/** What the wallet knows of a currency that accounts can be kept in: `payout` is how it leaves, to a card or on a network. */
interface BookedFacts extends CurrencyFacts {
  readonly payout: 'card' | Network
}

/** Currencies that accounts can be kept in. Scales: ISO 4217; USDC by its token contract (6). Symbols: those people know, any other `¤`. */
const BOOKED = {
  USD: { scale: 2, symbol: '$', payout: 'card' },
  EUR: { scale: 2, symbol: '€', payout: 'card' },
  RUB: { scale: 2, symbol: '₽', payout: 'card' },
  GBP: { scale: 2, symbol: '£', payout: 'card' },
  JPY: { scale: 0, symbol: '¥', payout: 'card' },
  IDR: { scale: 2, cash: 0, symbol: '¤', payout: 'card' },
  USDC: { scale: 6, entry: 2, symbol: '¤', payout: 'evm' },
} as const satisfies Record<string, BookedFacts>

/** Currencies that only a total can be told in, as nobody has an account in them. Scales: ISO 4217. */
const ONLY_SHOWN = {
  CNY: { scale: 2, symbol: '¤' },
  TRY: { scale: 2, symbol: '¤' },
  AED: { scale: 2, symbol: '¤' },
  KZT: { scale: 2, symbol: '¤' },
  BYN: { scale: 2, symbol: '¤' },
  UZS: { scale: 2, symbol: '¤' },
  AMD: { scale: 2, symbol: '¤' },
  GEL: { scale: 2, symbol: '¤' },
  THB: { scale: 2, symbol: '¤' },
} as const satisfies Record<string, CurrencyFacts>

/** Every currency an amount can be of. */
export const CURRENCIES = { ...BOOKED, ...ONLY_SHOWN } as const

export type Currency = keyof typeof CURRENCIES

/** A currency that the books can hold. */
export type BookedCurrency = keyof typeof BOOKED

/** All currency codes, in the order in which a total is offered in them. */
export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]]

/** The codes of the currencies that the books can hold; brands open accounts in some of them. */
export const BOOKED_CURRENCIES = Object.keys(BOOKED) as [BookedCurrency, ...BookedCurrency[]]

/** Whether a text is the code of a currency we know. */
export function isCurrency(unchecked: string): unchecked is Currency {
  return Object.hasOwn(CURRENCIES, unchecked)
}

/** Whether a text is the code of a currency that the books can hold. */
export function isBookedCurrency(unchecked: string): unchecked is BookedCurrency {
  return Object.hasOwn(BOOKED, unchecked)
}

/** The network that a currency is paid out on; nothing where it goes to a card. */
export function networkOf(currency: Currency): Network | undefined {
  const payout = isBookedCurrency(currency) ? BOOKED[currency].payout : 'card'
  return payout === 'card' ? undefined : payout
}

const FACTS: Readonly<Record<Currency, CurrencyFacts>> = CURRENCIES

/** Decimals a person may enter and an exchange may credit: the currency's own, but where the specification asks for fewer. */
export function entryScale(currency: Currency): number {
  const { entry, scale } = FACTS[currency]
  return entry ?? scale
}

/** Decimals that there is cash of: the currency's own, but where it has smaller units on paper only. */
export function cashScale(currency: Currency): number {
  const { cash, scale } = FACTS[currency]
  return cash ?? scale
}
