import { v4 as unguessableId, validate } from 'uuid'
import type { FeatureFlag } from '#contract/config'
import type { RefusalFacts } from '#contract/refusals'
import { writeTogether } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import type { Database } from '#server/db/pool'
import { Refusal, refusedAs } from '#server/http/refusal'
import { freshIdempotencyKey, type IdempotencyKey } from '#server/idempotency/key'
import { userAccountsOf } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { InArchive } from '#server/ledger/legs-of-operation'
import { NOTHING, type PostingRefusal, refusePosting } from '#server/ledger/posting'
import type { PaymentProvider } from '#server/providers/payments/port'
import { ownerOf } from '#server/users/levels'
import type { Language } from '#texts/languages'
import { decideTopup, isOver, type TopupAsked } from './rules.ts'
import { endedOfAge, openCaseOfOldOrder, settleTopup } from './settle.ts'
import { checkNoMore, keepPaymentPage, newOrderRow, openOrdersOf, orderOf, type TopupOrder, topupPolling } from './store.ts'

export interface TopupDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly payments: PaymentProvider
  readonly isOn: (feature: FeatureFlag) => boolean
  readonly publicUrl: string
  /** How long an order may stay unpaid before it expires. */
  readonly lifetimeSeconds: number
  /** How many unpaid orders a person may have at once. */
  readonly openMax: number
}

/** Who asks for a top-up, under which key, and in which language the page of payment is. */
export interface TopupCaller {
  readonly userId: string
  readonly idempotencyKey: IdempotencyKey
  readonly language: Language
  readonly now: Date
}

// When to poll an order again: soon at first, then less often, and when it expires.
const CHECK_AFTER_SECONDS = [15, 15, 30, 60, 120, 300, 900, 1800] as const
// After its end an order is polled rarely, for as long as a page that was opened in time might still be paid.
const LATE_CHECK_SECONDS = 3600
const RETRY_SECONDS = 60
// When the operator is told that the provider does not answer about it.
const WITHOUT_END_SECONDS = 86_400
const LATE_MONEY_SECONDS = 3 * 86_400
// An order unknown to the provider for this long was lost before it was sent; nobody can pay it.
const LOST_AFTER_SECONDS = 900
// Longer than a poll lasts.
const TAKEN_SECONDS = 15
const NOT_TAKEN: RefusalFacts = { code: 'topup_refused', field: 'amount' }
const SWITCHED_OFF: PostingRefusal = refusePosting({ code: 'switched_off', feature: 'topup' })

/**
 * Creates our own order first, then requests the payment page. The same key again gives the same order and page, also after a crash
 * between the two. Refuses switched_off, wallet_frozen, topup_not_allowed, account_unknown, amount_step, amount_min, amount_max, balance_max, topup_orders_max,
 * topup_refused, order_ended (cancelled, or expired without a page); throws Unavailable when the provider does not respond.
 */
export async function createTopup(
  deps: TopupDeps,
  asked: Omit<TopupAsked, 'id'>,
  caller: TopupCaller,
): Promise<{ order: string; url: string }> {
  const id = await makeOrder(deps, asked, caller)
  crashPoint('topup.order.committed')
  const order = await deps.database.read(orderOf(id))
  if (!order) throw new Error('A top-up order is not where it was put')
  // Its provider did not take it.
  if (order.url === null && order.state === 'failed') throw new Refusal(NOT_TAKEN)
  // Expired before it had a payment page.
  if (order.url === null && order.state === 'expired') throw new Refusal({ code: 'order_ended' })
  expectNotCancelled(order)
  if (order.url !== null) return { order: id, url: order.url }
  const url = await openPage(deps, order, caller)
  // While its page was opened it may have been cancelled on another device.
  expectNotCancelled(await deps.database.read(orderOf(id)))
  return { order: id, url }
}

function expectNotCancelled(order: TopupOrder | undefined): void {
  if (order?.state === 'cancelled') throw new Refusal({ code: 'order_ended' })
}

async function makeOrder(
  { database, ledger, payments, isOn, lifetimeSeconds, openMax }: TopupDeps,
  asked: Omit<TopupAsked, 'id'>,
  { userId, idempotencyKey, now }: TopupCaller,
): Promise<string> {
  const id = unguessableId()
  const nextCheckAt = later(now, Math.min(lifetimeSeconds, CHECK_AFTER_SECONDS[0]))
  const all = await database.read(userAccountsOf(userId))
  const account = all.find(({ balance }) => balance.currency === asked.currencyCode)
  const outcome = await ledger.post({
    idempotencyKey,
    // All of them, so that two orders in two currencies are counted one after the other.
    accounts: account ? all.map((each) => each.id) : [],
    facts: { owner: ownerOf(account?.id), open: openOrdersOf({ userId, now }) },
    decide(accounts, { owner, open }) {
      crashPoint('topup.order.uncommitted')
      // Checked here, so that an order made before the feature was turned off is still replayed with its page.
      if (!isOn('topup')) return SWITCHED_OFF
      const facts = { account: account && accounts.get(account.id), owner, open, openMax, taken: payments.takenDecimals, now }
      const decision = decideTopup({ id, ...asked }, facts)
      return decision.kind === 'refuse'
        ? decision
        : { ...decision, rows: [newOrderRow({ id, provider: payments.name, nextCheckAt })] }
    },
  })
  if (outcome.kind === 'refused') throw new Refusal(outcome.refusal)
  return outcome.reply.order ?? id
}

