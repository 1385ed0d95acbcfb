import type { MadeAs } from '#server/confirmation/post-confirmed'
import type { PendingRow } from '#server/db/batched'
import type { UserAccount } from '#server/ledger/accounts'
import { type FactValues, NOTHING, type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'
import { heldRow, heldUntil } from '#server/movement/held'
import { boundingFacts, boundsOf, caughtNow, holdingFacts, type Movement, movementRows } from '#server/movement/movement'
import type { Caught } from '#server/movement/velocity'
import { type Between, betweenOf } from '#server/people/person'
import { moneyRequestOf, paidRows } from '#server/requests/store'
import { limitsOfLevels } from '#server/users/levels'
import type { TransferDeps } from './deps.ts'
import { incomingNoticeRow } from './incoming-notice.ts'
import { recipientFault } from './receiving-rules.ts'
import { decideTransfer, RECIPIENT_LIMIT, WAIT_MS } from './rules.ts'
import type { Sending } from './sending.ts'
import { newP2pRow, receivedOf, type Waits } from './store.ts'

/** The dependencies of a transfer's posting. */
export type PostingDeps = Pick<TransferDeps, 'ledger' | 'keys' | 'firstDay' | 'velocity'>

/** The check of a transfer before the PIN: it tells nothing about the recipient's limits. */
export function checkTransfer(deps: PostingDeps, sending: Sending, as: MadeAs) {
  const { decide, ...request } = transferRequest(deps, sending, as)
  return {
    ...request,
    decide: (accounts: ReadonlyMap<string, UserAccount>, found: FactValues<typeof request.facts>) =>
      decide(accounts, found, { caught: undefined, asksRecipient: false }),
  }
}

/** The posting request of a confirmed transfer. */
export function postTransfer(deps: PostingDeps, sending: Sending, as: MadeAs) {
  // Such a transfer would never end.
  if (!(sending.to || sending.receipt)) throw new Error('A transfer neither waits nor arrives')
  const { decide, movement, ...request } = transferRequest(deps, sending, as)
  const facts = { ...request.facts, ...holdingFacts(movement, deps) }
  return {
    ...request,
    facts,
    decide(accounts: ReadonlyMap<string, UserAccount>, found: FactValues<typeof facts>) {
      const caught = caughtNow(sending.amount, movement, found, deps)
      return decide(accounts, found, { caught, asksRecipient: true })
    },
  }
}

interface Judged {
  /** The velocity rule that has caught it, if one has. */
  readonly caught: Caught | undefined
  readonly asksRecipient: boolean
}

function transferRequest(deps: PostingDeps, sending: Sending, { id, now }: MadeAs) {
  const { amount, own, from, recipient, recipientLevel, receipt, user } = sending
  const { userId: senderId } = user
  const movement = movementOf(sending, now)
  // A waiting transfer is credited to nobody yet.
  const to = receipt ? undefined : sending.to
  const facts = {
    ...boundingFacts(movement),
    levels: limitsOfLevels(undefined),
    between: betweenOf({ senderId, recipientId: recipient.userId, now }),
    receivedMinor: receivedOf({ accountId: to?.id, now }),
    request: moneyRequestOf(recipient.request?.id),
  }
  return {
    movement,
    accounts: [...own.map((each) => each.id), ...(to ? [to.id] : [])],
    facts,
    decide(
      accounts: ReadonlyMap<string, UserAccount>,
      found: FactValues<typeof facts>,
      { caught, asksRecipient }: Judged,
    ): Posting | PostingRefusal {
      const { levels, owner, between, receivedMinor, request } = found
      const level = recipientLevel === undefined ? undefined : levels.get(recipientLevel)
      const decided = decideTransfer(amount, {
        ...sending,
        ...{ owner, between, receivedMinor, request, caught, asksRecipient, id, now },
        caps: boundsOf(movement, found, deps),
        userId: senderId,
        from: accounts.get(from.id),
        to: to && accounts.get(to.id),
        paysRequest: recipient.request !== undefined,
        recipientLimits: level?.get(amount.currency)?.p2p,
      })
      if (decided.kind === 'refuse') return decided
      const rows = rowsOf(deps, sending, { id, between, caught, now })
      return { ...decided, rows: [...rows, ...movementRows(id, amount, movement, found, deps)] }
    },
  }
}

function movementOf({ user, from, recipient, isFoundByPhone }: Sending, now: Date): Movement {
  const { phone, isByCode, isFound, userId } = recipient
  // If the sender may not know about the recipient's wallet, no rule may judge by it.
  const to = { phone, isByCode, isFoundByPhone, walletOf: isFound ? userId : undefined }
  return { kind: 'p2p', user, account: from, recipient: to, now }
}

/**
 * Checks whether the recipient can receive a transfer that goes at once. Its refusal tells about the recipient, so it is asked after the sender's
 * proof and before the posting.
 */
export function receivingRequest({ amount, to, receipt, recipientLevel }: Sending, now: Date) {
  const facts = { levels: limitsOfLevels(undefined), receivedMinor: receivedOf({ accountId: to?.id, now }) }
  return {
    accounts: to ? [to.id] : [],
    facts,
    decide(
      accounts: ReadonlyMap<string, UserAccount>,
      { levels, receivedMinor }: FactValues<typeof facts>,
    ): Posting | PostingRefusal {
      const limits = recipientLevel === undefined ? undefined : levels.get(recipientLevel)?.get(amount.currency)?.p2p
      const receiving = { to: to && accounts.get(to.id), limits, receivedMinor }
      return !receipt && recipientFault(amount, receiving) ? refusePosting(RECIPIENT_LIMIT) : NOTHING
    },
  }
}

interface Beside {
  readonly id: string
  readonly between: Between
  readonly caught: Caught | undefined
  readonly now: Date
}

/** The rows beside the operation: its recipient, its wait, and the operator's case when it is held. */
function rowsOf({ keys }: PostingDeps, sending: Sending, { id, between, caught, now }: Beside): PendingRow[] {
  const { amount, recipient, receipt, protectionCode, senderName, user } = sending
  const code = protectionCode === undefined ? undefined : keys.hash('protection_code', id, protectionCode)
  const { userId: recipientId, phone, person, isByCode, request } = recipient
  const row = { id, senderId: user.userId, recipientId, phone, isByCode, requestId: request?.id, now }
  const until = (ms: number): Date => new Date(now.getTime() + ms)
  const waits: Waits | undefined = caught
    ? { receipt: receipt ?? 'at_once', heldBy: caught.rule, code, expiresAt: heldUntil(now) }
    : receipt && { receipt, code, expiresAt: until(WAIT_MS) }
  if (caught) {
    const about = { userId: user.userId, id, amount, to: person, now }
    return [newP2pRow({ ...row, waits }), heldRow('transfer_held', caught, about)]
  }
  if (request) return [newP2pRow({ ...row, waits }), ...paidRows(request, { amount, payerName: senderName, now })]
  // One notice a day, and none to a recipient who takes nothing from the sender.
  const isNews = waits && recipientId && !between.isRefused && !between.isTold
  if (!isNews) return [newP2pRow({ ...row, waits })]
  const incoming = { transactionId: id, recipientId, person: senderName, amount, expiresAt: waits.expiresAt, now }
  return [newP2pRow({ ...row, waits }), incomingNoticeRow(incoming)]
}
