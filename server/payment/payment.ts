import type { FeatureFlag } from '#contract/config'
import { type Money, negate } from '#money/money'
import { type Confirmation, confirmed } from '#server/confirmation/confirmation'
import type { PasskeyProofDeps } from '#server/confirmation/passkey'
import type { PinDeps } from '#server/confirmation/pin'
import { confirming, readProof } from '#server/confirmation/proof'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import { postOnce } from '#server/http/post-once'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { type UserAccount, userAccountsOf } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { type Outcome, outcomeOfMaking, type Posting, type PostingRefusal } from '#server/ledger/posting'
import { heldRow, heldUntil, toBeChecked } from '#server/movement/held'
import {
  type BoundingFacts,
  boundingFacts,
  boundsOf,
  caughtNow,
  holdingFacts,
  type Movement,
  type MovementPolicy,
  movementRows,
} from '#server/movement/movement'
import { providerOfSellers } from '#server/movement/recipients'
import { endSent, openCaseOfOld } from '#server/outgoing/end'
import { isSendingOpen } from '#server/outgoing/end-rules'
import { endUnlooked } from '#server/outgoing/held'
import { checkDueOf, later, sendOnce, type Watching, waitForFirst } from '#server/outgoing/sending'
import type { MerchantProvider } from '#server/providers/merchants/port'
import type { Quotes } from '#server/rates/quotes'
import type { KeyedMutex } from '#server/security/keyed-mutex'
import type { SignedIn } from '#server/security/sessions'
import { PAYMENT_ENDS } from './end.ts'
import { boundOfPayment, decidePayment, type PaymentHoldFacts, readPaymentAmount } from './rules.ts'
import {
  findPaymentQuote,
  isQuotePaid,
  isStoppedFor,
  newPaymentRow,
  type Payment,
  paymentOf,
  paymentQueue,
  type StoredQuote,
} from './store.ts'

export interface PaymentDeps extends PinDeps, PasskeyProofDeps, MovementPolicy {
  readonly ledger: Ledger
  readonly merchants: MerchantProvider
  /** The rates for whoever pays from an account of another currency, and how long they are honoured. */
  readonly quotes: Pick<Quotes, 'issue' | 'find'>
  readonly rateLifetimeSeconds: number
  /** One payment of a user at a time in this process; concurrent ones queue. */
  readonly perUser: KeyedMutex
  readonly isOn: (feature: FeatureFlag) => boolean
  /** The timeout of a provider call; the worker picks up a payment without an outcome a little later. */
  readonly providerTimeoutMs: number
  /** Lets so many milliseconds pass. */
  readonly pause: (ms: number) => Promise<unknown>
}

interface PaymentCaller {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  /** Goes on while a PIN or a provider is waited for: what is posted is dated when it is. */
  readonly clock: () => Date
}

/** A payment that was asked for, with the PIN, or a passkey in its place. */
interface PaymentAsked {
  readonly quoteId: string
  readonly accountId: string
  readonly amount: string | undefined
  /** What leaves an account of another currency, as it was shown, and the rate that it was shown by. */
  readonly fromAmount: string | undefined
  readonly rateId: string | undefined
  readonly pin: string | undefined
  readonly passkey: string | undefined
}

/** The state of a payment for the user: the seller is paid, or it is pending. */
export interface PaymentReply {
  readonly id: string
  /** `checking`: the operator looks at it before the seller is paid. */
  readonly state: 'complete' | 'pending' | 'checking'
}

/**
 * Pays a seller what was quoted: flags, quote and balance, and once nothing else is in the way the PIN, or a passkey in its place; then all of
 * it again and the hold in one transaction; then the provider, outside any; then settled or reversed. A timeout keeps the hold and is
 * resolved by the worker. The same key again waits for the first request and gets its response. An account of another currency pays at
 * the rate that it was offered, which is an exchange. Refuses what decidePayment and readPaymentAmount refuse, quote_unknown, switched_off, pin_*, passkey_wrong, insufficient_funds, and payment_declined once the hold is
 * released; idempotency_running while the first of two equal requests has no response yet.
 */
