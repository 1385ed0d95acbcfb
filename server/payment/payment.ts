import { type Money, negate } from '#money/money'
import {
  type ConfirmedDeps,
  type ConfirmedMoney,
  type GivenProof,
  type MadeAs,
  type MoneyCaller,
  postConfirmed,
} from '#server/confirmation/post-confirmed'
import { Refusal } from '#server/http/refusal'
import { type UserAccount, userAccountsOf } from '#server/ledger/accounts'
import type { FactValues, Posting } from '#server/ledger/posting'
import { boundingFacts, boundsOf, holdingFacts, type Movement } from '#server/movement/movement'
import { providerOfSellers } from '#server/movement/recipients'
import { type HoldPolicy, heldPosting } from '#server/outgoing/hold'
import { type Outgoing, type OutgoingReply, type SendingDeps, sendPosted } from '#server/outgoing/sending'
import type { MerchantProvider } from '#server/providers/merchants/port'
import type { Quotes } from '#server/rates/quotes'
import type { SignedIn } from '#server/security/sessions'
import { PAYMENT_ENDS } from './end.ts'
import { boundOfPayment, decidePayment, type PaymentHoldFacts, readPaymentAmount } from './rules.ts'
import { findPaymentQuote, isQuotePaid, isStoppedFor, newPaymentRow, type Payment, type StoredQuote } from './store.ts'

export interface PaymentDeps extends ConfirmedDeps, SendingDeps, HoldPolicy {
  readonly merchants: MerchantProvider
  /** The rates for payments from an account of another currency, and how long a rate is honoured. */
  readonly quotes: Pick<Quotes, 'issue' | 'find'>
  readonly rateLifetimeSeconds: number
}

/** A payment as the payer asks for it. */
interface PaymentAsked {
  readonly quoteId: string
  readonly accountId: string
  readonly amount: string | undefined
  /** The cost in the account's currency and its rate, as shown to the payer. */
  readonly fromAmount: string | undefined
  readonly rateId: string | undefined
}

/** Payments to sellers as outgoing money: how the merchants provider makes them. */
export function outgoingPayments({ merchants }: Pick<PaymentDeps, 'merchants'>): Outgoing<Payment> {
  return {
    ends: PAYMENT_ENDS,
    provider: {
      name: merchants.name,
      send: ({ id, providerQuoteId, amount }) => merchants.pay({ reference: id, quoteId: providerQuoteId, amount }),
      find: (id) => merchants.find(id),
    },
    declined: 'payment_declined',
  }
}

/**
 * Pays a seller by a quote: the cost is held after the confirmation, and the merchants provider is asked to pay; then the hold is settled or given
 * back. A time-out keeps the hold, and the worker resolves it. An account of another currency pays at the offered rate, which is an exchange.
 * Refuses what postConfirmed, decidePayment, readPaymentAmount and sendPosted refuse, quote_unknown and insufficient_funds.
 */
export async function paySeller(
  deps: PaymentDeps,
  asked: PaymentAsked & GivenProof,
  caller: MoneyCaller,
): Promise<OutgoingReply> {
  const posted = await postConfirmed(deps, confirmedPayment(deps, asked, caller), asked, caller)
  return sendPosted(outgoingPayments(deps), deps, posted, caller)
}

function confirmedPayment(deps: PaymentDeps, asked: PaymentAsked, { user }: MoneyCaller): ConfirmedMoney<PaymentRead> {
  return {
    kind: 'payment',
    feature: 'qr_payment',
    bound: () => boundOfPayment(asked),
    read: () => readPayment(deps, asked, user),
    check: (read, as) => holdRequest(deps, read, as),
    post: (read, as) => paymentHold(deps, read, as),
  }
}

/** A payment with everything that is read before anything is locked. */
interface PaymentRead {
  readonly quote: StoredQuote
  readonly amount: Money
  readonly costAsked: PaymentHoldFacts['costAsked']
  /** All accounts of the person: their caps count what leaves any of them. */
  readonly own: readonly UserAccount[]
  readonly account: UserAccount | undefined
  readonly user: SignedIn
}

async function readPayment(deps: PaymentDeps, asked: PaymentAsked, user: SignedIn): Promise<PaymentRead> {
  const { database, merchants, quotes, rateLifetimeSeconds } = deps
  const quote = await findPaymentQuote(database, asked.quoteId, user.userId)
  // A different provider does not know the quote.
  if (quote?.provider !== merchants.name) throw new Refusal({ code: 'quote_unknown', field: 'quote_id' })
  const read = readPaymentAmount(quote, asked.amount, merchants.takenDecimals)
  if (!read.ok) throw new Refusal(read.refusal)
  const { amount } = read
  const own = await database.read(userAccountsOf(user.userId))
  const account = own.find(({ id }) => id === asked.accountId)
  const isOther = account !== undefined && account.balance.currency !== amount.currency
  if (isOther && !deps.isOn('exchange')) throw new Refusal({ code: 'switched_off', feature: 'exchange' })
  const rate = isOther && asked.rateId !== undefined ? await quotes.find(asked.rateId) : undefined
  return { quote, amount, costAsked: { fromAmount: asked.fromAmount, rate, rateLifetimeSeconds }, own, account, user }
}

/** The check of a payment before the PIN. Refuses what decidePayment refuses. */
function holdRequest(policy: HoldPolicy, { quote, amount, costAsked, own, account, user }: PaymentRead, { id, now }: MadeAs) {
  const recipient = { provider: providerOfSellers(quote.provider), key: quote.seller }
  const movement = { kind: 'payment', user, account, recipient, now } satisfies Movement
  const facts = {
    ...boundingFacts(movement),
    isPaid: isQuotePaid(quote.id),
    isStopped: isStoppedFor({ userId: user.userId, feature: 'qr_payment' }),
    isExchangeStopped: isStoppedFor({ userId: user.userId, feature: 'exchange' }),
  }
  return {
    movement,
    accounts: own.map((each) => each.id),
    facts,
    decide(accounts: ReadonlyMap<string, UserAccount>, found: FactValues<typeof facts>) {
      const { owner, isPaid, isStopped, isExchangeStopped } = found
      const known = { id, quote, owner, account: account && accounts.get(account.id), costAsked, now }
      const stops = { isPaid, isStopped, isExchangeStopped }
      return decidePayment(amount, { ...known, ...stops, caps: boundsOf(movement, found, policy) })
    },
  }
}

/** The posting request of a payment, which holds its cost, once per quote. */
function paymentHold(policy: HoldPolicy, read: PaymentRead, { id, now }: MadeAs) {
  const { movement, decide, accounts, facts } = holdRequest(policy, read, { id, now })
  const { quote, amount, account } = read
  const wanted = { ...facts, ...holdingFacts(movement, policy) }
  const inOther = account?.balance.currency === amount.currency ? undefined : { amount, fee: quote.fee }
  return {
    accounts,
    facts: wanted,
    decide(known: ReadonlyMap<string, UserAccount>, found: FactValues<typeof wanted>) {
      const decision = decide(known, found)
      if (decision.kind === 'refuse') return decision
      return heldPosting(decision, {
        ...{ id, now, movement, amount: costOf(decision), to: quote.seller, found, policy },
        rowsOf: (nextCheckAt) => [newPaymentRow({ id, quote, nextCheckAt, inOther })],
      })
    },
  }
}

/** The amount that the hold of a payment takes from its account. */
function costOf({ operation }: Posting): Money {
  const [out] = operation?.legs ?? []
  if (!out) throw new Error('A payment from nobody')
  return negate(out.amount)
}
