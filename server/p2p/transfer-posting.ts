import { decimalAmount } from '#money/amount'
import { type Confirmation, confirmed } from '#server/confirmation/confirmation'
import { firstDayOf, noveltiesOf, spentLately } from '#server/confirmation/first-day'
import type { PendingRow } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { UserAccount } from '#server/ledger/accounts'
import type { FactValues, Outcome, Posting, PostingRefusal } from '#server/ledger/posting'
import { limitsOfLevels, ownerOf } from '#server/users/levels'
import { notice, noticeRow } from '#server/users/notices'
import type { P2pDeps } from './deps.ts'
import { fastRequestRow, HELD_MS, heldCaseRow, WAIT_MS } from './held.ts'
import { betweenOf } from './person-store.ts'
import type { MoneyRequest } from './request-rules.ts'
import { moneyRequestOf, paidRequestRow } from './request-store.ts'
import type { Sending } from './sending.ts'
import { type Between, decideTransfer } from './transfer-rules.ts'
import { newP2pRow, receivedOf, sentOf, type Waits } from './transfer-store.ts'
import { type Caught, caughtBy } from './velocity.ts'
import { velocityBetween } from './velocity-store.ts'

/** What a transfer is posted with. */
export type PostingDeps = Pick<P2pDeps, 'ledger' | 'keys' | 'firstDay' | 'velocity'>

/** The posting request of a transfer by what can refuse it: without what confirms it, and the velocity rules, which refuse nothing. */
export function transferRequest(deps: PostingDeps, sending: Sending, now: Date) {
  const { amount, from, recipient, recipientLevel, isFoundByPhone, receipt, user, idempotencyKey } = sending
  const id = idAt(now)
  const { userId: senderId } = user
  const { phone, isByCode } = recipient
  // What waits is credited to nobody yet.
  const to = receipt ? undefined : sending.to
  const facts = {
    owner: ownerOf(from.id),
    levels: limitsOfLevels(undefined),
    between: betweenOf({ senderId, recipientId: recipient.userId, now }),
    sent: sentOf({ senderId, accountId: from.id, phone, isByCode, isFoundByPhone, now }),
    receivedMinor: receivedOf({ accountId: to?.id, now }),
    spentMinor: spentLately({ accountId: from.id, now }),
    novelties: noveltiesOf(user),
    request: moneyRequestOf(recipient.request?.id),
  }
  return {
    id,
    idempotencyKey,
    accounts: [from.id, ...(to ? [to.id] : [])],
    facts,
    decide(
      accounts: ReadonlyMap<string, UserAccount>,
      found: FactValues<typeof facts>,
      caught?: Caught | undefined,
    ): Posting | PostingRefusal {
      const { levels, novelties, ...known } = found
      const level = recipientLevel === undefined ? undefined : levels.get(recipientLevel)
      const decided = decideTransfer(amount, {
        ...sending,
        ...known,
        caught,
        id,
        userId: senderId,
        from: accounts.get(from.id),
        to: to && accounts.get(to.id),
        paysRequest: recipient.request !== undefined,
        recipientLimits: level?.get(amount.currency)?.p2p,
        firstDay: firstDayOf(novelties, deps.firstDay, now),
        firstDayPercent: deps.firstDay.percent,
        now,
      })
      if (decided.kind === 'refuse') return decided
      return { ...decided, rows: rowsOf(deps, sending, { id, between: found.between, caught, now }) }
    },
  }
}

interface Beside {
  readonly id: string
  readonly between: Between
  readonly caught: Caught | undefined
  readonly now: Date
}

/** What is written beside the operation: whom it is for, where it waits that it does, and where it is held the operator's case. */
function rowsOf({ keys }: PostingDeps, sending: Sending, { id, between, caught, now }: Beside): PendingRow[] {
  const { amount, recipient, receipt, protectionCode, senderName, user } = sending
  const code = protectionCode === undefined ? undefined : keys.hash('protection_code', id, protectionCode)
  const { userId: recipientId, phone, person, isByCode, request } = recipient
  const row = { id, senderId: user.userId, recipientId, phone, isByCode, requestId: request?.id, now }
  if (request) return [newP2pRow({ ...row, waits: undefined }), ...paidRows(request, sending, { id, caught, now })]
  const until = (ms: number): Date => new Date(now.getTime() + ms)
  const waits: Waits | undefined = caught
    ? { receipt: receipt ?? 'at_once', heldBy: caught.rule, code, expiresAt: until(HELD_MS) }
    : receipt && { receipt, code, expiresAt: until(WAIT_MS) }
  if (caught) return [newP2pRow({ ...row, waits }), heldCaseRow(id, caught, { amount, to: person, now })]
  // Once a day, and nobody who takes nothing of them.
  const isNews = waits && recipientId && !between.isRefused && !between.isTold
  const told = isNews ? [noticeRow(notice(recipientId, 'p2p_incoming', { person: senderName }, now))] : []
  return [newP2pRow({ ...row, waits }), ...told]
}

/** What says that a request was paid, and tells its maker; and the operator, where a velocity rule has caught the payment. */
function paidRows(
  { id, makerId }: MoneyRequest,
  { amount, senderName, user }: Sending,
  { id: paymentId, caught, now }: Omit<Beside, 'between'>,
): PendingRow[] {
  const told = notice(makerId, 'request_paid', { person: senderName, request_id: id, ...decimalAmount(amount) }, now)
  const cases = caught ? [fastRequestRow(id, caught, { paymentId, payerId: user.userId, makerId, now })] : []
  return [paidRequestRow({ id, minor: amount.minor, at: now }), noticeRow(told), ...cases]
}

/** Posts a transfer once it is confirmed. */
export async function postTransfer(deps: PostingDeps, sending: Sending, confirmation: Confirmation, now: Date): Promise<Outcome> {
  // Else it would wait for nothing.
  if (!(sending.to || sending.receipt)) throw new Error('A transfer neither waits nor arrives')
  const { id: _id, ...request } = transferRequest(deps, sending, now)
  const { amount, from, recipient, user } = sending
  const limits = deps.velocity()
  const velocity = velocityBetween({
    senderId: user.userId,
    accountId: from.id,
    recipientId: recipient.userId,
    phone: recipient.phone,
    outFloorPercent: limits.outPercent === 0 ? undefined : limits.outFloorPercent,
    now,
  })
  return deps.ledger.post({
    ...request,
    facts: { ...request.facts, isConfirmed: confirmation.isGood, velocity },
    decide(accounts, { isConfirmed, velocity: seen, ...facts }) {
      crashPoint('p2p.uncommitted')
      const daily = facts.owner?.limits?.p2p.daily
      const caught = daily && caughtBy(seen, limits, { amount, daily, now })
      return confirmed(confirmation, isConfirmed, request.decide(accounts, facts, caught))
    },
  })
}