export async function paySeller(deps: PaymentDeps, asked: PaymentAsked, caller: PaymentCaller): Promise<PaymentReply> {
  const { idempotencyKey, user } = caller
  const outcome = await deps.perUser.run(user.userId, () =>
    postOnce(deps.database, idempotencyKey, () => hold(deps, asked, caller)),
  )
  crashPoint('payment.hold.committed')
  const id = outcome.reply.transaction_id ?? ''
  if (outcome.repeated) await waitForFirst(deps, async () => (await getPayment(deps, id)).state === 'held')
  else {
    const nextCheckAt = later(caller.clock(), deps.providerTimeoutMs / 1000 + 1)
    await send(deps, id, { clock: caller.clock, nextCheckAt: () => nextCheckAt })
  }
  return answer(deps, id)
}

async function hold(deps: PaymentDeps, asked: PaymentAsked, caller: PaymentCaller): Promise<Outcome> {
  const { database, ledger } = deps
  const { user, clock } = caller
  const proof = readProof(asked)
  if (!proof) throw new Refusal({ code: 'invalid_field', field: 'pin' })
  if (!deps.isOn('qr_payment')) throw new Refusal({ code: 'switched_off', feature: 'qr_payment' })
  const quote = await findPaymentQuote(database, asked.quoteId, user.userId)
  // Another provider knows nothing of it.
  if (quote?.provider !== deps.merchants.name) throw new Refusal({ code: 'quote_unknown', field: 'quote_id' })
  const read = readPaymentAmount(quote, asked.amount, deps.merchants.takenDecimals)
  if (!read.ok) throw new Refusal(read.refusal)
  const confirm = await confirming(deps, proof, { purpose: 'payment', bound: boundOfPayment(asked), ...caller })
  const own = await database.read(userAccountsOf(user.userId))
  const account = own.find(({ id }) => id === asked.accountId)
  const isOther = account !== undefined && account.balance.currency !== read.amount.currency
  if (isOther && !deps.isOn('exchange')) throw new Refusal({ code: 'switched_off', feature: 'exchange' })
  const costAsked = {
    fromAmount: asked.fromAmount,
    rate: isOther && asked.rateId !== undefined ? await deps.quotes.find(asked.rateId) : undefined,
    rateLifetimeSeconds: deps.rateLifetimeSeconds,
  }
  const holding = { quote, amount: read.amount, costAsked, own, account, policy: deps, caller }
  const answered = await ledger.precheck(holdRequest(holding, clock()))
  if (answered) return answered
  return postHold(deps, holding, await confirm())
}

/** A hold that is to be made. */
interface Holding {
  readonly quote: StoredQuote
  readonly amount: Money
  readonly costAsked: PaymentHoldFacts['costAsked']
  /** All accounts of the person: what leaves one of them counts with what leaves the others. */
  readonly own: readonly UserAccount[]
  readonly account: UserAccount | undefined
  readonly policy: MovementPolicy
  readonly caller: PaymentCaller
}

interface HoldWants extends BoundingFacts {
  readonly isPaid: boolean
  readonly isStopped: boolean
  readonly isExchangeStopped: boolean
}

/** The request to hold what a payment costs. Refuses what decidePayment refuses, and insufficient_funds. */
function holdRequest({ quote, amount, costAsked, own, account, policy, caller: { user, idempotencyKey } }: Holding, now: Date) {
  const id = idAt(now)
  const recipient = { provider: providerOfSellers(quote.provider), key: quote.seller }
  const movement: Movement = { kind: 'payment', user, account, recipient, now }
  return {
    id,
    movement,
    idempotencyKey,
    accounts: own.map((each) => each.id),
    facts: {
      ...boundingFacts(movement),
      isPaid: isQuotePaid(quote.id),
      isStopped: isStoppedFor({ userId: user.userId, feature: 'qr_payment' }),
      isExchangeStopped: isStoppedFor({ userId: user.userId, feature: 'exchange' }),
    },
    decide(accounts: ReadonlyMap<string, UserAccount>, found: HoldWants): Posting | PostingRefusal {
      const { owner, isPaid, isStopped, isExchangeStopped } = found
      const known = { id, quote, owner, account: account && accounts.get(account.id), costAsked, now }
      const stops = { isPaid, isStopped, isExchangeStopped }
      const decision = decidePayment(amount, { ...known, ...stops, caps: boundsOf(movement, found, policy) })
      if (decision.kind === 'refuse') return decision
      return { ...decision, rows: movementRows(id, costOf(decision), movement, found, policy) }
    },
  }
}

/** What the hold of a payment takes from its account. */
function costOf({ operation }: Posting): Money {
  const [out] = operation?.legs ?? []
  if (!out) throw new Error('A payment from nobody')
  return negate(out.amount)
}

