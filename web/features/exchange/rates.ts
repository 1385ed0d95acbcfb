import type { ResponseOf } from '#contract/call'
import type { exchangeRates } from '#contract/exchange'
import { type Currency, isCurrency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'

/** A rate the server offers: `id` is what an exchange names it by. */
export interface Quote {
  readonly id: string
  readonly rate: Rate
}

/** All rates of one moment. */
export interface RateSheet {
  /** ISO 8601. */
  readonly issuedAt: string
  readonly quotes: readonly Quote[]
}

/** Reads the answer of the rates call. A rate whose `quantity_in` is not 1, or that is no rate at all, is left out: there is none. */
export function readRates({ rates, issued_at: issuedAt }: ResponseOf<typeof exchangeRates>): RateSheet {
  const quotes = rates.flatMap((line) => {
    const { from_currency_code: from, to_currency_code: to } = line
    if (!isCurrency(from) || !isCurrency(to)) return []
    const rate = parseRate(from, to, line.quantity_in, line.quantity_out)
    return rate ? [{ id: line.id, rate }] : []
  })
  return { issuedAt, quotes }
}

/** The rate of a pair; nothing where there is none. */
export function findQuote(sheet: RateSheet | undefined, from: Currency, to: Currency): Quote | undefined {
  return sheet?.quotes.find(({ rate }) => rate.from === from && rate.to === to)
}
