import type { Method } from '#brands/brand'
import { type Currency, networkOf } from '#money/currency'
import { currentBrand } from '#web/lib/brand/brand.ts'

/** The ways of a country's own money: the instant payment system moves no other, and branches hold no other. */
const ROUBLES_ONLY: readonly Method[] = ['sbp', 'cash']

/** The ways that the brand offers for a currency; a card, or for USDC its one way, where it offers none. Those for roubles until it is known. */
export function methodsFor(kind: 'topup' | 'withdrawal', currency: Currency | undefined): readonly Method[] {
  const offered = currentBrand().methods[kind]
  if (currency === undefined || currency === 'RUB') return offered
  const others = networkOf(currency) ? [] : offered.filter((method) => !ROUBLES_ONLY.includes(method))
  return others.length > 0 ? others : ['card']
}

/** The way that was chosen, as long as there is it; else the first. */
export function chosenMethod(methods: readonly Method[], chosen: Method | undefined): Method {
  return methods.find((method) => method === chosen) ?? methods[0] ?? 'card'
}
