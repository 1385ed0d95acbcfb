import type { Currency } from '#money/currency'
import { type Money, money, negate } from '#money/money'
import type { Statistics } from '#web/features/history/statistics/statistics.ts'

/** What came in, and what went out, which is below zero. */
export interface MonthFlow {
  readonly in: Money
  readonly out: Money
}

/** What a period came to by direction; nothing of sums in another currency. What went between the user's own accounts is in neither. */
export function monthFlow({ sums }: Pick<Statistics, 'sums'>, currency: Currency): MonthFlow {
  const nothing = money(currency, 0n)
  if (sums?.flows.out.amount.currency !== currency) return { in: nothing, out: nothing }
  return { in: sums.flows.in.amount, out: negate(sums.flows.out.amount) }
}
