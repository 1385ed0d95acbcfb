import { toDecimal } from '#money/amount'
import { isBookedCurrency } from '#money/currency'
import { type Money, negate } from '#money/money'
import { type CaseState, caseRow, caseStateOf, endedCaseRow, reportRow } from '#server/cases/case'
import { type Fact, type PendingRow, writeTogether } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { eventRow, keyOfEvent, type ProviderEvent } from '#server/http/provider-event'
import { freshIdempotencyKey, ownIdempotencyKey } from '#server/idempotency/key'
import type { SystemRole, UserAccount } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { NOTHING, type Posting, type Transfer } from '#server/ledger/posting'
import { knownRecipientRow, type ProviderTo } from '#server/movement/recipients'
import { OperatorFault } from '#server/operator/fault'
import { decideEnd, denialOf, differingAmount, isSendingOpen, paidOut, type Sent, type SentOperation } from './end-rules.ts'
import type { OutgoingQueue } from './queue.ts'

export interface EndDeps {
  readonly database: Database
  readonly ledger: Ledger
}

/** A transfer, its amount in suspense, and that amount in the provider's currency when the payer has another one. */
export interface Suspended {
  readonly transfer: Transfer
  readonly inSuspense: Money | undefined
  readonly atProvider?: Money | undefined
}

/** The debit of a person a second time: the amount taken, and the excess over it that they do not owe. */
export interface Recalled {
  readonly posting: Posting
  readonly taken: Money
  readonly atProvider?: Money | undefined
  readonly excess?: Money | undefined
}

/** The id of a transfer, and the time of its posting. */
export interface PostedAs {
  readonly id: string
  readonly now: Date
}

/** The parts from which the end of one kind of operation is made: its store, its cases, and its entries. */
export interface EndsOf<Operation extends SentOperation> {
  readonly kind: 'withdrawal' | 'payment'
  /** The name of the provider's part in cases. */
  readonly what: 'payout' | 'payment'
  readonly queue: OutgoingQueue
  readonly find: (id: string) => Fact<Operation | undefined>
  /** Records the amount paid when it is not the amount asked for. */
  readonly paidRow: (paid: { readonly id: string; readonly paid: Money }) => PendingRow
  /** The kinds of cases, by the event that opens them. */
  readonly cases: {
    readonly withoutEnd: string
    readonly paidAfterReturn: string
    readonly returned: string
    readonly amountDiffers: string
    readonly unasked: string
    /** The provider contradicts its earlier report, and nothing is booked for that. */
    readonly changed: string
  }
  /** The recipient, who is known to the person from this payment on. */
  readonly recipientOf: (operation: Operation) => ProviderTo & { readonly userId: string }
  /** The recipient's name as it may be shown. */
  readonly nameOf: (operation: Operation) => string
  /** The hold goes to the provider; an amount that was paid too little or too much is in suspense. */
  readonly settle: (operation: Operation, paid: Money, as: PostedAs) => Suspended
  /** The hold is given back. */
  readonly reverse: (operation: Operation, as: PostedAs) => Transfer
  /** Money that comes back after it was paid is held in suspense. */
  readonly giveBack: (operation: Operation, paid: Money, as: PostedAs) => Suspended
  /** Money that is paid after the hold was given back is taken from the person again. */
  readonly recall: (operation: Operation, paid: Money, account: UserAccount, as: PostedAs) => Recalled
  /** The kind of transfer for a payment that no person pays for: it is taken from suspense and goes to this account of the provider. */
  readonly stray: { readonly kind: string; readonly to: SystemRole }
}

const CHECK_AGAIN_MS = 2000
const OLD_MS = 86_400_000

interface EndOptions {
  /** Stored with its effect. */
  readonly event?: ProviderEvent
  readonly nextCheckAt?: Date
  /** The report comes from the operator, who can end an open operation only. */
  readonly isOperators?: boolean
  /** Rows written in the same commit. */
  readonly rows?: readonly PendingRow[]
}

/**
 * Applies a provider's report, by whichever way and however often it arrives: settles, reverses, or polls again at `nextCheckAt`. A report that
 * contradicts an earlier end is booked as far as money has moved, and opens a case. `event` is stored with its effect.
 */