/** Holds what a payment costs, once per key and once per quote, as long as what confirmed it counts. */
async function postHold(
  { ledger, providerTimeoutMs }: PaymentDeps,
  holding: Holding,
  confirmation: Confirmation,
): Promise<Outcome> {
  const now = holding.caller.clock()
  const { id, movement, ...request } = holdRequest(holding, now)
  const { quote, amount, account, policy } = holding
  const outcome = await ledger.post({
    ...request,
    facts: { ...request.facts, ...holdingFacts(movement, policy), isConfirmed: confirmation.isGood },
    decide(accounts, { isConfirmed, ...facts }) {
      crashPoint('payment.hold.uncommitted')
      const decision = confirmed(confirmation, isConfirmed, request.decide(accounts, facts))
      if (decision.kind === 'refuse') return decision
      const cost = costOf(decision)
      const caught = caughtNow(cost, movement, facts, policy)
      const nextCheckAt = caught ? heldUntil(now) : new Date(now.getTime() + providerTimeoutMs + 2000)
      const isOther = account?.balance.currency !== amount.currency
      const row = newPaymentRow({ id, quote, nextCheckAt, inOther: isOther ? { amount, fee: quote.fee } : undefined })
      const about = { userId: movement.user.userId, id, amount: cost, to: quote.seller, now }
      const held = caught ? [heldRow('payment_held', caught, about)] : []
      const posting = caught ? toBeChecked(decision) : decision
      return { ...posting, rows: [row, ...held, ...(decision.rows ?? [])] }
    },
  })
  return outcomeOfMaking(id, outcome)
}

async function send(deps: PaymentDeps, id: string, watching: Watching): Promise<void> {
  const payment = await getPayment(deps, id)
  if (!isSendingOpen(payment)) return
  const { database, merchants, providerTimeoutMs } = deps
  const asking = { database, queue: paymentQueue, provider: merchants.name, providerTimeoutMs }
  await sendOnce(
    {
      ...asking,
      async send() {
        crashPoint('payment.sending')
        const told = await merchants.pay({ reference: id, quoteId: payment.providerQuoteId, amount: payment.amount })
        crashPoint('payment.sent')
        return told
      },
      end: (told, now, options) => endSent(PAYMENT_ENDS, deps, told, now, options),
    },
    id,
    watching,
  )
}

async function answer(deps: PaymentDeps, id: string): Promise<PaymentReply> {
  const { state } = await getPayment(deps, id)
  if (state === 'failed') throw new Refusal({ code: 'payment_declined', transactionId: id })
  return { id, state: state === 'complete' || state === 'checking' ? state : 'pending' }
}

async function getPayment({ database }: Pick<PaymentDeps, 'database'>, id: string): Promise<Payment> {
  const payment = await database.read(paymentOf(id))
  if (!payment) throw new Error('A payment is not where it was put')
  return payment
}

/** Resolves open payments: polls the provider, and asks it to pay again if the payment is unknown there. */
export async function checkDuePayments(deps: PaymentDeps, run: PollingRun): Promise<Polled> {
  const { database, providerTimeoutMs } = deps
  return checkDueOf({ database, queue: paymentQueue, providerTimeoutMs }, run, {
    ask: (id, watching) => pollPayment(deps, id, watching),
    afterwards: (id, now) => openCaseOfOld(PAYMENT_ENDS, deps, id, now),
  })
}

/** Asks the provider about a payment, and returns what it answered: its state, or that it knows of none. */
async function pollPayment(deps: PaymentDeps, id: string, watching: Watching): Promise<string> {
  crashPoint('payment.check.taken')
  const { provider, state, userId, createdAt } = await getPayment(deps, id)
  if (state === 'checking')
    return endUnlooked({ kind: 'payment', queue: paymentQueue }, { ...deps, userId, id, createdAt, now: watching.clock() })
  // Another provider knows nothing of it. How it ended is for the operator to find out (seller_payment_without_end).
  if (provider !== deps.merchants.name) return `not asked: it is at ${provider}`
  const told = await deps.merchants.find(id)
  crashPoint('payment.check.asked')
  if (told) await endSent(PAYMENT_ENDS, deps, told, watching.clock(), { nextCheckAt: watching.nextCheckAt() })
  else await send(deps, id, watching)
  return told?.state ?? 'unknown'
}
