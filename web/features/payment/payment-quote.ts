import type { RequestOf, ResponseOf } from '#contract/call'
import type { quotePayment, startPasskeyPayment } from '#contract/payment'
import { parseDecimal, toDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import { add, compare, type Money, negate, subtract } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { parseRate, type Rate } from '#money/rate'
import { debitUp } from '#money/rate-quoted'
import { AMOUNT_FAULTS } from '#web/lib/texts/amount-faults.ts'
import type { Readiness } from '#web/ui/field/use-reason.ts'

/** An account that can pay a quote, and its rate where its currency differs. */
export interface PayingAccount {
  readonly accountId: string
  readonly currency: Currency
  readonly exchange: { readonly rateId: string; readonly rate: Rate } | undefined
  /** How long the cost holds, in milliseconds from the quote. */
  readonly holdsMs: number
}

/** The seller behind a code and the amount, as the provider has answered. */
export interface PaymentQuote {
  readonly id: string
  readonly seller: string
  /** The amount: fixed, or chosen by the payer between two bounds. */
  readonly asked: { readonly amount: Money } | { readonly min: Money; readonly max: Money }
  readonly fee: Money
  readonly accounts: readonly PayingAccount[]
}

/** Reads a quote; undefined for a currency that the page does not know. Leaves out an account whose cost cannot be computed. */
export function readPaymentQuote(reply: ResponseOf<typeof quotePayment>): PaymentQuote | undefined {
  const { quote_id: id, seller, currency_code: currency, amount, min, max, fee } = reply
  if (!isCurrency(currency)) return undefined
  const of = (decimal: string): Money => parseDecimal(decimal, currency)
  const asked = amount === null ? min !== null && max !== null && { min: of(min), max: of(max) } : { amount: of(amount) }
  if (!asked) return undefined
  const issuedAt = Date.parse(reply.issued_at)
  const accounts = reply.accounts.flatMap((line): PayingAccount[] => {
    const { account_id: accountId, currency_code: own, rate_id: rateId, quantity_out: out } = line
    if (!isCurrency(own)) return []
    const common = { accountId, currency: own, holdsMs: Date.parse(line.expires_at) - issuedAt }
    if (rateId === null || out === null) return own === currency ? [{ ...common, exchange: undefined }] : []
    const rate = parseRate(own, currency, '1', out)
    return rate ? [{ ...common, exchange: { rateId, rate } }] : []
  })
  return { id, seller, asked, fee: of(fee), accounts }
}

/** Whether two quotes of a code are the same offer to the payer, from this account. */
export function isSameOffer(left: PaymentQuote, right: PaymentQuote, accountId: string | undefined): boolean {
  const told = (quote: PaymentQuote): string => {
    const { seller, asked, fee } = quote
    const account = quote.accounts.find((each) => each.accountId === accountId)
    const amounts = 'amount' in asked ? [asked.amount] : [asked.min, asked.max]
    const cost = account && 'amount' in asked ? costOf(asked.amount, quote, account) : undefined
    const rate = account?.exchange?.rate
    return [
      seller,
      ...[...amounts, fee, ...(cost ? [cost] : [])].map((each) => `${each.currency} ${each.minor}`),
      ...(rate ? [`${rate.numerator}/${rate.denominator}`] : []),
    ].join('\n')
  }
  return told(left) === told(right)
}

/** The cost of a payment to an account, including the fee: at the rate, rounded up, where the account's currency differs. */
export function costOf(amount: Money, { fee }: Pick<PaymentQuote, 'fee'>, { exchange }: PayingAccount): Money {
  const total = add(amount, fee)
  return exchange ? debitUp(total, exchange.rate) : total
}

/** An account of the payer. */
export interface OwnAccount {
  readonly id: string
  readonly balance: Money
}

/** The terms of a payment that is confirmed. */
export interface PaymentTerms {
  readonly quote: PaymentQuote
  readonly account: PayingAccount
  /** The amount that the seller gets. */
  readonly amount: Money
  /** The amount debited, and the remaining balance. */
  readonly cost: Money
  readonly left: Money
}

/** Whether a payment can be confirmed, or the obstacle. */
export type PaymentReadiness = Readiness<PaymentTerms> & {
  /** The bound of the quote that the amount is beyond. */
  readonly tooLittle?: Money
  readonly tooMuch?: Money
}

/** The payer's account and input: `typed`, with at most `decimals` where the seller's provider takes fewer decimals than the currency has. */
interface PayerSays {
  readonly balance: Money | undefined
  readonly typed: string
  readonly decimals?: number | undefined
}

/** Decides whether a payment can be confirmed; `typed` counts only where the payer chooses the amount. */
export function validatePayment(
  quote: PaymentQuote,
  account: PayingAccount | undefined,
  { balance, typed, decimals }: PayerSays,
): PaymentReadiness {
  const no = (rest: Omit<Partial<Extract<PaymentReadiness, { isReady: false }>>, 'isReady'>): PaymentReadiness => ({
    isReady: false,
    missing: [],
    fault: undefined,
    ...rest,
  })
  if (!(account && balance)) return no({ missing: ['reason.account'] })
  const { asked } = quote
  if (!('amount' in asked) && typed === '') return no({ missing: ['reason.amount'] })
  const parsed =
    'amount' in asked ? ({ ok: true, money: asked.amount } as const) : parseAmount(typed, quote.fee.currency, decimals)
  if (!parsed.ok) return no({ fault: AMOUNT_FAULTS[parsed.fault] })
  const amount = parsed.money
  if ('min' in asked && compare(amount, asked.min) < 0) return no({ tooLittle: asked.min })
  if ('max' in asked && compare(amount, asked.max) > 0) return no({ tooMuch: asked.max })
  const cost = costOf(amount, quote, account)
  const left = subtract(balance, cost)
  if (left.minor < 0n) return no({ shortBy: negate(left) })
  return { isReady: true, terms: { quote, account, amount, cost, left } }
}

/**
 * The initial account: the first in the quote's currency with enough money, else the selected account if it has enough, else any with enough,
 * else the first that can pay.
 */
export function firstAccount(
  { asked, accounts, fee }: PaymentQuote,
  own: readonly OwnAccount[],
  currentId: string | undefined,
): PayingAccount | undefined {
  const hasEnough = (account: PayingAccount): boolean => {
    const balance = own.find(({ id }) => id === account.accountId)?.balance
    const least = 'amount' in asked ? asked.amount : asked.min
    return balance !== undefined && compare(balance, costOf(least, { fee }, account)) >= 0
  }
  const enough = accounts.filter(hasEnough)
  const current = enough.find(({ accountId }) => accountId === currentId)
  return enough.find(({ exchange }) => !exchange) ?? current ?? enough[0] ?? accounts[0]
}

/** The terms as they are sent, for a passkey to sign. They include the amount debited, so that no other amount may be. */
export function paymentBody({ quote, account, amount, cost }: PaymentTerms): RequestOf<typeof startPasskeyPayment> {
  return {
    quote_id: quote.id,
    account_id: account.accountId,
    from_amount: toDecimal(cost),
    ...(!('amount' in quote.asked) && { amount: toDecimal(amount) }),
  }
}

/** The rate in the terms, as it is sent. */
export function rateBody({ account: { exchange } }: PaymentTerms): { readonly rate_id?: string } {
  return exchange ? { rate_id: exchange.rateId } : {}
}