export async function endSent<Operation extends SentOperation>(
  ends: EndsOf<Operation>,
  { database, ledger }: EndDeps,
  told: Sent,
  now: Date,
  { event, nextCheckAt = new Date(now.getTime() + CHECK_AGAIN_MS), rows = [], isOperators = false }: EndOptions = {},
): Promise<void> {
  const { kind, cases, find, queue } = ends
  const { reference } = told
  const kept = [...rows, ...(event ? [eventRow(event)] : [])]
  const known = await database.read(find(reference))
  const outcome = await ledger.post({
    idempotencyKey: event ? keyOfEvent(event) : freshIdempotencyKey(),
    accounts: known ? [known.accountId] : [],
    facts: {
      operation: find(reference),
      caseState: caseStateOf({ kind: contradictionOf(ends, known), reference }),
      reportState: caseStateOf({ kind: cases.changed, reference }),
      // An operation that is given back by hand while it is being sent would be paid as well.
      isSending: queue.lockedSendingOf(isOperators && told.state === 'failed' ? reference : undefined),
    },
    decide(accounts, { operation, caseState, reportState, isSending }) {
      crashPoint(`${kind}.end.uncommitted`)
      const account = operation && accounts.get(operation.accountId)
      // The operator agreed to end an open operation, and it has ended since.
      if (isOperators && !(operation && isSendingOpen(operation)))
        throw new OperatorFault('It was ended in the meantime; nothing was done')
      if (isSending) throw new OperatorFault('It is being sent to the provider at this moment; try again in a minute')
      const moment = { now, nextCheckAt, caseState, hasTurned: reportState !== 'none' }
      const posting = operation && account ? postingFor(ends, operation, account, told, moment) : ofStranger(ends, told, moment)
      return { ...posting, rows: [...(posting.rows ?? []), ...kept] }
    },
  })
  if (outcome.kind === 'refused') throw new Error(`The end of a ${kind} was refused: ${outcome.refusal.code}`)
  crashPoint(`${kind}.end.committed`)
}

/**
 * Ends an open operation by the final state that the operator has from the provider; `rows` are written in the same commit. Refuses
 * (OperatorFault) an operation that has ended, and the return of one that is being sent at this moment.
 */
export async function endByHand<Operation extends SentOperation>(
  ends: EndsOf<Operation>,
  deps: EndDeps,
  id: string,
  state: Exclude<Sent['state'], 'pending'>,
  { rows, now }: { readonly rows: readonly PendingRow[]; readonly now: Date },
): Promise<void> {
  await endSent(ends, deps, { reference: id, externalId: '', state, reason: 'operator' }, now, { rows, isOperators: true })
}

interface Moment {
  readonly now: Date
  readonly nextCheckAt: Date
  /** The state of the case in which a contradiction of the end was booked. */
  readonly caseState: CaseState
  /** The provider has reported something else since: a repeated contradiction may then be a new one. */
  readonly hasTurned: boolean
}

function postingFor<Operation extends SentOperation>(
  ends: EndsOf<Operation>,
  operation: Operation,
  account: UserAccount,
  told: Sent,
  { now, nextCheckAt, caseState, hasTurned }: Moment,
): Posting {
  const { id, state } = operation
  const { externalId, reason } = told
  const { endRow, checkAtRow } = ends.queue
  const ended = (resolution: string) => endedCaseRow({ kind: ends.cases.withoutEnd, reference: id, resolution, at: now })
  switch (decideEnd(operation, told)) {
    case 'ignore':
      // The provider repeats the first end after it had contradicted it.
      return told.state === 'pending' || caseState === 'none' ? NOTHING : reported(ends, operation, told, now)
    case 'wait':
      return {
        ...NOTHING,
        ...(state === 'held' && { change: { operation, to: 'unknown', at: now } }),
        rows: [checkAtRow({ id, at: nextCheckAt })],
      }
    case 'contradiction':
      if (caseState === 'none') return contradicted(ends, operation, account, told, now)
      // The provider only repeats the booked contradiction, unless it has reported something else in between.
      return caseState === 'open' || !hasTurned ? NOTHING : reported(ends, operation, told, now)
    case 'changed':
      return reported(ends, operation, told, now)
    case 'settle': {
      const { transfer, rows } = settled(ends, operation, told, now)
      return {
        ...NOTHING,
        change: { operation, to: 'complete', at: now },
        transfers: [transfer],
        rows: [
          endRow({ id, externalId, reason: undefined }),
          ended('it was paid'),
          knownRecipientRow({ ...ends.recipientOf(operation), now }),
          ...rows,
        ],
      }
    }
    case 'reverse':
      return {
        ...NOTHING,
        change: { operation, to: 'failed', at: now },
        transfers: [ends.reverse(operation, { id: idAt(now), now })],
        rows: [endRow({ id, externalId, reason }), ended('it failed, and the money was given back')],
      }
  }
}

