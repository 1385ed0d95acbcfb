import { toDecimal } from '#money/amount'
import { isSameMoney, type Money } from '#money/money'
import { type CaseState, caseRow, caseStateOf, endedCaseRow, reportRow } from '#server/cases/case'
import type { PendingRow } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { eventRow, keyOfEvent, type ProviderEvent } from '#server/http/provider-event'
import { freshIdempotencyKey, ownIdempotencyKey } from '#server/idempotency/key'
import type { UserAccount } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { NOTHING, type Posting } from '#server/ledger/posting'
import { OperatorFault } from '#server/operator/fault'
import type { Payment } from '#server/providers/payments/port'
import { creditOf, decideChargeback, decideSettlement, intoSuspense, isInBooks } from './rules.ts'
import { chargedBackRow, checkNoMore, orderOf, paidTopupRow, type TopupOrder } from './store.ts'

/**
 * Applies the provider's state, however it arrived and however often: credits, fails, takes back, or does nothing. Money that is not what
 * was ordered, for an unknown order, or for a wallet that is closed, is held in suspense and a case is opened. `event` is stored with its effect.
 */
export async function settleTopup(
  { database, ledger }: { readonly database: Database; readonly ledger: Ledger },
  payment: Payment,
  now: Date,
  { event, rows = [], isOperators = false }: SettleOptions = {},
): Promise<void> {
  const kept = [...rows, ...(event ? [eventRow(event)] : [])]
  const known = await database.read(orderOf(payment.order))
  const outcome = await ledger.post({
    idempotencyKey: event ? keyOfEvent(event) : freshIdempotencyKey(),
    accounts: known ? [known.accountId] : [],
    facts: {
      order: orderOf(payment.order),
      caseState: caseStateOf(caseNameOf(known, payment)),
      reportState: caseStateOf({ kind: CHANGED, reference: payment.order }),
    },
    decide(accounts, { order, caseState, reportState }) {
      crashPoint('topup.settle.uncommitted')
      const account = order && accounts.get(order.accountId)
      // The state that the operator agreed to has changed.
      if (isOperators && order?.state !== 'pending') throw new OperatorFault('It was ended in the meantime; nothing was done')
      const posting =
        order && account
          ? postingFor(order, account, payment, { now, caseState, hasTurned: reportState !== 'none' })
          : ofStranger(payment, caseState, now)
      const ended = order?.state === 'pending' && posting.change ? [endedOfAge(order.id, now)] : []
      return { ...posting, rows: [...(posting.rows ?? []), ...ended, ...kept] }
    },
  })
  if (outcome.kind === 'refused') throw new Error(`A paid top-up was refused: ${outcome.refusal.code}`)
  crashPoint('topup.settle.committed')
}

interface SettleOptions {
  readonly event?: ProviderEvent
  /** Rows written in the same commit. */
  readonly rows?: readonly PendingRow[]
  /** The state comes from the operator: it ends an open order only. */
  readonly isOperators?: boolean
}

/** The case of an order whose provider has not been heard for a day after it should have ended. */
const WITHOUT_END = 'topup_without_end'
/** The case of what the provider says otherwise than before, and nothing is booked for. */
const CHANGED = 'payment_changed'

/** The row that ends that case, where there is one. */
export function endedOfAge(reference: string, at: Date): PendingRow {
  return endedCaseRow({ kind: WITHOUT_END, reference, resolution: 'the provider has answered', at })
}

/** Opens a case, once, for an order that is still open. */
export async function openCaseOfOldOrder(
  { ledger }: { readonly ledger: Ledger },
  { id, accountId, amount }: TopupOrder,
  now: Date,
): Promise<void> {
  const details = { amount: toDecimal(amount), currency: amount.currency }
  await ledger.post({
    idempotencyKey: ownIdempotencyKey(WITHOUT_END, id),
    accounts: [accountId],
    facts: { order: orderOf(id), caseState: caseStateOf({ kind: WITHOUT_END, reference: id }) },
    decide(_accounts, { order, caseState }) {
      const opened = { kind: WITHOUT_END, reference: id, operationId: id, details, openedAt: now }
      return order?.state === 'pending' && caseState === 'none' ? { ...NOTHING, rows: [caseRow(opened)] } : NOTHING
    },
  })
}

interface Moment {
  readonly now: Date
  /** Of the case of its charge-back. */
  readonly caseState: CaseState
  /** Something else has been reported since: a charge-back that was booked, and is told again, may be another than that. */
  readonly hasTurned: boolean
}

