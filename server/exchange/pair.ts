import type { RefusalFacts } from '#contract/refusals'
import { type Currency, isCurrency } from '#money/currency'

/** The codes of two currencies in a request, unchecked. */
export interface AskedPair {
  readonly from_currency: string
  readonly to_currency: string
}

/** Two currencies that can be exchanged. */
export interface Pair {
  readonly from: Currency
  readonly to: Currency
}

/** The two currencies of a request; or currency_unsupported, with the field of the currency that cannot be exchanged. */
export function exchangedPair(
  accountCurrencies: readonly Currency[],
  { from_currency: from, to_currency: to }: AskedPair,
): Pair | RefusalFacts {
  const isTraded = (code: string): code is Currency => isCurrency(code) && accountCurrencies.includes(code)
  if (!isTraded(from)) return { code: 'currency_unsupported', field: 'from_currency' }
  if (!isTraded(to) || to === from) return { code: 'currency_unsupported', field: 'to_currency' }
  return { from, to }
}
