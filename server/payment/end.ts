import { toDecimal } from '#money/amount'
import { caseRow, caseStateOf, endedCaseRow, reportRow } from '#server/cases/case'
import type { PendingRow } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { eventRow, keyOfEvent, type ProviderEvent } from '#server/http/provider-event'
import { freshIdempotencyKey, ownIdempotencyKey } from '#server/idempotency/key'
import type { Ledger } from '#server/ledger/ledger'
import { NOTHING, type Posting } from '#server/ledger/posting'
import { OperatorFault } from '#server/operator/fault'
import type { SellerPayment } from '#server/providers/merchants/port'
import { decidePaymentEnd, isOtherAmount, isPaymentOpen, paymentReversalOf, paymentSettlementOf } from './rules.ts'
import { type Payment, paymentOf, paymentQueue } from './store.ts'

interface PaymentEndDeps {
  readonly database: Database
  readonly ledger: Ledger
}

const { checkAtRow, endRow, lockedSendingOf } = paymentQueue

const CHECK_AGAIN_MS = 2000
const OLD_MS = 86_400_000
/** The case of a payment that has not ended after a day. */
const WITHOUT_END = 'seller_payment_without_end'

interface PaymentEndOptions {
  /** Stored with its effect. */
  readonly event?: ProviderEvent
  readonly nextCheckAt?: Date
  /** The state comes from the operator: it ends an open payment only. */
  readonly isOperators?: boolean
  /** Rows written in the same commit. */
  readonly rows?: readonly PendingRow[]
}

/**
 * Applies the provider's state, however it arrived and however often: settles, reverses, or polls again at `nextCheckAt`. A state that
 * contradicts our books books nothing and is reported: a person has to compare them with the provider's.
 */
export async function endPayment(
  { database, ledger }: PaymentEndDeps,
  told: SellerPayment,
  now: Date,
  { event, nextCheckAt = new Date(now.getTime() + CHECK_AGAIN_MS), rows = [], isOperators = false }: PaymentEndOptions = {},
): Promise<void> {
  const kept = [...rows, ...(event ? [eventRow(event)] : [])]
  const known = await database.read(paymentOf(told.reference))
  const outcome = await ledger.post({
    idempotencyKey: event ? keyOfEvent(event) : freshIdempotencyKey(),
    accounts: known ? [known.accountId] : [],
    facts: {
      payment: paymentOf(told.reference),
      // Given back by hand while it is being sent, it would be paid too.
      isSending: lockedSendingOf(isOperators && told.state === 'failed' ? told.reference : undefined),
    },
    decide(_accounts, { payment, isSending }) {
      crashPoint('payment.end.uncommitted')
      // The state that the operator agreed to has changed.
      if (isOperators && !(payment && isPaymentOpen(payment)))
        throw new OperatorFault('It was ended in the meantime; nothing was done')
      if (isSending) throw new OperatorFault('It is being sent to the provider at this moment; try again in a minute')
      const posting = payment ? postingFor(payment, told, { now, nextCheckAt }) : ofStranger(told, now)
      return { ...posting, rows: [...(posting.rows ?? []), ...kept] }
    },
  })
  if (outcome.kind === 'refused') throw new Error(`The end of a payment was refused: ${outcome.refusal.code}`)
  crashPoint('payment.end.committed')
}

function postingFor(
  payment: Payment,
  told: SellerPayment,
  { now, nextCheckAt }: { readonly now: Date; readonly nextCheckAt: Date },
): Posting {
  const { id, state } = payment
  const { externalId, reason } = told
  const ended = (resolution: string) => endedCaseRow({ kind: WITHOUT_END, reference: id, resolution, at: now })
  switch (decidePaymentEnd(payment, told)) {
    case 'ignore':
      return NOTHING
    case 'wait':
      return {
        ...NOTHING,
        ...(state === 'held' && { change: { operation: payment, to: 'unknown', at: now } }),
        rows: [checkAtRow({ id, at: nextCheckAt })],
      }
    case 'contradiction':
      return { ...NOTHING, rows: [contradictionRow(payment, told, now)] }
    case 'settle':
      return {
        ...NOTHING,
        change: { operation: payment, to: 'complete', at: now },
        transfers: [paymentSettlementOf(payment, idAt(now), now)],
        rows: [
          endRow({ id, externalId, reason: undefined }),
          ended('the seller was paid'),
          ...(isOtherAmount(payment, told) ? [contradictionRow(payment, told, now)] : []),
        ],
      }
    case 'reverse':
      return {
        ...NOTHING,
        change: { operation: payment, to: 'failed', at: now },
        transfers: [paymentReversalOf(payment, idAt(now), now)],
        rows: [endRow({ id, externalId, reason }), ended('it failed, and the money was given back')],
      }
  }
}

function wordsOf({ amount, reason }: SellerPayment): string {
  return amount ? `${amount.currency} ${toDecimal(amount)}` : (reason ?? 'no amount')
}

function contradictionRow({ id, amount }: Payment, told: SellerPayment, now: Date): PendingRow {
  const details = { asked: `${amount.currency} ${toDecimal(amount)}`, [`told_${told.state}`]: wordsOf(told) }
  return reportRow({ kind: 'seller_payment_changed', reference: id, operationId: id, details, openedAt: now })
}

/** Money that the provider says it has paid for us, and that nobody here has asked for. */
function ofStranger(told: SellerPayment, now: Date): Posting {
  if (told.state !== 'paid') return NOTHING
  const { reference, externalId } = told
  const details = { reference, payment: externalId, told_paid: wordsOf(told) }
  return {
    ...NOTHING,
    rows: [reportRow({ kind: 'seller_payment_unasked', reference, operationId: null, details, openedAt: now })],
  }
}

/** Opens a case, once, for a payment that has no final state a day after it was made. */
export async function openCaseOfOldPayment({ database, ledger }: PaymentEndDeps, id: string, now: Date): Promise<void> {
  const known = await database.read(paymentOf(id))
  const isOld = known !== undefined && now.getTime() - known.createdAt.getTime() >= OLD_MS
  if (!isOld || !isPaymentOpen(known)) return
  const details = { amount: toDecimal(known.amount), currency: known.amount.currency, to: known.seller }
  await ledger.post({
    idempotencyKey: ownIdempotencyKey(WITHOUT_END, id),
    accounts: [known.accountId],
    facts: { payment: paymentOf(id), caseState: caseStateOf({ kind: WITHOUT_END, reference: id }) },
    decide(_accounts, { payment, caseState }) {
      const opened = { kind: WITHOUT_END, reference: id, operationId: id, details, openedAt: now }
      const isStillOpen = payment !== undefined && isPaymentOpen(payment)
      return isStillOpen && caseState === 'none' ? { ...NOTHING, rows: [caseRow(opened)] } : NOTHING
    },
  })
}