/** What a word of the provider does to a top-up, under the lock of its account. */
export function postingFor(
  order: TopupOrder,
  account: UserAccount,
  payment: Payment,
  { now, caseState, hasTurned }: Moment,
): Posting {
  switch (decideSettlement(order, payment)) {
    case 'ignore':
      // The provider confirms the failure of an order that had expired here: no money will come.
      if (payment.state === 'failed') return { ...NOTHING, rows: [checkNoMore(order.id)] }
      // Charged back once more after its case had been resolved, by the bank's giving it back for one.
      return payment.state === 'charged_back' && caseState === 'resolved' && hasTurned ? reported(order, payment, now) : NOTHING
    case 'credit':
      if (account.isClosed) return afterClosing(order, payment, now)
      return {
        ...NOTHING,
        change: { operation: order, to: 'complete', at: now },
        transfers: [creditOf(order, now, payment.amount)],
        rows: [
          isSameMoney(payment.amount, order.amount)
            ? checkNoMore(order.id)
            : paidTopupRow({ id: order.id, paid: payment.amount }),
        ],
      }
    case 'fail':
      return { ...NOTHING, change: { operation: order, to: 'failed', at: now }, rows: [checkNoMore(order.id)] }
    case 'take_back':
      return { ...NOTHING, change: { operation: order, to: 'taken_back', at: now }, rows: [checkNoMore(order.id)] }
    case 'differs':
      return {
        ...NOTHING,
        change: { operation: order, to: 'differs', at: now },
        transfers: [intoSuspense(payment, order.id, order.id, now)],
        rows: differingRows(order, payment, now),
      }
    case 'not_booked':
      return {
        ...NOTHING,
        change: { operation: order, to: 'not_booked', at: now },
        rows: differingRows(order, payment, now),
      }
    case 'charge_back':
      return chargedBack(order, account, payment.amount, now)
    case 'changed':
      return reported(order, payment, now)
  }
}

function reported(order: TopupOrder, payment: Payment, now: Date): Posting {
  const details = { [`told_${payment.state}`]: wordsOfPayment(payment) }
  return { ...NOTHING, rows: [reportRow({ ...caseOn(order, now), kind: CHANGED, details })] }
}

/** Records what was paid instead of what was ordered, with its case; money without accounts in the books is not in suspense. */
function differingRows(order: TopupOrder, { amount, ...payment }: Payment, now: Date): PendingRow[] {
  const details = { ordered: `${order.amount.currency} ${toDecimal(order.amount)}`, paid: wordsOfPayment({ ...payment, amount }) }
  const inSuspense = isInBooks(amount) ? amount : undefined
  return [
    paidTopupRow({ id: order.id, paid: amount, exact: payment.exact }),
    caseRow({ ...caseOn(order, now), kind: 'payment_amount_differs', inSuspense, details }),
  ]
}

/** Money for a wallet that its person has closed meanwhile: it is held in suspense, and the operator gives it back. */
function afterClosing(order: TopupOrder, payment: Payment, now: Date): Posting {
  const details = { paid: wordsOfPayment(payment) }
  return {
    ...NOTHING,
    change: { operation: order, to: 'differs', at: now },
    transfers: [intoSuspense(payment, order.id, order.id, now)],
    rows: [
      paidTopupRow({ id: order.id, paid: payment.amount }),
      caseRow({ ...caseOn(order, now), kind: 'payment_after_closing', inSuspense: payment.amount, details }),
    ],
  }
}

function chargedBack(order: TopupOrder, account: UserAccount, amount: Money, now: Date): Posting {
  const id = idAt(now)
  const details = { topup: order.id, amount: toDecimal(amount), currency: amount.currency }
  return {
    ...decideChargeback(amount, account, id, now),
    change: { operation: order, to: 'charged_back', at: now },
    rows: [
      chargedBackRow({ id: order.id, amount }),
      caseRow({ ...caseOn(order, now), kind: 'topup_charged_back', operationId: id, details }),
    ],
  }
}

function caseOn({ id }: TopupOrder, openedAt: Date) {
  return { reference: id, operationId: id, openedAt }
}

/** The case in which the money of a payment was booked, where it has one. */
function caseNameOf(order: TopupOrder | undefined, payment: Payment): { kind: string; reference: string } {
  return order
    ? { kind: 'topup_charged_back', reference: order.id }
    : { kind: 'payment_without_order', reference: `${payment.order} ${payment.externalId}` }
}

/** Money for an unknown order, held in suspense once; that it was taken back is reported. A payment that failed needs nothing. */
function ofStranger(payment: Payment, caseState: CaseState, now: Date): Posting {
  const { amount, order, externalId, state } = payment
  const name = caseNameOf(undefined, payment)
  const opened = { ...name, operationId: null, openedAt: now }
  if (state === 'charged_back') {
    const details = { order, payment: externalId, told_charged_back: wordsOfPayment(payment) }
    return { ...NOTHING, rows: [reportRow({ ...opened, kind: CHANGED, details })] }
  }
  if (state !== 'complete' || caseState !== 'none') return NOTHING
  const isBooked = isInBooks(amount)
  const details = { order, payment: externalId, paid: wordsOfPayment(payment) }
  return {
    ...NOTHING,
    transfers: isBooked ? [intoSuspense(payment, null, idAt(now), now)] : [],
    rows: [caseRow({ ...opened, inSuspense: isBooked ? amount : undefined, details })],
  }
}

/** The money of a payment as a case tells it. */
export function wordsOfPayment({ amount, exact }: Pick<Payment, 'amount' | 'exact'>): string {
  return exact ?? `${amount.currency} ${toDecimal(amount)}`
}
