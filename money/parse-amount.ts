import { parseDecimal } from './amount.ts'
import { type Currency, entryScale } from './currency.ts'
import { entryStep, type Money } from './money.ts'

/**
 * The one grammar of an amount on the wire: ASCII digits, no sign, no leading zero, at most twelve digits before the dot
 * and eighteen after it, of which its currency may take fewer. `1e3`, `1,5`, ` 5`, `+1`, `.5`, `0x10` and other scripts' digits are not amounts.
 */
export const AMOUNT_GRAMMAR = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,18})?$/

/** Minor units that no amount reaches: the books can count to it, with room for sums. */
export const MOST_MINOR = 10n ** 18n

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
