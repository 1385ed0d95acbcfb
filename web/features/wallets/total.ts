import type { Currency } from '#money/currency'
import { add, type Money, money } from '#money/money'
import { convertDown, type Rate } from '#money/rate'
import type { Account } from './accounts.ts'

/** Finds the rate of a pair; nothing where there is none. */
export type FindRate = (from: Currency, to: Currency) => Rate | undefined

/** What all accounts are worth together in one currency. */
export interface Total {
  readonly amount: Money
  /** Currencies of accounts that hold money but have no rate: they are not in the amount. */
  readonly missing: readonly Currency[]
}

/** Adds up all accounts in one currency by the rates, each rounded down; an account without a rate is named, not guessed. */
export function totalIn(currency: Currency, accounts: readonly Account[], findRate: FindRate): Total {
  const worths = accounts.map(({ balance }) => ({ balance, worth: worthIn(currency, balance, findRate) }))
  return {
    amount: worths.reduce((sum, { worth }) => (worth ? add(sum, worth) : sum), money(currency, 0n)),
    missing: worths.filter(({ worth }) => !worth).map(({ balance }) => balance.currency),
  }
}

/**
 * Whether a total can be told in a currency: there is a rate to it from one at least of the accounts with money, or, while all are
 * empty, of any. Else it would be a zero that says nothing.
 */
export function hasTotalIn(currency: Currency, accounts: readonly Account[], findRate: FindRate): boolean {
  const filled = accounts.filter(({ balance }) => balance.minor !== 0n)
  const counted = filled.length > 0 ? filled : accounts
  return counted.length === 0 || counted.some(({ balance: { currency: from } }) => from === currency || findRate(from, currency))
}

/** What a balance is worth in a currency, rounded down; nothing without a rate, but for an empty one. */
export function worthIn(currency: Currency, balance: Money, findRate: FindRate): Money | undefined {
  if (balance.currency === currency) return balance
  if (balance.minor === 0n) return money(currency, 0n)
  const rate = findRate(balance.currency, currency)
  return rate && convertDown(balance, rate)
}
