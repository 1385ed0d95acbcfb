import type { PaymentCode } from '#codes/payment-code'
import type { RefusalFacts } from '#contract/refusals'
import { decimalAmount, toDecimal } from '#money/amount'
import { type Currency, isBookedCurrency } from '#money/currency'
import { add, compare, isSameMoney, type Money, money, negate, subtract } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { debitUp } from '#money/rate-quoted'
import { divideUp } from '#money/round-up'
import type { UserAccount } from '#server/ledger/accounts'
import { clawBack } from '#server/ledger/clawback'
import { moneyDetail } from '#server/ledger/leg-parameters'
import { type Entry, type Posting, type PostingRefusal, refusePosting, type Transfer } from '#server/ledger/posting'
import type { PostedAs, Recalled, Suspended } from '#server/outgoing/end'
import type { CodeQuote } from '#server/providers/merchants/port'
import { stepFault, type TakenDecimals } from '#server/providers/scales'
import type { Quote } from '#server/rates/quotes'
import { type Cap, capFault } from '#server/users/caps'
import type { Owner } from '#server/users/levels'
import type { Payment, StoredQuote } from './store.ts'

/**
 * Whether the provider's quote contradicts the code, whose amount the payer saw where they scanned it. A code in a currency without accounts is
 * quoted in a currency with accounts, so it cannot be contradicted.
 */
export function isContradicted({ currency, facts }: PaymentCode, { asked }: Pick<CodeQuote, 'asked'>): boolean {
  if (!isBookedCurrency(currency)) return false
  const told = 'amount' in asked ? asked.amount : asked.min
  if (told.currency !== currency) return true
  if (!facts.amount) return false
  return !('money' in facts.amount && 'amount' in asked && isSameMoney(facts.amount.money, asked.amount))
}

/** The amount to pay: the quote's fixed amount, or the payer's amount within the quote's bounds. */
export type AmountRead = { readonly ok: true; readonly amount: Money } | { readonly ok: false; readonly refusal: RefusalFacts }

/**
 * Reads the amount that was sent with a payment. For a fixed amount, refuses any other. For an amount that the payer chooses, refuses one out of
 * bounds or finer than the provider's step.
 */
export function readPaymentAmount(
  { asked, fee }: Pick<StoredQuote, 'asked' | 'fee'>,
  unchecked: string | undefined,
  taken?: TakenDecimals,
): AmountRead {
  const no = (refusal: RefusalFacts): AmountRead => ({ ok: false, refusal })
  const parsed = unchecked === undefined ? undefined : parseAmount(unchecked, fee.currency)
  if (parsed && !parsed.ok) return no({ code: 'invalid_field', field: 'amount' })
  if ('amount' in asked) {
    const isOther = parsed !== undefined && !isSameMoney(parsed.money, asked.amount)
    return isOther ? no({ code: 'amount_mismatch', field: 'amount', reason: 'payment' }) : { ok: true, amount: asked.amount }
  }
  if (!parsed) return no({ code: 'invalid_field', field: 'amount' })
  const finer = stepFault(parsed.money, taken)
  if (finer) return no(finer)
  const bound = (limit: Money) => ({ field: 'amount', amount: decimalAmount(limit) })
  if (compare(parsed.money, asked.min) < 0) return no({ code: 'amount_min', ...bound(asked.min) })
  if (compare(parsed.money, asked.max) > 0) return no({ code: 'amount_max', ...bound(asked.max) })
  return { ok: true, amount: parsed.money }
}

/**
 * The texts that a passkey signs for a payment: the quote, the account and both amounts, as written in the request. The rate may change as long
 * as both amounts stay the same.
 */
export function boundOfPayment(asked: {
  readonly quoteId: string
  readonly accountId: string
  readonly amount: string | undefined
  readonly fromAmount: string | undefined
}): readonly string[] {
  return [asked.quoteId, asked.accountId, asked.amount ?? '', asked.fromAmount ?? '']
}

/** The request's cost in an account's own currency: the unparsed amount, and the rate that was offered for it. */
export interface CostAsked {
  readonly fromAmount: string | undefined
  readonly rate: Quote | undefined
  readonly rateLifetimeSeconds: number
  readonly now: Date
}

type CostRead = { readonly ok: true; readonly cost: Money } | { readonly ok: false; readonly refusal: RefusalFacts }

/**
 * The cost of a payment for an account: its total, or the total at the rate, rounded up. Refuses an amount other than the payer has seen, a rate
 * of another pair, and an expired rate.
 */
