import type { RefusalCode, RefusalFacts } from '#contract/refusals'
import { decimalAmount } from '#money/amount'
import { type Money, money } from '#money/money'

/**
 * What a cap counts: one operation, a day, thirty days, what goes to one person in a day, what goes while something about the person is
 * new, or the recipient is, and what an account holds.
 */
type CapPeriod = 'operation' | 'day' | 'month' | 'person_day' | 'first_day' | 'new_recipient' | 'balance'

/** A bound on money that moves: so much at most, of which so much is used already. The rules judge by it, and people are told of it. */
export interface Cap {
  readonly per: CapPeriod
  readonly most: Money
  readonly usedMinor: bigint
  /** What is refused where it is passed, besides the amount. */
  readonly refusal: { readonly code: RefusalCode } & Pick<RefusalFacts, 'reason' | 'retryAfterSeconds'>
}

/** A cap of one operation, which nothing that was before counts towards. */
export function capOfOne(most: Money): Cap {
  return { per: 'operation', most, usedMinor: 0n, refusal: { code: 'amount_max' } }
}

/** The refusal by the first cap that an amount of the same currency passes; nothing where it passes none. */
export function capFault(amount: Money, caps: readonly Cap[]): RefusalFacts | undefined {
  const passed = caps.find(({ most, usedMinor }) => amount.minor + usedMinor > most.minor)
  if (!passed) return undefined
  const { most, refusal } = passed
  return { ...refusal, field: 'amount', amount: decimalAmount(most) }
}

/** What a cap still allows; never less than nothing, as a cap may have been lowered meanwhile. */
export function leftOf({ most, usedMinor }: Pick<Cap, 'most' | 'usedMinor'>): Money {
  return money(most.currency, most.minor > usedMinor ? most.minor - usedMinor : 0n)
}
