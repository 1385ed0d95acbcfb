import { toDecimal } from '#money/amount'
import { isBookedCurrency } from '#money/currency'
import { type Money, negate } from '#money/money'
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
import type { Payout } from '#server/providers/payouts/port'
import {
  decideEnd,
  decideRecall,
  differingAmount,
  isWithdrawalOpen,
  paidOut,
  returnedOf,
  reversalOf,
  settlementOf,
  strayPayoutOf,
  unpaidOf,
} from './rules.ts'
import { paidWithdrawalRow, type Withdrawal, withdrawalOf, withdrawalQueue } from './store.ts'

const { checkAtRow, endRow, lockedSendingOf } = withdrawalQueue

interface EndDeps {
  readonly database: Database
  readonly ledger: Ledger
}

const CHECK_AGAIN_MS = 2000
const OLD_MS = 86_400_000
/** The case of a payout that has not ended after a day. */
const WITHOUT_END = 'payout_without_end'
/** The case of what the provider says otherwise than before, and nothing is booked for. */
const CHANGED = 'payout_changed'

/**
 * Applies the provider's state, however it arrived and however often: settles, reverses, or polls again at `nextCheckAt`. A state that
 * contradicts an earlier end is booked as far as money has moved and opens a case. `event` is stored with its effect.
 */
export async function endPayout(
  { database, ledger }: EndDeps,
  payout: Payout,
  now: Date,
  { event, nextCheckAt = new Date(now.getTime() + CHECK_AGAIN_MS), rows = [], isOperators = false }: EndOptions = {},
): Promise<void> {
  const kept = [...rows, ...(event ? [eventRow(event)] : [])]
  const known = await database.read(withdrawalOf(payout.reference))
  const outcome = await ledger.post({
    idempotencyKey: event ? keyOfEvent(event) : freshIdempotencyKey(),
    accounts: known ? [known.accountId] : [],
    facts: {
      withdrawal: withdrawalOf(payout.reference),
      caseState: caseStateOf({ kind: contradictionOf(known), reference: payout.reference }),
      reportState: caseStateOf({ kind: CHANGED, reference: payout.reference }),
      // Given back by hand while it is being sent, it would be paid out too.
      isSending: lockedSendingOf(isOperators && payout.state === 'failed' ? payout.reference : undefined),
    },
    decide(accounts, { withdrawal, caseState, reportState, isSending }) {
      crashPoint('withdrawal.end.uncommitted')
      const account = withdrawal && accounts.get(withdrawal.accountId)
      // The state that the operator agreed to has changed.
      if (isOperators && !(withdrawal && isWithdrawalOpen(withdrawal)))
        throw new OperatorFault('It was ended in the meantime; nothing was done')
      if (isSending) throw new OperatorFault('It is being sent to the provider at this moment; try again in a minute')
      const posting =
        withdrawal && account
          ? postingFor(withdrawal, account, payout, { now, nextCheckAt, caseState, hasTurned: reportState !== 'none' })
          : ofStranger(payout, caseState, now)
      return { ...posting, rows: [...(posting.rows ?? []), ...kept] }
    },
  })
  if (outcome.kind === 'refused') throw new Error(`The end of a withdrawal was refused: ${outcome.refusal.code}`)
  crashPoint('withdrawal.end.committed')
}

/**
 * Ends an open withdrawal by the final state that the operator has from the provider; `rows` are written in the same commit. Refuses
 * (OperatorFault) one that has ended, and to give back what is being sent at this moment.
 */
export async function endByHand(
  deps: EndDeps,
  id: string,
  state: Exclude<Payout['state'], 'pending'>,
  { rows, now }: { readonly rows: readonly PendingRow[]; readonly now: Date },
): Promise<void> {
  await endPayout(deps, { reference: id, externalId: '', state, reason: 'operator' }, now, { rows, isOperators: true })
}

interface EndOptions {
  readonly event?: ProviderEvent
  readonly nextCheckAt?: Date
  /** The state comes from the operator: it ends an open withdrawal only. */
  readonly isOperators?: boolean
  /** Rows written in the same commit. */
  readonly rows?: readonly PendingRow[]
}

interface Moment {
  readonly now: Date
  readonly nextCheckAt: Date
  /** Of the case in which a contradiction of its end was booked. */
  readonly caseState: CaseState
  /** Something else has been reported since: a word that was booked, and is said again, may be another than that. */
  readonly hasTurned: boolean
}

function postingFor(
  withdrawal: Withdrawal,
  account: UserAccount,
  payout: Payout,
  { now, nextCheckAt, caseState, hasTurned }: Moment,
): Posting {
  const { id, state } = withdrawal
  const { externalId, reason } = payout
  const ended = (resolution: string) => endedCaseRow({ kind: WITHOUT_END, reference: id, resolution, at: now })
  switch (decideEnd(withdrawal, payout)) {
    case 'ignore':
      // As it ended first, after it had been told otherwise in between.
      return payout.state === 'pending' || caseState === 'none' ? NOTHING : reported(withdrawal, payout, now)
    case 'wait':
      return {
        ...NOTHING,
        ...(state === 'held' && { change: { operation: withdrawal, to: 'unknown', at: now } }),
        rows: [checkAtRow({ id, at: nextCheckAt })],
      }
    case 'contradiction':
      if (caseState === 'none') return contradicted(withdrawal, account, payout, now)
      // What was booked is only said again, until something else is said in between.
      return caseState === 'open' || !hasTurned ? NOTHING : reported(withdrawal, payout, now)
    case 'changed':
      return reported(withdrawal, payout, now)
    case 'settle': {
      const paid = differingAmount(withdrawal, payout)
      const unpaid = paid && unpaidOf(withdrawal, paid)
      return {
        ...NOTHING,
        change: { operation: withdrawal, to: 'complete', at: now },
        transfers: [settlementOf(withdrawal, idAt(now), now, unpaid)],
        rows: [
          endRow({ id, externalId, reason: undefined }),
          ended('it was paid out'),
          ...(paid ? differingRows(withdrawal, paid, now) : []),
        ],
      }
    }
    case 'reverse':
      return {
        ...NOTHING,
        change: { operation: withdrawal, to: 'failed', at: now },
        transfers: [reversalOf(withdrawal, idAt(now), now)],
        rows: [endRow({ id, externalId, reason }), ended('it failed, and the money was given back')],
      }
  }
}