/** The transfer of the amount paid, with a case when that is not the amount asked for. Money of another currency is not put in suspense. */
function settled<Operation extends SentOperation>(
  ends: EndsOf<Operation>,
  operation: Operation,
  told: Sent,
  now: Date,
): { transfer: Transfer; rows: readonly PendingRow[] } {
  const { id, amount } = operation
  const paid = differingAmount(operation, told)
  const isComparable = paid?.currency === amount.currency
  const { transfer, ...suspended } = ends.settle(operation, isComparable ? paid : amount, { id: idAt(now), now })
  if (!paid) return { transfer, rows: [] }
  const inCase = isComparable ? suspended : { inSuspense: undefined }
  return { transfer, rows: [ends.paidRow({ id, paid }), differingRow(ends, operation, paid, inCase, now)] }
}

function differingRow<Operation extends SentOperation>(
  { kind, cases }: EndsOf<Operation>,
  { id, amount }: Operation,
  paid: Money,
  { inSuspense, atProvider }: Pick<Suspended, 'inSuspense' | 'atProvider'>,
  now: Date,
): PendingRow {
  const details = { [kind]: id, asked: written(amount), paid: written(paid), ...providersPart(atProvider) }
  return caseRow({ kind: cases.amountDiffers, reference: id, operationId: id, inSuspense, details, openedAt: now })
}

/** Opens a case and books nothing: a person has to compare our books with the provider's. */
function reported<Operation extends SentOperation>(
  { cases }: EndsOf<Operation>,
  { id }: Operation,
  told: Sent,
  now: Date,
): Posting {
  const details = { [`told_${told.state}`]: wordsOf(told) }
  return { ...NOTHING, rows: [reportRow({ kind: cases.changed, reference: id, operationId: id, details, openedAt: now })] }
}

function wordsOf({ amount, reason }: Sent): string {
  return amount ? written(amount) : (reason ?? 'no amount')
}

function written(amount: Money): string {
  return `${amount.currency} ${toDecimal(amount)}`
}

/** The details of a case with the amount in the provider's currency, which its resolution books back (server/cases/resolution.ts). */
function providersPart(atProvider: Money | undefined): Readonly<Record<string, string>> {
  return atProvider ? { provider_amount: toDecimal(atProvider), provider_currency: atProvider.currency } : {}
}

/** The kind of the case in which a report that contradicts our state is booked. */
function contradictionOf<Operation extends SentOperation>(
  { cases }: EndsOf<Operation>,
  operation: Operation | undefined,
): string {
  if (!operation) return cases.unasked
  return operation.state === 'failed' ? cases.paidAfterReturn : cases.returned
}

/** Books a contradiction. Paid after the hold was released: the person is debited again. Returned after it was paid: the money is in suspense. */
function contradicted<Operation extends SentOperation>(
  ends: EndsOf<Operation>,
  operation: Operation,
  account: UserAccount,
  told: Sent,
  now: Date,
): Posting {
  const { id } = operation
  const moved = told.state === 'paid' ? (told.amount ?? operation.amount) : paidOut(operation)
  if (moved.currency !== operation.amount.currency) return reported(ends, operation, told, now)
  const as = { id: idAt(now), now }
  const about = { kind: contradictionOf(ends, operation), reference: id, openedAt: now }
  const detailsOf = (amount: Money, atProvider: Money | undefined) => ({
    [ends.kind]: id,
    amount: toDecimal(amount),
    currency: amount.currency,
    to: ends.nameOf(operation),
    ...providersPart(atProvider),
  })
  if (told.state === 'paid') {
    const { posting, taken, atProvider, excess } = ends.recall(operation, moved, account, as)
    const recalled = { ...about, operationId: as.id, details: detailsOf(taken, atProvider) }
    const tooMuch = excess && strayOf(ends, excess, { id: idAt(now), now })
    return {
      ...posting,
      transfers: [...posting.transfers, ...(tooMuch ? [tooMuch.transfer] : [])],
      rows: [caseRow(recalled), ...(tooMuch ? [differingRow(ends, operation, moved, tooMuch, now)] : [])],
    }
  }
  const { transfer, inSuspense, atProvider } = ends.giveBack(operation, moved, as)
  const details = detailsOf(inSuspense ?? moved, atProvider)
  return { ...NOTHING, transfers: [transfer], rows: [caseRow({ ...about, operationId: id, inSuspense, details })] }
}

