import type { RefusalFacts } from '#contract/refusals'
import { decimalAmount } from '#money/amount'
import type { Currency } from '#money/currency'
import { entryStep, type Money, money } from '#money/money'

/** How many decimals a provider takes of a currency, where these are fewer than people enter: of rupiahs many take none. */
export type TakenDecimals = Readonly<Partial<Record<Currency, number>>>

/** Refuses an amount that is finer than a provider takes its currency, which some of them would cut: with the smallest that it takes. */
export function stepFault({ currency, minor }: Money, taken: TakenDecimals = {}): RefusalFacts | undefined {
  const step = entryStep(currency, taken[currency])
  if (minor % step === 0n) return undefined
  return { code: 'amount_step', field: 'amount', amount: decimalAmount(money(currency, step)) }
}
