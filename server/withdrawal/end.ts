import { toDecimal } from '#money/amount'
import { isBookedCurrency } from '#money/currency'
import { type Money, negate } from '#money/money'
import { caseRow, endedCaseRow, isKnownCase } from '#server/cases/case'
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
  returnedOf,
  reversalOf,
  settlementOf,
  strayPayoutOf,
  unpaidOf,
} from './rules.ts'
import { checkAtRow, endRow, paidRow, type Withdrawal, withdrawalOf } from './store.ts'

interface EndDeps {
  readonly database: Database
  readonly ledger: Ledger
}

const CHECK_AGAIN_MS = 2000
const OLD_MS = 86_400_000
/** The case of a payout that has not ended after a day. */
const WITHOUT_END = 'payout_without_end'

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
      hasCase: isKnownCase({ kind: contradictionOf(known, payout), reference: payout.reference }),
    },
    decide(accounts, { withdrawal, hasCase }) {
      crashPoint('withdrawal.end.uncommitted')
      const account = withdrawal && accounts.get(withdrawal.accountId)
      // The state that the operator agreed to has changed.
      const isOpen = withdrawal?.state === 'held' || withdrawal?.state === 'unknown'
      if (isOperators && !isOpen) throw new OperatorFault('It was ended in the meantime; nothing was done')
      const posting =
        withdrawal && account
          ? postingFor(withdrawal, account, payout, { now, nextCheckAt, hasCase })
          : hasCase
            ? NOTHING
            : ofStranger(payout, now)
      return { ...posting, rows: [...(posting.rows ?? []), ...kept] }
    },
  })
  if (outcome.kind === 'refused') throw new Error(`The end of a withdrawal was refused: ${outcome.refusal.code}`)
  crashPoint('withdrawal.end.committed')
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
  /** This contradiction has been booked already. */
  readonly hasCase: boolean
}

function postingFor(
  withdrawal: Withdrawal,
  account: UserAccount,
  payout: Payout,
  { now, nextCheckAt, hasCase }: Moment,
): Posting {
  const { id, state } = withdrawal
  const { externalId, reason } = payout
  const ended = (resolution: string) => endedCaseRow({ kind: WITHOUT_END, reference: id, resolution, at: now })
  switch (decideEnd(withdrawal, payout)) {
    case 'ignore':
      return NOTHING
    case 'wait':
      return {
        ...NOTHING,
        ...(state === 'held' && { change: { operation: withdrawal, to: 'unknown', at: now } }),
        rows: [checkAtRow({ id, at: nextCheckAt })],
      }
    case 'contradiction':
      return hasCase ? NOTHING : contradicted(withdrawal, account, payout, now)
    case 'changed':
      return hasCase ? NOTHING : { ...NOTHING, rows: [changedRow(withdrawal, payout, now)] }
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
    paidRow({ id, paid }),
    caseRow({ kind: 'payout_amount_differs', reference: id, operationId: id, inSuspense, details, openedAt: now }),
  ]
}

function changedRow({ id }: Withdrawal, { amount }: Payout, now: Date): PendingRow {
  const told = amount ? `${amount.currency} ${toDecimal(amount)}` : ''
  return caseRow({ kind: 'payout_changed', reference: id, operationId: id, details: { told }, openedAt: now })
}

/** The case of a payout that contradicts our state. */
function contradictionOf(withdrawal: Withdrawal | undefined, payout: Payout): string {
  if (!withdrawal) return 'payout_without_withdrawal'
  if (withdrawal.state === 'complete' && payout.state === 'paid') return 'payout_changed'
  return payout.state === 'paid' ? 'payout_paid_after_return' : 'payout_returned'
}

/** Paid out after the hold was released: it is debited again. Returned after it was paid out: it is held in suspense. */
function contradicted(withdrawal: Withdrawal, account: UserAccount, payout: Payout, now: Date): Posting {
  const { id, amount } = withdrawal
  const newId = idAt(now)
  const details = { withdrawal: id, amount: toDecimal(amount), currency: amount.currency, to: withdrawal.masked }
  const about = { kind: contradictionOf(withdrawal, payout), reference: id, details, openedAt: now }
  if (payout.state === 'paid') {
    return { ...decideRecall(withdrawal, account, newId, now), rows: [caseRow({ ...about, operationId: newId })] }
  }
  return {
    ...NOTHING,
    transfers: [returnedOf(withdrawal, newId, now)],
    rows: [caseRow({ ...about, operationId: id, inSuspense: amount })],
  }
}

/** A payout without a withdrawal; one that was not paid needs nothing. */
function ofStranger(payout: Payout, now: Date): Posting {
  if (payout.state !== 'paid') return NOTHING
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
export async function openCaseOfAge({ database, ledger }: EndDeps, id: string, now: Date): Promise<void> {
  const known = await database.read(withdrawalOf(id))
  const isOld = known !== undefined && now.getTime() - known.createdAt.getTime() >= OLD_MS
  if (!isOld || known.state === 'complete' || known.state === 'failed') return
  const details = { amount: toDecimal(known.amount), currency: known.amount.currency, to: known.masked }
  await ledger.post({
    idempotencyKey: ownIdempotencyKey(WITHOUT_END, id),
    accounts: [known.accountId],
    facts: { withdrawal: withdrawalOf(id), hasCase: isKnownCase({ kind: WITHOUT_END, reference: id }) },
    decide(_accounts, { withdrawal, hasCase }) {
      const isOpen = withdrawal?.state === 'held' || withdrawal?.state === 'unknown'
      const opened = { kind: WITHOUT_END, reference: id, operationId: id, details, openedAt: now }
      return isOpen && !hasCase ? { ...NOTHING, rows: [caseRow(opened)] } : NOTHING
    },
  })
}
