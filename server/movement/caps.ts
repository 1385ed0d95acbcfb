import { type Money, money } from '#money/money'
import { type FirstDay, firstDayLimit, type OwnReason } from '#server/confirmation/first-day'
import { type Cap, capOfOne } from '#server/users/caps'
import type { Limits } from '#server/users/levels'
import type { MovedOfAccount } from './moved-lately.ts'
import { worthIn } from './worth.ts'

/** The kinds of movement that take a person's money to others. */
export type MovementKind = 'withdrawal' | 'payment' | 'p2p'

/** The facts that bound a movement, read under the locks of all the person's accounts. */
export interface CapFacts {
  readonly limits: Limits
  readonly moved: readonly MovedOfAccount[]
  /** For a transfer: the amounts sent to the same person in the last 24 hours. */
  readonly toPerson: readonly Money[]
  readonly firstDay: FirstDay<OwnReason | 'recipient'> | undefined
  readonly firstDayPercent: number
  readonly now: Date
}

/**
 * The caps on a movement besides the balance, in the order in which they refuse it. All money that has left the person counts, from any of their
 * accounts: it is added up in the currency of the limits. Pure.
 */
export function capsOfMovement(kind: MovementKind, facts: CapFacts): Cap[] {
  const { limits, moved, toPerson } = facts
  const { p2p, withdrawalMax, withdrawalDaily } = limits
  const usedMinor = (of: (account: MovedOfAccount) => bigint): bigint => sumOf(withdrawalDaily, moved, of)
  const day = (most: Money, of: (account: MovedOfAccount) => bigint): Cap => ({
    per: 'day',
    most,
    usedMinor: usedMinor(of),
    refusal: { code: 'limit_daily' },
  })
  switch (kind) {
    case 'withdrawal':
      return [
        capOfOne(withdrawalMax),
        day(withdrawalDaily, (each) => each.withdrawnMinor),
        ...firstDayCaps(withdrawalDaily, facts),
      ]
    case 'payment':
      return [day(withdrawalDaily, (each) => each.paidTodayMinor), ...firstDayCaps(withdrawalDaily, facts)]
    case 'p2p': {
      const toPersonMinor = worthIn(p2p.daily.currency, moved, toPerson).minor
      return [
        capOfOne(p2p.max),
        day(p2p.daily, (each) => each.sentTodayMinor),
        {
          per: 'month',
          most: p2p.monthly,
          usedMinor: usedMinor((each) => each.sentMonthMinor),
          refusal: { code: 'limit_monthly' },
        },
        { per: 'person_day', most: p2p.personDaily, usedMinor: toPersonMinor, refusal: { code: 'limit_person' } },
        ...firstDayCaps(p2p.daily, facts),
      ]
    }
  }
}

function sumOf({ currency }: Money, moved: readonly MovedOfAccount[], of: (account: MovedOfAccount) => bigint): bigint {
  return worthIn(
    currency,
    moved,
    moved.map((account) => money(account.currency, of(account))),
  ).minor
}

/** The cap on money that leaves a person while something is new; empty when nothing is new. */
function firstDayCaps(daily: Money, { moved, firstDay, firstDayPercent, now }: CapFacts): Cap[] {
  if (!firstDay) return []
  const { reason, until } = firstDay
  return [
    {
      per: reason === 'recipient' ? 'new_recipient' : 'first_day',
      most: firstDayLimit(daily, firstDayPercent),
      usedMinor: sumOf(daily, moved, (each) => each.firstDayMinor),
      refusal: {
        code: 'limit_first_day',
        reason,
        retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
      },
    },
  ]
}