export function readCost(total: Money, currency: Currency, { fromAmount, rate, rateLifetimeSeconds, now }: CostAsked): CostRead {
  const no = (code: RefusalFacts['code'], field: string, reason?: 'payment'): CostRead => ({
    ok: false,
    refusal: { code, field, ...(reason && { reason }) },
  })
  const isOwn = currency === total.currency
  if (!isOwn) {
    if (rate?.rate.from !== currency || rate.rate.to !== total.currency) return no('rate_unknown', 'rate_id')
    if (now.getTime() > rate.issuedAt.getTime() + rateLifetimeSeconds * 1000) return no('rate_expired', 'rate_id', 'payment')
    if (fromAmount === undefined) return no('invalid_field', 'from_amount')
  }
  const cost = rate && !isOwn ? debitUp(total, rate.rate) : total
  // An amount sent back as it was quoted may be finer than people type.
  if (fromAmount === undefined || fromAmount === toDecimal(cost)) return { ok: true, cost }
  const seen = parseAmount(fromAmount, currency)
  if (!seen.ok) return no('invalid_field', 'from_amount')
  return isSameMoney(seen.money, cost) ? { ok: true, cost } : no('amount_mismatch', 'from_amount', 'payment')
}

/** The facts by which the hold of a payment is decided. */
export interface PaymentHoldFacts {
  readonly id: string
  readonly quote: StoredQuote
  readonly owner: Owner | undefined
  readonly account: UserAccount | undefined
  /** The quote has a payment already. */
  readonly isPaid: boolean
  /** The caps on the cost, in the account's currency. */
  readonly caps: readonly Cap[]
  /** The operator has stopped payments for the person, or exchanges; a payment from an account of another currency is an exchange too. */
  readonly isStopped: boolean
  readonly isExchangeStopped: boolean
  readonly costAsked: Omit<CostAsked, 'now'>
  readonly now: Date
}

/** Decides the hold of a payment: freeze, flags, its quote, and limits; the ledger itself checks the balance. Pure, under the locks. */
export function decidePayment(amount: Money, facts: PaymentHoldFacts): Posting | PostingRefusal {
  const { quote, owner, account, isPaid, isStopped, now } = facts
  if (account?.isFrozen) return refusePosting({ code: 'wallet_frozen' })
  if (isStopped) return refusePosting({ code: 'feature_stopped', feature: 'qr_payment' })
  if (owner && !owner.user.isWithdrawalAllowed) return refusePosting({ code: 'withdrawal_not_allowed' })
  if (!account || account.userId !== quote.userId) return refusePosting({ code: 'account_unknown', field: 'account_id' })
  const isOther = account.balance.currency !== amount.currency
  if (isOther && facts.isExchangeStopped) return refusePosting({ code: 'feature_stopped', feature: 'exchange' })
  if (isPaid) return refusePosting({ code: 'quote_used', field: 'quote_id' })
  if (now >= quote.expiresAt) return refusePosting({ code: 'quote_expired', field: 'quote_id' })
  const total = add(amount, quote.fee)
  const read = readCost(total, account.balance.currency, { ...facts.costAsked, now })
  if (!read.ok) return refusePosting(read.refusal)
  const { cost } = read
  if (!owner?.limits) return refusePosting({ code: 'account_unknown', field: 'account_id' })
  const fault = capFault(cost, facts.caps)
  if (fault) return refusePosting(fault)
  return holdOf(amount, cost, account, facts)
}

/** The posting that holds the cost of a payment, in the account's currency, so that it can go back whole. */
function holdOf(
  amount: Money,
  cost: Money,
  account: UserAccount,
  { id, quote, costAsked: { rate }, now }: PaymentHoldFacts,
): Posting {
  const isOther = cost.currency !== amount.currency
  return {
    kind: 'post',
    operation: {
      id,
      kind: 'payment',
      state: 'held',
      legs: [
        {
          accountId: account.id,
          amount: negate(cost),
          fee: rate && isOther ? subtract(cost, debitUp(amount, rate.rate)) : quote.fee,
          details: { seller: quote.seller, format: quote.format, ...(isOther && { paid_money: moneyDetail(amount) }) },
        },
      ],
      details: rate && isOther ? { quantity_out: rate.quantityOut, mid: rate.mid, margin: String(rate.marginBasisPoints) } : {},
      createdAt: now,
    },
    transfers: [
      {
        id,
        operationId: id,
        kind: 'payment_hold',
        postedAt: now,
        entries: [
          { account: { user: account.id }, amount: negate(cost) },
          { account: { system: 'payout_hold' }, amount: cost },
        ],
      },
    ],
    reply: { transaction_id: id },
  }
}

