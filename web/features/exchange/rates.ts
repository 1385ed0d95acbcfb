import type { ResponseOf } from '#contract/call'
import type { exchangeRates } from '#contract/rates'
import { type Currency, isCurrency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'

/** A quoted rate; an exchange refers to it by `id`. */
export interface Quote {
  readonly id: string
  readonly rate: Rate
  /** The mid rate of the pair, and the margin in per cent: decimals, where the server tells them. */
  readonly mid?: string | undefined
  readonly margin?: string | undefined
}

/** All rates of one instant. */
export interface RateSheet {
  /** ISO 8601. */
  readonly issuedAt: string
  readonly expiresAt: string
  readonly quotes: readonly Quote[]
}

/** How long the rates hold from their arrival, in milliseconds: both instants are by the server's clock. */
export function lifetimeMs({ issuedAt, expiresAt }: Pick<RateSheet, 'issuedAt' | 'expiresAt'>): number {
  return Date.parse(expiresAt) - Date.parse(issuedAt)
}

/** Reads the response of the rates call. Leaves out an invalid rate and a rate whose `quantity_in` is not 1. */
export function readRates({ rates, issued_at: issuedAt, expires_at: expiresAt }: ResponseOf<typeof exchangeRates>): RateSheet {
  const quotes = rates.flatMap((line) => {
    const { from_currency_code: from, to_currency_code: to } = line
    if (!isCurrency(from) || !isCurrency(to)) return []
    const rate = parseRate(from, to, line.quantity_in, line.quantity_out)
    return rate ? [{ id: line.id, rate, mid: line.mid_rate, margin: line.margin_percent }] : []
  })
  return { issuedAt, expiresAt, quotes }
}

/** The rate of a pair; undefined when there is none. */
export function findQuote(sheet: RateSheet | undefined, from: Currency, to: Currency): Quote | undefined {
  return sheet?.quotes.find(({ rate }) => rate.from === from && rate.to === to)
}
