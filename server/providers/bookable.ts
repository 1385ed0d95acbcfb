import { BOOKED_CURRENCIES, CURRENCIES, isCurrency } from '#money/currency'
import { type Money, money } from '#money/money'
import { MOST_MINOR } from '#money/parse-amount'

/** A vendor's amount, as the books can hold it. */
export interface VendorAmount {
  /** Rounded down where it is finer than its currency is booked in. */
  readonly amount: Money
  /** As the vendor wrote it, `USDC 1.12345678`, where no account can hold just that. */
  readonly exact: string | undefined
}

const GRAMMAR = /^([0-9]{1,30})(?:\.([0-9]{1,30}?)0*)?$/
const CODE = /^[A-Z0-9]{2,10}$/

/** Parses a vendor's amount, whatever zeros it ends in; undefined when it is none, of a currency we do not know, or more than the books can count. */
export function readVendorAmount(decimal: string, currency: string): VendorAmount | undefined {
  const [, whole, decimals = ''] = GRAMMAR.exec(decimal) ?? []
  if (whole === undefined || !isCurrency(currency)) return undefined
  const { scale } = CURRENCIES[currency]
  const fraction = decimals === '0' ? '' : decimals
  const minor = BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`)
  if (minor >= MOST_MINOR) return undefined
  return { amount: money(currency, minor), exact: fraction.length > scale ? `${currency} ${decimal}` : undefined }
}

/**
 * Parses what a vendor has taken for us already, which somebody has to see to, whatever it is: of a currency that we do not know, and of more
 * than the books can count, they hold nothing. Undefined when it is no amount.
 */
export function readMovedAmount(decimal: string, currency: string): VendorAmount | undefined {
  const told = readVendorAmount(decimal, currency)
  if (told || !(GRAMMAR.test(decimal) && CODE.test(currency))) return told
  return { amount: money(isCurrency(currency) ? currency : BOOKED_CURRENCIES[0], 0n), exact: `${currency} ${decimal}` }
}

/** Parses a vendor's amount that has to be exact, such as one that is yet to be paid; undefined when no account can hold all of it. */
export function bookable(decimal: string, currency: string): Money | undefined {
  const told = readVendorAmount(decimal, currency)
  return told?.exact === undefined ? told?.amount : undefined
}
