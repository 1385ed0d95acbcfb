import { CURRENCIES, type Currency } from './currency.ts'
import { type Money, money } from './money.ts'

// Shown at least, where the currency has them.
const SHOWN_DECIMALS = 2

/** Reads a decimal string of our own making (a balance, a signed amount); throws when it has more decimals than the currency. */
export function parseDecimal(decimal: string, currency: Currency): Money {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(decimal)
  const scale = CURRENCIES[currency].scale
  const fraction = match?.[3] ?? ''
  if (!match || fraction.length > scale) throw new Error(`Not an amount of ${currency}: ${decimal}`)
  const minor = BigInt(`${match[2]}${fraction.padEnd(scale, '0')}`)
  return money(currency, match[1] ? -minor : minor)
}

/**
 * The wire form of an amount: `1234.50`, `-0.05`. Two decimals (none for JPY); finer units are shown only when they are there
 * (`0.123456` USDC).
 */
export function toDecimal({ currency, minor }: Money): string {
  const scale = CURRENCIES[currency].scale
  const shown = Math.min(SHOWN_DECIMALS, scale)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale)
  const trimmed = fraction.slice(0, shown) + fraction.slice(shown).replace(/0+$/, '')
  return `${minor < 0n ? '-' : ''}${whole}${trimmed ? `.${trimmed}` : ''}`
}

/** An amount of whatever currency as plain data, which can be kept: of a refusal, of the details of a notice. */
export function decimalAmount(amount: Money): { readonly currency: Currency; readonly decimal: string } {
  return { currency: amount.currency, decimal: toDecimal(amount) }
}