/** Records what was paid out instead of what was requested, with its case; money of another currency is not in suspense. */
function differingRows(withdrawal: Withdrawal, paid: Money, now: Date): PendingRow[] {
  const { id, amount } = withdrawal
  const details = {
    withdrawal: id,
    asked: `${amount.currency} ${toDecimal(amount)}`,
    paid: `${paid.currency} ${toDecimal(paid)}`,
  }
  const inSuspense = unpaidOf(withdrawal, paid)
  return [
    paidWithdrawalRow({ id, paid }),
    caseRow({ kind: 'payout_amount_differs', reference: id, operationId: id, inSuspense, details, openedAt: now }),
  ]
}

/** Nothing is booked for it: a person has to compare our books with the provider's. */
function reported({ id }: Withdrawal, payout: Payout, now: Date): Posting {
  const details = { [`told_${payout.state}`]: wordsOf(payout) }
  const about = { kind: CHANGED, reference: id, operationId: id, openedAt: now }
  return { ...NOTHING, rows: [reportRow({ ...about, details })] }
}

function wordsOf({ amount, reason }: Payout): string {
  return amount ? `${amount.currency} ${toDecimal(amount)}` : (reason ?? 'no amount')
}

/** The case in which a payout that contradicts our state was booked. */
function contradictionOf(withdrawal: Withdrawal | undefined): string {
  if (!withdrawal) return 'payout_without_withdrawal'
  return withdrawal.state === 'failed' ? 'payout_paid_after_return' : 'payout_returned'
}

/** Paid out after the hold was released: it is debited again. Returned after it was paid out: it is held in suspense. */
function contradicted(withdrawal: Withdrawal, account: UserAccount, payout: Payout, now: Date): Posting {
  const { id } = withdrawal
  const newId = idAt(now)
  const moved = payout.state === 'paid' ? (payout.amount ?? withdrawal.amount) : paidOut(withdrawal)
  if (moved.currency !== withdrawal.amount.currency) return reported(withdrawal, payout, now)
  const details = { withdrawal: id, amount: toDecimal(moved), currency: moved.currency, to: withdrawal.masked }
  const about = { kind: contradictionOf(withdrawal), reference: id, details, openedAt: now }
  if (payout.state === 'paid') {
    return { ...decideRecall(moved, account, newId, now), rows: [caseRow({ ...about, operationId: newId })] }
  }
  return {
    ...NOTHING,
    transfers: [returnedOf(moved, newId, now)],
    rows: [caseRow({ ...about, operationId: id, inSuspense: moved })],
  }
}

function ofStranger(payout: Payout, caseState: CaseState, now: Date): Posting {
  if (payout.state === 'failed' && caseState !== 'none') {
    const about = { kind: CHANGED, reference: payout.reference, operationId: null, openedAt: now }
    return { ...NOTHING, rows: [reportRow({ ...about, details: { told_failed: wordsOf(payout) } })] }
  }
  if (payout.state !== 'paid' || caseState !== 'none') return NOTHING
  const { reference, externalId, amount } = payout
  const booked: Money | undefined = amount && isBookedCurrency(amount.currency) ? amount : undefined
  return {
    ...NOTHING,
    transfers: booked ? [strayPayoutOf(booked, idAt(now), now)] : [],
    rows: [
      caseRow({
        kind: 'payout_without_withdrawal',
        reference,
        operationId: null,
        inSuspense: booked && negate(booked),
        details: { reference, payout: externalId, ...(amount && { paid: `${amount.currency} ${toDecimal(amount)}` }) },
        openedAt: now,
      }),
    ],
  }
}

/** Opens a case, once, for a withdrawal that has no final state a day after it was made. */
export async function openCaseOfOldWithdrawal({ database, ledger }: EndDeps, id: string, now: Date): Promise<void> {
  const known = await database.read(withdrawalOf(id))
  const isOld = known !== undefined && now.getTime() - known.createdAt.getTime() >= OLD_MS
  if (!isOld || !isWithdrawalOpen(known)) return
  const details = { amount: toDecimal(known.amount), currency: known.amount.currency, to: known.masked }
  await ledger.post({
    idempotencyKey: ownIdempotencyKey(WITHOUT_END, id),
    accounts: [known.accountId],
    facts: { withdrawal: withdrawalOf(id), caseState: caseStateOf({ kind: WITHOUT_END, reference: id }) },
    decide(_accounts, { withdrawal, caseState }) {
      const opened = { kind: WITHOUT_END, reference: id, operationId: id, details, openedAt: now }
      const isStillOpen = withdrawal !== undefined && isWithdrawalOpen(withdrawal)
      return isStillOpen && caseState === 'none' ? { ...NOTHING, rows: [caseRow(opened)] } : NOTHING
    },
  })
}
