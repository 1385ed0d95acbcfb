import { compare, type Money, subtract } from '#money/money'
import type { Transaction } from './transactions.ts'

/** What was on an account from an instant on, in milliseconds since 1970. */
export interface BalancePoint {
  readonly at: number
  readonly balance: Money
}

/** What of a line the balance depends on. */
export type BalanceLine = Pick<Transaction, 'isInBalance' | 'amount' | 'createdAt'>

/**
 * How the balance of an account came to be what it is: counted back from it over the account's own lines, newest first, to `from`. The
 * first point is what there was at `from`, then there is one after each line that moved money. Lines before `from` do not matter.
 */
export function balanceHistory(now: Money, lines: readonly BalanceLine[], from: number): readonly BalancePoint[] {
  const moves = lines.flatMap((line) => {
    const at = Date.parse(line.createdAt)
    return at > from && line.isInBalance ? [{ at, amount: line.amount }] : []
  })
  let balance = now
  const backwards = moves.map(({ at, amount }): BalancePoint => {
    const after = balance
    balance = subtract(balance, amount)
    return { at, balance: after }
  })
  return [{ at: from, balance }, ...backwards.reverse()]
}

/** The least and the most of a history; nothing of an empty one. */
export function extremesOf(points: readonly BalancePoint[]): { readonly least: Money; readonly most: Money } | undefined {
  const [first, ...rest] = points.map(({ balance }) => balance)
  if (!first) return undefined
  return {
    least: rest.reduce((least, balance) => (compare(balance, least) < 0 ? balance : least), first),
    most: rest.reduce((most, balance) => (compare(balance, most) > 0 ? balance : most), first),
  }
}
