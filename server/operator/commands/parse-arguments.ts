import { isInCalendar } from '#contract/calendar'
import { parseDecimal } from '#money/amount'
import { BOOKED_CURRENCIES, type BookedCurrency, CURRENCIES, isBookedCurrency } from '#money/currency'
import type { Money } from '#money/money'
import { parsePercent } from '#money/percent'
import { OperatorFault, unknownName } from '#server/operator/fault'
import type { OnOff } from '#server/operator/levels'
import type { Options } from './command.ts'

/** Parses one of a few names; refuses any other and lists them. */
export function oneOf<Name extends string>(kind: string, unchecked: string | undefined, names: readonly Name[]): Name {
  const found = names.find((name) => name === unchecked)
  if (found === undefined) throw unknownName(kind, unchecked ?? '', names)
  return found
}

/** Parses a currency code, in either case. */
export function readCurrencyArgument(unchecked = ''): BookedCurrency {
  const code = unchecked.toUpperCase()
  if (!isBookedCurrency(code)) throw unknownName('currency', unchecked, BOOKED_CURRENCIES)
  return code
}

/** Parses a percent into basis points. */
export function readPercent(unchecked = ''): number {
  const basisPoints = parsePercent(unchecked)
  if (basisPoints === undefined) throw new OperatorFault(`"${unchecked}" is no percent: from 0 to 99.99, like 0.5`)
  return basisPoints
}

// To the last decimal of the currency: it is the provider's own books that it comes from.
const DECIMAL = /^[0-9]{1,12}(\.[0-9]{1,8})?$/

/** Parses an amount above zero with its currency, as in "5.00 USD". */
export function readAmountArgument(unchecked: string | undefined): Money {
  const [decimal = '', currency = '', ...rest] = (unchecked ?? '').split(' ')
  if (rest.length > 0 || !isBookedCurrency(currency)) throw new OperatorFault('Say how much: --amount "5.00 USD"')
  const { scale } = CURRENCIES[currency]
  const isWritten = DECIMAL.test(decimal) && (decimal.split('.')[1] ?? '').length <= scale
  const amount = isWritten ? parseDecimal(decimal, currency) : undefined
  if (!amount || amount.minor === 0n) throw new OperatorFault(`"${decimal}" is no amount of ${currency} above zero`)
  return amount
}

const DAY_MS = 86_400_000

/** Parses a day in UTC, as in 2026-11-20, into when it begins and when it is over. */
export function readDayArgument(unchecked: string): { readonly from: Date; readonly until: Date } {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(unchecked) || !isInCalendar(unchecked))
    throw new OperatorFault(`"${unchecked}" is no day: give it like 2026-11-20, in UTC`)
  const from = new Date(`${unchecked}T00:00:00Z`)
  return { from, until: new Date(from.getTime() + DAY_MS) }
}

// Six digits of the beginning are known at most, and the last four always; what is between stands there as stars, dots or dashes.
const CARD = /^([0-9]{0,6})[*•.\s-]*([0-9]{4})$/

/** Parses what is known of a card's number: its last four digits, or the mask that is shown of it. */
export function readCardArgument(unchecked: string): { readonly begin: string; readonly end: string } {
  const [, begin, end] = CARD.exec(unchecked.replaceAll(' ', '')) ?? []
  if (begin === undefined || end === undefined)
    throw new OperatorFault('Of a card give the last four digits, or its mask: --card 4821, --card 220012******4821')
  return { begin, end }
}

// With its zone: the operator's computer and the server may be in two.
const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$/

/** Parses an instant in ISO 8601 with its zone; refuses a day that is not in the calendar. */
export function readInstant(unchecked: string): Date {
  const instant = new Date(unchecked)
  if (!INSTANT.test(unchecked) || Number.isNaN(instant.getTime()) || !isInCalendar(unchecked.slice(0, 10))) {
    throw new OperatorFault(`"${unchecked}" is no time: give it with its zone, like 2026-11-20T14:00+03:00`)
  }
  return instant
}

/** The option of a fact: `topup_min` is set by `topup-min`. */
export function optionOf(fact: string): string {
  return fact.replaceAll('_', '-')
}

/** The facts given as options, as texts. Refuses when there are none. */
export function updateOf<Fact extends string>(options: Options, facts: readonly Fact[]): Partial<Record<Fact, string>> {
  const update: Partial<Record<Fact, string>> = {}
  for (const fact of facts) {
    const value = options[optionOf(fact)]
    if (value !== undefined) update[fact] = value
  }
  if (Object.keys(update).length === 0) {
    throw new OperatorFault(`Say what to change: ${facts.map((fact) => `--${optionOf(fact)}`).join(', ')}`)
  }
  return update
}

/** The permissions that options change: on or off. */
export function onOffOf<Fact extends string>(update: Partial<Record<Fact, string>>): Partial<Record<Fact, OnOff>> {
  const values: Partial<Record<Fact, OnOff>> = {}
  for (const fact in update) if (update[fact] !== undefined) values[fact] = readOnOff(fact, update[fact])
  return values
}

function readOnOff(fact: string, unchecked: string): OnOff {
  if (unchecked === 'on' || unchecked === 'off') return unchecked
  throw new OperatorFault(`--${optionOf(fact)} is on or off, not "${unchecked}"`)
}