/** The transfer of a payment that no person pays for: it is taken from suspense. */
function strayOf<Operation extends SentOperation>({ stray }: EndsOf<Operation>, amount: Money, { id, now }: PostedAs): Suspended {
  const entries = [
    { account: { system: 'suspense' as const }, amount: negate(amount) },
    { account: { system: stray.to }, amount },
  ]
  return {
    transfer: { id, operationId: null, kind: stray.kind, postedAt: now, entries },
    inSuspense: negate(amount),
  }
}

/** The posting for money that the provider says it has paid, and that no operation of ours asked for. */
function ofStranger<Operation extends SentOperation>(ends: EndsOf<Operation>, told: Sent, { caseState, now }: Moment): Posting {
  const { reference, externalId, amount } = told
  const { changed, unasked } = ends.cases
  if (told.state === 'failed' && caseState !== 'none') {
    const details = { told_failed: wordsOf(told) }
    return { ...NOTHING, rows: [reportRow({ kind: changed, reference, operationId: null, details, openedAt: now })] }
  }
  if (told.state !== 'paid' || caseState !== 'none') return NOTHING
  const stray = amount && isBookedCurrency(amount.currency) ? strayOf(ends, amount, { id: idAt(now), now }) : undefined
  const details = { reference, [ends.what]: externalId, ...(amount && { paid: written(amount) }) }
  return {
    ...NOTHING,
    transfers: stray ? [stray.transfer] : [],
    rows: [caseRow({ kind: unasked, reference, operationId: null, inSuspense: stray?.inSuspense, details, openedAt: now })],
  }
}

const LET_GO = {
  name: 'outgoing.find_let_go',
  text: "select changed_at as at from operation_change where operation_id = $1 and from_state = 'checking'",
}

/** Opens a case, once, for an operation without a final state a day after it was made or after the operator released it. */
export async function openCaseOfOld<Operation extends SentOperation>(
  { cases: { withoutEnd }, find, nameOf }: EndsOf<Operation>,
  { database, ledger }: EndDeps,
  id: string,
  now: Date,
): Promise<void> {
  const known = await database.read(find(id))
  const isOld = known !== undefined && now.getTime() - known.createdAt.getTime() >= OLD_MS
  if (!isOld || !isSendingOpen(known)) return
  const letGo = await database.find<{ at: Date | null }>(LET_GO, [id])
  if (letGo?.at && now.getTime() - letGo.at.getTime() < OLD_MS) return
  const details = { amount: toDecimal(known.amount), currency: known.amount.currency, to: nameOf(known) }
  await ledger.post({
    idempotencyKey: ownIdempotencyKey(withoutEnd, id),
    accounts: [known.accountId],
    facts: { operation: find(id), caseState: caseStateOf({ kind: withoutEnd, reference: id }) },
    decide(_accounts, { operation, caseState }) {
      const opened = { kind: withoutEnd, reference: id, operationId: id, details, openedAt: now }
      const isStillOpen = operation !== undefined && isSendingOpen(operation)
      return isStillOpen && caseState === 'none' ? { ...NOTHING, rows: [caseRow(opened)] } : NOTHING
    },
  })
}

/**
 * Asks the provider again about an ended operation. A different end is applied as endSent does. A case reports a provider that does not know a
 * paid operation, or has not paid it yet. Throws Unavailable when the provider does not answer.
 */
export async function reconcileSent<Operation extends SentOperation & { readonly provider: string }>(
  ends: EndsOf<Operation>,
  deps: EndDeps,
  provider: { readonly name: string; find(reference: string): Promise<Sent | undefined> },
  id: string,
  clock: () => Date,
): Promise<void> {
  const operation = await deps.database.read(ends.find(id))
  // A different provider does not know the operation.
  if (operation?.provider !== provider.name) return
  const told = await provider.find(id)
  const denial = denialOf(operation, told)
  if (denial !== undefined) {
    const details = { [denial]: 'asked again after it had ended' }
    await writeTogether(deps.database, [
      reportRow({ kind: ends.cases.changed, reference: id, operationId: id, details, openedAt: clock() }),
    ])
  } else if (told) await endSent(ends, deps, told, clock())
}