/** The share of a payment's cost for the provider's part of it, rounded up; in the same currency it is that part itself. */
function costOfPart({ cost, amount, fee }: Payment, part: Money): Money {
  const whole = add(amount, fee)
  return cost.currency === whole.currency ? part : money(cost.currency, divideUp(cost.minor * part.minor, whole.minor))
}

/**
 * The entries that give the provider its part. A cost in another currency is exchanged here, at the offered rate: the operator bears any change
 * of the rate since the offer.
 */
function toProvider(cost: Money, part: Money, excess = money(part.currency, 0n)): readonly Entry[] {
  const paid: Entry = { account: { system: 'merchant_clearing' }, amount: add(part, excess) }
  if (cost.currency === part.currency) return [paid]
  return [{ account: { system: 'liquidity' }, amount: cost }, { account: { system: 'liquidity' }, amount: negate(part) }, paid]
}

/** The part of a paid amount that the payer pays for, provider's fee included, and the excess beyond it. */
function partsOf({ amount, fee }: Payment, paid: Money): { readonly part: Money; readonly excess: Money | undefined } {
  const isMore = compare(paid, amount) > 0
  return { part: add(isMore ? amount : paid, fee), excess: isMore ? subtract(paid, amount) : undefined }
}

/** The provider's part when the payer's money is of another currency; undefined in the same currency. */
function unlessSame(part: Money, { cost }: Payment): Money | undefined {
  return part.currency === cost.currency ? undefined : part
}

/**
 * The entries of a payment that was made: the hold goes to the provider, with its fee. An amount paid too little is held in suspense, in the
 * payer's currency; an amount paid too much is taken from suspense, in the provider's.
 */
export function paymentSettlementOf(payment: Payment, paid: Money, { id: transferId, now }: PostedAs): Suspended {
  const { id, cost, amount, fee } = payment
  const { part, excess } = partsOf(payment, paid)
  const spent = costOfPart(payment, part)
  const inSuspense = excess ? negate(excess) : subtract(cost, spent)
  const entries: readonly Entry[] = [
    { account: { system: 'payout_hold' }, amount: negate(cost) },
    ...(inSuspense.minor === 0n ? [] : [{ account: { system: 'suspense' as const }, amount: inSuspense }]),
    ...toProvider(spent, part, excess),
  ]
  return {
    transfer: { id: transferId, operationId: id, kind: 'payment_settle', postedAt: now, entries },
    inSuspense,
    atProvider: excess ? undefined : unlessSame(subtract(add(amount, fee), part), payment),
  }
}

/** The entries of a payment that came back after it was made: its cost to the payer is held in suspense. */
export function givenBackOf(payment: Payment, paid: Money, { id, now }: PostedAs): Suspended {
  const { part } = partsOf(payment, paid)
  const inSuspense = costOfPart(payment, part)
  const entries: readonly Entry[] = [
    ...toProvider(inSuspense, part).map(({ account, amount }) => ({ account, amount: negate(amount) })),
    { account: { system: 'suspense' }, amount: inSuspense },
  ]
  return {
    transfer: { id, operationId: null, kind: 'payment_returned', postedAt: now, entries },
    inSuspense,
    atProvider: unlessSame(part, payment),
  }
}

/** Debits again the cost of a payment that was made after it had been given back, and no more than the payer had agreed to. */
export function decidePaymentRecall(payment: Payment, paid: Money, account: UserAccount, { id, now }: PostedAs): Recalled {
  const { part, excess } = partsOf(payment, paid)
  const taken = costOfPart(payment, part)
  const details = { seller: payment.seller }
  const posting = clawBack(account, taken, { id, kind: 'payment_recall', to: toProvider(taken, part), details, now })
  return { posting, taken, atProvider: unlessSame(part, payment), excess }
}

/** The entries of a failed payment: its cost goes back to the account. */
export function paymentReversalOf({ id, accountId, cost }: Payment, transferId: string, now: Date): Transfer {
  return {
    id: transferId,
    operationId: id,
    kind: 'payment_reverse',
    postedAt: now,
    entries: [
      { account: { system: 'payout_hold' }, amount: negate(cost) },
      { account: { user: accountId }, amount: cost },
    ],
  }
}
