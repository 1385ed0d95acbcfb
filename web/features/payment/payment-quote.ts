import type { RequestOf, ResponseOf } from '#contract/call'
import type { quotePayment, startPasskeyPayment } from '#contract/payment'
import { parseDecimal, toDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import { add, compare, type Money, negate, subtract } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { parseRate, type Rate } from '#money/rate'
import { debitUp } from '#money/rate-quoted'
import type { TextKey } from '#texts/texts'
import { AMOUNT_FAULTS } from '#web/lib/texts/amount-faults.ts'

/** An account that a quote can be paid from, and at which rate where its currency is another. */
export interface PayingAccount {
  readonly accountId: string
  readonly currency: Currency
  readonly exchange: { readonly rateId: string; readonly rate: Rate } | undefined
  /** How long what it costs holds, from when the quote was made. */
  readonly holdsMs: number
}

/** Who is paid by a code, and how much, as the provider has said. */
export interface PaymentQuote {
  readonly id: string
  readonly seller: string
  /** Fixed, or between two amounts that the payer chooses from. */
  readonly asked: { readonly amount: Money } | { readonly min: Money; readonly max: Money }
  readonly fee: Money
  readonly accounts: readonly PayingAccount[]
}

/** Reads a quote. An account that cannot be reckoned with is left out; nothing for a currency that the page does not know. */
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

/** Whether two quotes of a code are the same to the payer, from this account. */
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

/** What a payment takes from an account, the fee in it: at the rate, rounded up, where the account is of another currency. */
function costOf(amount: Money, { fee }: Pick<PaymentQuote, 'fee'>, { exchange }: PayingAccount): Money {
  const total = add(amount, fee)
  return exchange ? debitUp(total, exchange.rate) : total
}

/** An account of the person. */
export interface OwnAccount {
  readonly id: string
  readonly balance: Money
}

/** A payment as it is confirmed. */
export interface PaymentTerms {
  readonly quote: PaymentQuote
  readonly account: PayingAccount
  /** What the seller gets. */
  readonly amount: Money
  /** What leaves the account, and what stays on it. */
  readonly cost: Money
  readonly left: Money
}

/** Whether a payment can be confirmed, or what is in the way. */
export type PaymentReadiness =
  | { readonly isReady: true; readonly terms: PaymentTerms }
  | {
      readonly isReady: false
      readonly missing: readonly TextKey[]
      readonly fault: TextKey | undefined
      /** An amount out of the quote's bounds: the bound. */
      readonly tooLittle?: Money
      readonly tooMuch?: Money
      readonly shortBy?: Money
    }

/** What the payer has and says: `typed`, with at most `decimals` where the seller's provider takes fewer than the currency has. */
interface PayerSays {
  readonly balance: Money | undefined
  readonly typed: string
  readonly decimals?: number | undefined
}

/** Decides whether a payment can be confirmed: `typed` counts where the payer says how much. */
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

/** The account to begin with: one of the quote's currency that has enough, else the one in hand, else whichever has enough. */
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

/** The terms as they are sent, for a passkey to sign. What leaves the account is among them: nothing else may. */
export function paymentBody({ quote, account, amount, cost }: PaymentTerms): RequestOf<typeof startPasskeyPayment> {
  return {
    quote_id: quote.id,
    account_id: account.accountId,
    from_amount: toDecimal(cost),
    ...(!('amount' in quote.asked) && { amount: toDecimal(amount) }),
  }
}

/** The rate that the terms were reckoned with, as it is sent. */
export function rateBody({ account: { exchange } }: PaymentTerms): { readonly rate_id?: string } {
  return exchange ? { rate_id: exchange.rateId } : {}
}
