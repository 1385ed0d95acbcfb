import { money } from '#money/money'
import type { PendingRow } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { ownIdempotencyKey } from '#server/idempotency/key'
import { userAccountOf, userAccountsOf } from '#server/ledger/accounts'
import { operationOf } from '#server/ledger/operations'
import { NOTHING, type Posting, type PostingRefusal, type Reply } from '#server/ledger/posting'
import { type EndingOne, heldIdsOf, leftHeld } from '#server/movement/held'
import { OperatorFault } from '#server/operator/fault'
import { type Between, betweenOf, personOf, shownName } from '#server/people/person'
import { type MoneyRequest, paymentFault } from '#server/requests/rules'
import { moneyRequestOf, paidRows } from '#server/requests/store'
import { limitsOfLevels } from '#server/users/levels'
import { incomingNoticeRow } from './incoming-notice.ts'
import { WAIT_MS } from './rules.ts'
import { accountOfPerson } from './sending.ts'
import { receivedOf } from './store.ts'
import { decideRelease, decideReturn, isHeld } from './waiting-rules.ts'
import { endedWaitRow, releasedRow, type WaitingTransfer, waitingTransferOf } from './waiting-store.ts'

/**
 * Ends a held transfer, once: it goes on as it would have without the rule, or back whole. A transfer that would have gone at once is credited
 * in that commit, or as soon as its recipient can receive it; the payment of a request is credited then or goes back. Does nothing when the
 * sender has taken it back, or it has ended. Refuses (OperatorFault) what the books refuse.
 */
export async function endHeld(
  way: 'release' | 'return',
  { database, ledger, userId: senderId, id, rowsOf, now: asked }: EndingOne,
): Promise<Reply> {
  const known = await database.read(waitingTransferOf(id))
  if (!known) throw new OperatorFault('There is no such transfer')
  const { recipientId, createdAt, currency, amountMinor } = known
  // Clocks differ: a leg must not be older than its operation.
  const now = asked < createdAt ? createdAt : asked
  const crediting = way === 'release' ? await creditingOf(database, known) : undefined
  const own = await database.read(userAccountsOf(senderId))
  const outcome = await ledger.post({
    idempotencyKey: ownIdempotencyKey('transfer_held', id),
    accounts: [...own.map((account) => account.id), ...(crediting ? [crediting.toId] : [])],
    facts: {
      operation: operationOf(id),
      held: heldIdsOf.transfer_held(senderId),
      between: betweenOf({ senderId, recipientId: recipientId ?? undefined, now }),
      levels: limitsOfLevels(undefined),
      receivedMinor: receivedOf({ accountId: crediting?.toId, now }),
      request: moneyRequestOf(known.requestId ?? undefined),
    },
    decide(accounts, { operation, held, between, levels, receivedMinor, request }): Posting | PostingRefusal {
      crashPoint('p2p.uncommitted')
      if (!isHeld(operation)) return NOTHING
      const [ended, reply, transferId] = [rowsOf(held), leftHeld(id, held), idAt(now)]
      const credit = crediting && {
        to: accounts.get(crediting.toId),
        limits: levels.get(crediting.levelCode)?.get(currency)?.p2p,
        receivedMinor,
        isSenderFrozen: accounts.get(known.senderAccountId)?.isFrozen === true,
        isRefused: known.requestId === null ? between.isRefused : between.isBlocked,
        senderName: shownName(known),
        message: known.message ?? undefined,
        transferId,
        now,
      }
      const amount = money(currency, amountMinor)
      const isPayable = known.requestId === null || paymentFault(amount, request, now) === undefined
      const released = way === 'release' && isPayable ? decideRelease(operation, credit, now) : undefined
      const isCredited = released?.change?.to === 'received'
      if (!released || (known.requestId !== null && !isCredited)) {
        const back = decideReturn(operation, { to: 'returned', transferId, now })
        return back.kind === 'refuse' ? back : { ...back, reply, rows: [endedWaitRow(id), ...ended] }
      }
      if (!isCredited) return { ...released, reply, rows: [...releasedRows(known, between, now), ...ended] }
      return { ...released, reply, rows: [endedWaitRow(id), ...paidRowsOf(request, known, now), ...ended] }
    },
  })
  if (outcome.kind === 'refused') throw new OperatorFault(`The books refuse it: ${outcome.refusal.code}`)
  return outcome.repeated ? {} : outcome.reply
}

function paidRowsOf(request: MoneyRequest | undefined, paid: WaitingTransfer, now: Date): PendingRow[] {
  const amount = money(paid.currency, paid.amountMinor)
  return request ? paidRows(request, { amount, payerName: shownName(paid), now }) : []
}

/** The account that a released transfer is credited to; undefined when it waits for its recipient, or they have no account yet. */
async function creditingOf(
  database: Database,
  { goesOn, recipientId, requestId, currency }: WaitingTransfer,
): Promise<{ readonly toId: string; readonly levelCode: string } | undefined> {
  const recipient = goesOn === 'at_once' && recipientId !== null ? await database.read(personOf(recipientId)) : undefined
  if (!recipient) return undefined
  const request = requestId === null ? undefined : await database.read(moneyRequestOf(requestId))
  const to = request
    ? await database.read(userAccountOf(request.accountId))
    : await accountOfPerson(database, recipient.userId, currency)
  return to && { toId: to.id, levelCode: recipient.levelCode }
}

/** The rows of a released transfer that now waits for its recipient, with a notice when they have to act. */
function releasedRows(held: WaitingTransfer, { isRefused, isTold }: Between, now: Date): PendingRow[] {
  const { id, recipientId, goesOn } = held
  const expiresAt = new Date(now.getTime() + WAIT_MS)
  const released = releasedRow({ id, expiresAt, now })
  const isNews = recipientId !== null && goesOn !== 'at_once' && !isRefused && !isTold
  if (!isNews) return [released]
  const amount = money(held.currency, held.amountMinor)
  const incoming = { transactionId: id, recipientId, person: shownName(held), amount, expiresAt, now }
  return [released, incomingNoticeRow(incoming)]
}
