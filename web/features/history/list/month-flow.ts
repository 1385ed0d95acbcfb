import type { Currency } from '#money/currency'
import { type Money, money, negate } from '#money/money'
import type { Statistics } from '#web/features/history/statistics/statistics.ts'

/** Income, and expenses as a negative amount. */
export interface MonthFlow {
  readonly in: Money
  readonly out: Money
}

/**
 * The income and expenses of a period. Sums in another currency are left out, and so are transfers between the user's own accounts.
 */
export function monthFlow({ sums }: Pick<Statistics, 'sums'>, currency: Currency): MonthFlow {
  const nothing = money(currency, 0n)
  if (sums?.flows.out.amount.currency !== currency) return { in: nothing, out: nothing }
  return { in: sums.flows.in.amount, out: negate(sums.flows.out.amount) }
}