/** Opens the payment page of an order. Refuses topup_refused where the provider does not take the order, which fails then. */
async function openPage(deps: TopupDeps, order: TopupOrder, { language, now }: TopupCaller): Promise<string> {
  const { database, payments, publicUrl } = deps
  const { id, amount } = order
  const returnUrl = `${publicUrl}/wallet/payments/finish?currencyCode=${amount.currency}&order=${id}`
  const asked = payments.create({ order: id, amount, returnUrl, language })
  const page = await refusedAs(NOT_TAKEN, asked).catch(async (error: unknown) => {
    if (error instanceof Refusal) await settleTopup(deps, { order: id, externalId: '', state: 'failed', amount }, now)
    throw error
  })
  crashPoint('topup.page.opened')
  await keepPaymentPage(database, id, page)
  crashPoint('topup.page.kept')
  return page.url
}

/** The state of a user's order; refuses order_unknown for orders that are not theirs. Moves no money: only the provider's state does. */
export async function getOrder({ database }: TopupDeps, userId: string, id: string): Promise<TopupOrder> {
  const order = validate(id) ? await database.read(orderOf(id)).catch(nothingInArchive) : undefined
  if (order?.userId !== userId) throw new Refusal({ code: 'order_unknown', field: 'order' })
  return order
}

/** An order in the archive is unknown to its person. */
function nothingInArchive(error: unknown): undefined {
  if (!(error instanceof InArchive)) throw error
}

/** Polls the orders that are due. */
export async function checkDueTopups(deps: TopupDeps, run: PollingRun): Promise<Polled> {
  const { clock } = run
  return topupPolling.pollDue(deps.database, {
    ...run,
    takenSeconds: TAKEN_SECONDS,
    retryAt: () => later(clock(), CHECK_AFTER_SECONDS[0]),
    poll(id, checks, onError) {
      crashPoint('topup.check.taken')
      return pollOrder(deps, id, { checks, clock, onError })
    },
  })
}

async function pollOrder(
  deps: TopupDeps,
  id: string,
  { checks, clock, onError }: { checks: number; clock: () => Date; onError: (error: unknown) => void },
): Promise<Date> {
  const order = await deps.database.read(orderOf(id))
  if (!order) throw new Error('A top-up order is not where it was put')
  // Another provider knows nothing of it.
  const isOurs = order.provider === deps.payments.name
  const isAnswered =
    isOurs &&
    (await checkOrder(deps, order, clock).then(
      () => true,
      (error: unknown) => {
        onError(error)
        return false
      },
    ))
  const now = clock()
  // A provider that never answers is not polled forever.
  if (!isAnswered && order.state !== 'pending' && isOver(order, now, LATE_MONEY_SECONDS))
    await writeTogether(deps.database, [checkNoMore(id)])
  const isOld = order.state === 'pending' && isOver(order, now, deps.lifetimeSeconds + WITHOUT_END_SECONDS)
  if (!isAnswered && isOld) await openCaseOfOldOrder(deps, order, now)
  return nextCheck(order, { checks, now, isAnswered, lifetimeSeconds: deps.lifetimeSeconds })
}

/**
 * An order expires only after the provider has confirmed that it is unpaid. Polling goes on: the page may be paid late, and the event
 * be lost.
 */
async function checkOrder(deps: TopupDeps, order: TopupOrder, clock: () => Date): Promise<void> {
  const askedAt = clock()
  const payment = await deps.payments.find(order.id)
  crashPoint('topup.check.asked')
  if (payment && payment.state !== 'pending') return settleTopup(deps, payment, clock())
  if (order.state !== 'pending') {
    if (isOver(order, askedAt, LATE_MONEY_SECONDS)) await writeTogether(deps.database, [checkNoMore(order.id)])
    return
  }
  const isKnown = payment !== undefined
  if (isOver(order, askedAt, isKnown ? deps.lifetimeSeconds : LOST_AFTER_SECONDS)) await expire(deps.ledger, order, clock())
}

/** Expires an order that was not paid in time, unless it has ended meanwhile. It is still polled. */
async function expire(ledger: Ledger, { id, accountId }: TopupOrder, now: Date): Promise<void> {
  await ledger.post({
    idempotencyKey: freshIdempotencyKey(),
    accounts: [accountId],
    facts: { order: orderOf(id) },
    decide: (_accounts, { order }) => ({
      ...NOTHING,
      ...(order?.state === 'pending' && {
        change: { operation: order, to: 'expired', at: now },
        rows: [endedOfAge(id, now)],
      }),
    }),
  })
}

function nextCheck(
  { createdAt }: TopupOrder,
  { checks, now, isAnswered, lifetimeSeconds }: { checks: number; now: Date; isAnswered: boolean; lifetimeSeconds: number },
): Date {
  const end = later(createdAt, lifetimeSeconds)
  if (end <= now) return later(now, isAnswered ? LATE_CHECK_SECONDS : RETRY_SECONDS)
  const next = later(now, CHECK_AFTER_SECONDS[checks] ?? CHECK_AFTER_SECONDS.at(-1))
  return next < end ? next : end
}

function later(now: Date, seconds = RETRY_SECONDS): Date {
  return new Date(now.getTime() + seconds * 1000)
}
