import { CURRENCIES, type Currency, ENTRY_SCALE_MAX, entryScale, SCALE_MAX } from './currency.ts'
import { entryStep, type Money, money } from './money.ts'

/**
 * The one grammar of an amount on the wire: ASCII digits, no sign, no leading zero, at most twelve digits before the dot
 * and as many after it as any currency is entered with. `1e3`, `1,5`, ` 5`, `+1`, `.5`, `0x10` and other scripts' digits are not amounts.
 */
export const AMOUNT_GRAMMAR = new RegExp(`^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,${ENTRY_SCALE_MAX}})?$`)
/** How large an amount is, of whatever currency: as many decimals as the finest is booked in. */
export const SIZE_GRAMMAR = new RegExp(`^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,${SCALE_MAX}})?$`)
// What the books can count to, with room for sums of it.
const MOST_MINOR = 10n ** 18n
// Shown at least, where the currency has them.
const SHOWN_DECIMALS = 2

/** Why a text is no amount: not the grammar, more decimals than the currency has, or not above zero. */
type AmountFault = 'grammar' | 'scale' | 'zero'

export type ParsedAmount = { readonly ok: true; readonly money: Money } | { readonly ok: false; readonly fault: AmountFault }

/**
 * Reads an amount that a person or a client gave; accepts only AMOUNT_GRAMMAR, the currency's decimals, or `decimals` where somebody takes fewer,
 * and more than zero.
 */
export function parseAmount(unchecked: string, currency: Currency, decimals?: number): ParsedAmount {
  if (!AMOUNT_GRAMMAR.test(unchecked)) return { ok: false, fault: 'grammar' }
  const fraction = unchecked.split('.')[1] ?? ''
  if (fraction.length > entryScale(currency)) return { ok: false, fault: 'scale' }
  const parsed = parseDecimal(unchecked, currency)
  if (parsed.minor >= MOST_MINOR) return { ok: false, fault: 'grammar' }
  if (parsed.minor % entryStep(currency, decimals) !== 0n) return { ok: false, fault: 'scale' }
  return parsed.minor > 0n ? { ok: true, money: parsed } : { ok: false, fault: 'zero' }
}

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
