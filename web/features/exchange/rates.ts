import type { ResponseOf } from '#contract/call'
import type { exchangeRates } from '#contract/rates'
import { type Currency, isCurrency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'

/** A quoted rate; an exchange refers to it by `id`. */
export interface Quote {
  readonly id: string
  readonly rate: Rate
}

/** All rates of one instant. */
export interface RateSheet {
  /** ISO 8601. */
  readonly issuedAt: string
  readonly quotes: readonly Quote[]
}

/** Reads the response of the rates call. A rate whose `quantity_in` is not 1, or that is invalid, is left out. */
export function readRates({ rates, issued_at: issuedAt }: ResponseOf<typeof exchangeRates>): RateSheet {
  const quotes = rates.flatMap((line) => {
    const { from_currency_code: from, to_currency_code: to } = line
    if (!isCurrency(from) || !isCurrency(to)) return []
    const rate = parseRate(from, to, line.quantity_in, line.quantity_out)
    return rate ? [{ id: line.id, rate }] : []
  })
  return { issuedAt, quotes }
}

/** The rate of a pair; undefined when there is none. */
export function findQuote(sheet: RateSheet | undefined, from: Currency, to: Currency): Quote | undefined {
  return sheet?.quotes.find(({ rate }) => rate.from === from && rate.to === to)
}
