import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import { type Case, caseRow, endedCaseRow, lockedCaseOf, reportRow, resolvedRow } from '#server/cases/case'
import type { PendingRow } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { ownIdempotencyKey } from '#server/idempotency/key'
import { listUserAccounts } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { operationOf } from '#server/ledger/operations'
import type { Posting, PostingRefusal } from '#server/ledger/posting'
import { OperatorFault } from '#server/operator/fault'
import { limitsOfLevels } from '#server/users/levels'
import { notice, noticeRow } from '#server/users/notices'
import { shownName } from './names.ts'
import { betweenOf, personOf } from './person-store.ts'
import type { Between } from './transfer-rules.ts'
import { receivedOf } from './transfer-store.ts'
import type { Caught } from './velocity.ts'
import { decideRelease, decideReturn, isHeld } from './waiting-rules.ts'
import { endedWaitRow, releasedRow, type WaitingTransfer, waitingTransferOf } from './waiting-store.ts'

/** The case of a transfer that a velocity rule has caught; it has one as long as it is held. */
export const TRANSFER_HELD = 'transfer_held'

/** How long money waits for somebody. */
export const WAIT_MS = 3 * 86_400_000
/** How long it waits for the operator before it goes back. */
export const HELD_MS = 7 * 86_400_000

/** The case of a transfer that is held: which rule has caught it, and why. */
export function heldCaseRow(
  id: string,
  { rule, why }: Caught,
  { amount, to, now }: { readonly amount: Money; readonly to: string; readonly now: Date },
): PendingRow {
  const details = { rule, why, amount: toDecimal(amount), currency: amount.currency, to }
  return caseRow({ kind: TRANSFER_HELD, reference: id, operationId: id, details, openedAt: now })
}

/**
 * The case of a request that is paid as fast as a transfer would be held for, told more of with each such payment. Nothing is held: a payment of
 * a request is at once or not at all (docs/decisions/029-requests.md).
 */
export function fastRequestRow(
  requestId: string,
  { why }: Caught,
  {
    paymentId,
    payerId,
    makerId,
    now,
  }: { readonly paymentId: string; readonly payerId: string; readonly makerId: string; readonly now: Date },
): PendingRow {
  const details = { why, maker: makerId, payer: payerId }
  return reportRow({ kind: 'request_paid_fast', reference: requestId, operationId: paymentId, details, openedAt: now })
}

/** The end of that case where the transfer ends otherwise than by it. */
export function endedHeldRow(id: string, to: 'taken_back' | 'returned', now: Date): PendingRow {
  const resolution = to === 'taken_back' ? 'its sender has taken it back' : 'nobody has ended it in seven days: it went back'
  return endedCaseRow({ kind: TRANSFER_HELD, reference: id, resolution, at: now })
}

interface Ending {
  readonly database: Database
  readonly ledger: Ledger
  readonly found: Case
  readonly way: 'release' | 'return'
  readonly summary: string
  /** Written in the same commit. */
  readonly rows: readonly PendingRow[]
  readonly now: Date
}

/**
 * Ends what is held, once, with its case: it goes on as it would have gone without the rule, or back whole. What would have gone at once is
 * credited in that commit, or as soon as its recipient can receive it. Refuses (OperatorFault) what its sender has taken back in the
 * meantime, or somebody has ended.
 */
export async function endHeld({ database, ledger, found, way, summary, rows, now: asked }: Ending): Promise<void> {
  const { id: caseId, reference: id, openedAt } = found
  const held = await database.read(waitingTransferOf(id))
  if (!held) throw new OperatorFault('There is no such transfer')
  const { senderId, senderAccountId, recipientId, createdAt } = held
  // No leg is older than its operation, whichever clock is ahead.
  const now = asked < createdAt ? createdAt : asked
  const crediting = way === 'release' ? await creditingOf(database, held) : undefined
  const outcome = await ledger.post({
    idempotencyKey: ownIdempotencyKey('operator_case', caseId, openedAt.toISOString()),
    accounts: [senderAccountId, ...(crediting ? [crediting.toId] : [])],
    facts: {
      operation: operationOf(id),
      known: lockedCaseOf(caseId),
      between: betweenOf({ senderId, recipientId: recipientId ?? undefined, now }),
      levels: limitsOfLevels(undefined),
      receivedMinor: receivedOf({ accountId: crediting?.toId, now }),
    },
    decide(accounts, { operation, known, between, levels, receivedMinor }): Posting | PostingRefusal {
      crashPoint('p2p.uncommitted')
      if (!known || known.resolvedAt || !isHeld(operation))
        throw new OperatorFault('It was ended in the meantime; nothing was done')
      const ended = [...rows, resolvedRow({ id: caseId, resolution: summary, at: now })]
      const transferId = idAt(now)
      if (way === 'return') {
        const back = decideReturn(operation, { to: 'returned', transferId, now })
        return back.kind === 'refuse' ? back : { ...back, rows: [...ended, endedWaitRow(id)] }
      }
      const credit = crediting && {
        to: accounts.get(crediting.toId),
        limits: levels.get(crediting.levelCode)?.get(held.currency)?.p2p,
        receivedMinor,
        isSenderFrozen: accounts.get(senderAccountId)?.isFrozen === true,
        isRefused: between.isRefused,
        senderName: shownName(held),
        message: held.message ?? undefined,
        transferId,
        now,
      }
      const released = decideRelease(operation, credit, now)
      const isCredited = released.change?.to === 'received'
      return { ...released, rows: [...ended, ...(isCredited ? [endedWaitRow(id)] : releasedRows(held, between, now))] }
    },
  })
  if (outcome.kind === 'refused') throw new OperatorFault(`The books refuse it: ${outcome.refusal.code}`)
  if (outcome.repeated) throw new OperatorFault('It was ended in the meantime; nothing was done')
}

/** Where what would have gone at once goes to; nothing for what waits for its recipient, or where they have no account yet. */
async function creditingOf(
  database: Database,
  { goesOn, recipientId, currency }: WaitingTransfer,
): Promise<{ readonly toId: string; readonly levelCode: string } | undefined> {
  const recipient = goesOn === 'at_once' && recipientId !== null ? await database.read(personOf(recipientId)) : undefined
  if (!recipient) return undefined
  const to = (await listUserAccounts(database, recipient.userId)).find(({ balance }) => balance.currency === currency)
  return to && { toId: to.id, levelCode: recipient.levelCode }
}

/** What waits for its recipient from now on, who is told where they have to do something for it. */
function releasedRows(held: WaitingTransfer, { isRefused, isTold }: Between, now: Date): PendingRow[] {
  const { id, recipientId, goesOn } = held
  const released = releasedRow({ id, expiresAt: new Date(now.getTime() + WAIT_MS), now })
  const isNews = recipientId !== null && goesOn !== 'at_once' && !isRefused && !isTold
  return isNews ? [released, noticeRow(notice(recipientId, 'p2p_incoming', { person: shownName(held) }, now))] : [released]
}
