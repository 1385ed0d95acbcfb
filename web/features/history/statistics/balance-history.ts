import { compare, type Money, subtract } from '#money/money'
import type { Transaction } from '#web/features/history/list/transactions.ts'

/** The balance of an account since an instant, in milliseconds since 1970. */
export interface BalancePoint {
  readonly at: number
  readonly balance: Money
}

/** The fields of a transaction that the balance depends on. */
export type BalanceLine = Pick<Transaction, 'isInBalance' | 'amount' | 'createdAt'>

/**
 * The balance over time, computed backwards from the current balance over the account's transactions, newest first, to `from`. The
 * first point is the balance at `from`, and each transaction adds a point. Transactions before `from` do not matter.
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

/** The minimum and maximum of a history; undefined for an empty one. */
export function extremesOf(points: readonly BalancePoint[]): { readonly least: Money; readonly most: Money } | undefined {
  const [first, ...rest] = points.map(({ balance }) => balance)
  if (!first) return undefined
  return {
    least: rest.reduce((least, balance) => (compare(balance, least) < 0 ? balance : least), first),
    most: rest.reduce((most, balance) => (compare(balance, most) > 0 ? balance : most), first),
  }
}
