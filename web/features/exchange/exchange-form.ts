import type { ResponseOf } from '#contract/call'
import type { exchange } from '#contract/exchange'
import { parseDecimal, toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { compare, enterable, type Money, subtract } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { convertDown, type Rate } from '#money/rate'
import { debitUp } from '#money/rate-quoted'
import { AMOUNT_FAULTS } from '#web/lib/texts/amount-faults.ts'
import type { Readiness } from '#web/ui/field/use-reason.ts'
import type { Quote, RateSheet } from './rates.ts'

/** The giving or the receiving side. */
export type Side = 'from' | 'to'

/** An account, as far as the form needs it. */
export interface ExchangeAccount {
  readonly id: string
  readonly balance: Money
}

/** A value for each side. */
export interface Sides<T> {
  readonly from: T
  readonly to: T
}

/**
 * The state of the form: the accounts, and the text of the side that was edited last. The other side is not stored; it is computed from the
 * current rate.
 */
export interface ExchangeFormState {
  readonly accountIds: Sides<string>
  readonly edited: Side
  /** A plain decimal from the amount input. */
  readonly text: string
}

/** The initial values besides the first two accounts: another giving account, and the amount to give as a plain decimal. */
export interface ExchangeStart {
  readonly fromId?: string | undefined
  readonly toId?: string | undefined
  readonly give?: string | undefined
}

/** The initial form: the first account gives, the second receives. Needs two accounts. */
export function newForm(
  accounts: readonly ExchangeAccount[],
  { fromId, toId, give = '' }: ExchangeStart = {},
): ExchangeFormState {
  const from = accounts.find(({ id }) => id === fromId) ?? accounts[0]
  const others = accounts.filter(({ id }) => id !== from?.id)
  const to = others.find(({ id }) => id === toId) ?? others[0]
  return { accountIds: { from: from?.id ?? '', to: to?.id ?? '' }, edited: 'from', text: give }
}

/** Edits a side; the other side is computed from it. */
export function typeInto(form: ExchangeFormState, edited: Side, text: string): ExchangeFormState {
  return { ...form, edited, text }
}

/** Swaps the accounts together with the amounts: the text stays with its account. */
export function swapSides(form: ExchangeFormState): ExchangeFormState {
  const { from, to } = form.accountIds
  return { ...form, accountIds: { from: to, to: from }, edited: otherSide(form.edited) }
}

/** Enters as much of a balance as can be exchanged (MAX). */
export function giveAll(form: ExchangeFormState, balance: Money): ExchangeFormState {
  return typeInto(form, 'from', toDecimal(enterable(balance)))
}

/** Selects the account of a side; if it is the other side's, the two are swapped. */
export function chooseAccount(form: ExchangeFormState, side: Side, accountId: string): ExchangeFormState {
  if (form.accountIds[otherSide(side)] === accountId) return swapSides(form)
  return { ...form, accountIds: { ...form.accountIds, [side]: accountId } }
}

/** The values of both inputs: the text as typed, and the computed amount; empty without a rate or an amount. */
export function shownAmounts(
  { edited, text }: ExchangeFormState,
  currencies: Sides<Currency>,
  rate: Rate | undefined,
): Sides<string> {
  const parsed = parseAmount(text, currencies[edited])
  const follows =
    parsed.ok && rate ? toDecimal(edited === 'from' ? convertDown(parsed.money, rate) : debitUp(parsed.money, rate)) : ''
  return edited === 'from' ? { from: text, to: follows } : { from: follows, to: text }
}

/** The terms of an exchange that is confirmed and sent: both amounts at one rate. */
export interface ExchangeTerms {
  readonly accountIds: Sides<string>
  readonly give: Money
  readonly get: Money
  readonly rateId: string
  readonly rate: Rate
  /** The mid rate, as in Quote. */
  readonly mid?: string | undefined
  readonly margin?: string | undefined
}

/** The amounts of an exchange that was made. */
export interface ExchangedAmounts {
  readonly give: Money
  readonly get: Money
}

/** The amounts that the server exchanged, which may differ from those that were asked for. */
export function exchangedAmounts({ give, get }: ExchangedAmounts, reply: ResponseOf<typeof exchange>): ExchangedAmounts {
  return { give: parseDecimal(reply.from_amount, give.currency), get: parseDecimal(reply.to_amount, get.currency) }
}

/** The terms of an exchange under review. */
export interface ReviewedTerms extends ExchangeTerms {
  /** The rates that include the rate of these terms. */
  readonly sheet: RateSheet
  /** When the rates arrived, in milliseconds since 1970 by the clock of the device. */
  readonly takenAt: number
}

/**
 * Validates an exchange before it is submitted. Refuses a missing rate, an amount that is not a number, zero on either side, and an amount above
 * the balance. The server computes the same by the same functions.
 */
export function validateExchange(
  form: ExchangeFormState,
  accounts: Sides<ExchangeAccount>,
  quote: Quote | undefined,
): Readiness<ExchangeTerms> {
  if (accounts.from.id === accounts.to.id) return { isReady: false, fault: 'ex.same' }
  if (!quote) return { isReady: false, fault: 'ex.no_rate' }
  const currencies = { from: accounts.from.balance.currency, to: accounts.to.balance.currency }
  if (form.text === '') return { isReady: false, fault: 'err.amount.empty' }
  const shown = shownAmounts(form, currencies, quote.rate)
  const typed = parseAmount(form.text, currencies[form.edited])
  if (!typed.ok) return { isReady: false, fault: AMOUNT_FAULTS[typed.fault] }
  const give = parseAmount(shown.from, currencies.from)
  const get = parseAmount(shown.to, currencies.to)
  if (give.ok && compare(give.money, accounts.from.balance) > 0) {
    return { isReady: false, fault: 'err.amount.funds', shortBy: subtract(give.money, accounts.from.balance) }
  }
  if (!get.ok && get.fault === 'zero') return { isReady: false, fault: 'ex.too_little' }
  if (!(give.ok && get.ok)) return { isReady: false, fault: 'ex.too_much' }
  return {
    isReady: true,
    terms: {
      accountIds: { from: accounts.from.id, to: accounts.to.id },
      give: give.money,
      get: get.money,
      rateId: quote.id,
      rate: quote.rate,
      mid: quote.mid,
      margin: quote.margin,
    },
  }
}

/** The other side. */
function otherSide(side: Side): Side {
  return side === 'from' ? 'to' : 'from'
}
