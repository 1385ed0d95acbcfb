import { timingSafeEqual } from 'node:crypto'
import { formatMoney } from '#money/format'
import { money } from '#money/money'
import type { MoneyCaller } from '#server/confirmation/post-confirmed'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import type { Database, Transaction } from '#server/db/pool'
import { postOnce } from '#server/http/post-once'
import { Refusal } from '#server/http/refusal'
import { type IdempotencyKey, ownIdempotencyKey } from '#server/idempotency/key'
import { refusalOfReply } from '#server/idempotency/reply-refusal'
import { openUserAccount, type UserAccount, userAccountsOf } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { operationOf } from '#server/ledger/operations'
import type { Outcome, Posting, PostingRefusal } from '#server/ledger/posting'
import { invite } from '#server/messages/tell-owner'
import { endedHeldRows, heldIdsOf, NOT_ENDED_IN_TIME } from '#server/movement/held'
import { betweenOf, lookAgainMs, personOf, personWithPhone, shownName } from '#server/people/person'
import { claimRequests } from '#server/requests/store'
import type { Keys } from '#server/security/keys'
import { getContact } from '#server/users/contact'
import { limitsOfLevels } from '#server/users/levels'
import { accountOfPerson } from './sending.ts'
import { receivedOf } from './store.ts'
import { decideReceipt, decideReturn, decideWrongCode, isHeld, type Return } from './waiting-rules.ts'
import {
  claimForNumber,
  endedWaitRow,
  noteInvited,
  p2pPolling,
  takenAttemptRow,
  type WaitingTransfer,
  waitingTransferOf,
} from './waiting-store.ts'

interface WaitingDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly keys: Keys
}

/**
 * Receives a transfer that waits for the caller, once per key. A wrong protection code costs one of three attempts, in the same commit that
 * finds it wrong; after the third the money goes back. Refuses transfer_unknown, transfer_ended, transfer_paused, recipient_refuses,
 * invalid_field without its code, protection_code_wrong, limit_received and balance_max.
 */
export async function receiveTransfer(
  deps: WaitingDeps,
  { id, code }: { readonly id: string; readonly code: string | undefined },
  { user, idempotencyKey, clock }: MoneyCaller,
): Promise<void> {
  const { reply } = await postOnce(deps.database, idempotencyKey, async () => {
    const waiting = await waitingFor(deps.database, id, user.userId)
    const now = clock()
    if (now >= waiting.expiresAt) throw new Refusal({ code: 'transfer_ended' })
    if (waiting.receipt !== 'by_code') return postReceipt(deps, waiting, { idempotencyKey, now })
    if (code === undefined) throw new Refusal({ code: 'invalid_field', field: 'protection_code' })
    const post = isCode(deps.keys, waiting, code) ? postReceipt : postWrongCode
    return post(deps, waiting, { idempotencyKey, now })
  })
  const refusal = refusalOfReply(reply)
  if (refusal) throw new Refusal(refusal)
}

/** A transfer that waits for a person. Refuses transfer_unknown when it is not theirs or does not wait, and transfer_ended. */
async function waitingFor(database: Database, id: string, userId: string): Promise<WaitingTransfer> {
  const waiting = await database.read(waitingTransferOf(id))
  // The recipient of a held transfer is told nothing yet.
  if (waiting?.recipientId !== userId || waiting.receipt === 'by_operator')
    throw new Refusal({ code: 'transfer_unknown', field: 'transaction_id' })
  if (!waiting.isOpen) throw new Refusal({ code: 'transfer_ended' })
  return waiting
}

interface Receiving {
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
}

/** Takes one of the attempts of a transfer with a protection code; with the last one the money goes back. */
function postWrongCode(
  { ledger }: Pick<WaitingDeps, 'ledger'>,
  waiting: WaitingTransfer,
  { idempotencyKey, now }: Receiving,
): Promise<Outcome> {
  const { id, senderAccountId } = waiting
  return ledger.post({
    idempotencyKey,
    accounts: [senderAccountId],
    facts: { operation: operationOf(id), known: waitingTransferOf(id) },
    decide(_accounts, { operation, known }) {
      crashPoint('p2p.uncommitted')
      const { attemptsLeft, expiresAt } = known ?? waiting
      const decided = decideWrongCode(operation, { attemptsLeft, expiresAt, transferId: idAt(now), now })
      if (decided.kind === 'refuse') return decided
      return { ...decided, rows: [takenAttemptRow(id), ...(decided.change ? [endedWaitRow(id)] : [])] }
    },
  })
}

/** Credits a waiting transfer to its recipient, whose account is opened when they have none in its currency. */
async function postReceipt(
  { database, ledger }: Pick<WaitingDeps, 'database' | 'ledger'>,
  waiting: WaitingTransfer,
  { idempotencyKey, now }: Receiving,
): Promise<Outcome> {
  const { id, senderId, senderAccountId, recipientId, currency } = waiting
  const recipient = recipientId === null ? undefined : await database.read(personOf(recipientId))
  if (!recipient) throw new Refusal({ code: 'transfer_unknown', field: 'transaction_id' })
  const to = await receivingAccount(database, recipient.userId, currency, now)
  return ledger.post({
    idempotencyKey,
    accounts: [senderAccountId, to.id],
    facts: {
      operation: operationOf(id),
      waiting: waitingTransferOf(id),
      between: betweenOf({ senderId, recipientId: recipient.userId, now }),
      levels: limitsOfLevels(undefined),
      receivedMinor: receivedOf({ accountId: to.id, now }),
    },
    decide(accounts, { operation, waiting: known, between, levels, receivedMinor }): Posting | PostingRefusal {
      crashPoint('p2p.uncommitted')
      const decided = decideReceipt({
        operation,
        to: accounts.get(to.id),
        limits: levels.get(recipient.levelCode)?.get(currency)?.p2p,
        receivedMinor,
        isSenderFrozen: accounts.get(senderAccountId)?.isFrozen === true,
        isRefused: known?.receipt === 'at_once' && between.isRefused,
        senderName: shownName(waiting),
        message: waiting.message ?? undefined,
        expiresAt: waiting.expiresAt,
        transferId: idAt(now),
        now,
      })
      return decided.kind === 'refuse' ? decided : { ...decided, rows: [endedWaitRow(id)] }
    },
  })
}

async function receivingAccount(
  database: Database,
  userId: string,
  currency: WaitingTransfer['currency'],
  now: Date,
): Promise<UserAccount> {
  const account =
    (await accountOfPerson(database, userId, currency)) ??
    (await openUserAccount(database, { userId, currency, now })) ??
    (await accountOfPerson(database, userId, currency))
  if (!account) throw new Error('Somebody who is signed in has no wallet')
  return account
}

function isCode(keys: Keys, { id, code }: WaitingTransfer, given: string | undefined): boolean {
  if (code === null || given === undefined) return false
  return keys.all.some(({ hash }) => timingSafeEqual(hash('protection_code', id, given), code))
}

/** Declines a transfer that waits for the caller: it goes back whole. Refuses transfer_unknown and transfer_ended. */
export async function declineTransfer(
  deps: WaitingDeps,
  id: string,
  { user, idempotencyKey, clock }: MoneyCaller,
): Promise<void> {
  await postOnce(deps.database, idempotencyKey, async () => {
    const waiting = await waitingFor(deps.database, id, user.userId)
    return postReturn(deps, waiting, { to: 'declined', idempotencyKey, now: clock() })
  })
}

/** Takes back a transfer that nobody has received, held or not. Refuses transfer_unknown when the caller did not send it, and transfer_ended. */
export async function takeBackTransfer(
  deps: WaitingDeps,
  id: string,
  { user, idempotencyKey, clock }: MoneyCaller,
): Promise<void> {
  await postOnce(deps.database, idempotencyKey, async () => {
    const waiting = await deps.database.read(waitingTransferOf(id))
    if (waiting?.senderId !== user.userId) throw new Refusal({ code: 'transfer_unknown', field: 'transaction_id' })
    return postReturn(deps, waiting, { to: 'taken_back', idempotencyKey, now: clock() })
  })
}

interface Returning {
  readonly to: Return
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
}

/** Gives back a waiting transfer. A held one is given back under the locks of all the sender's accounts: their case ends with the last. */
async function postReturn(
  { database, ledger }: Pick<WaitingDeps, 'database' | 'ledger'>,
  { id, senderId, senderAccountId, receipt }: WaitingTransfer,
  { to, idempotencyKey, now }: Returning,
): Promise<Outcome> {
  const own = receipt === 'by_operator' ? await database.read(userAccountsOf(senderId)) : []
  return ledger.post({
    idempotencyKey,
    accounts: [...new Set([senderAccountId, ...own.map((account) => account.id)])],
    facts: { operation: operationOf(id), held: heldIdsOf.transfer_held(senderId) },
    decide(_accounts, { operation, held }) {
      crashPoint('p2p.uncommitted')
      const decided = decideReturn(operation, { to, transferId: idAt(now), now })
      if (decided.kind === 'refuse') return decided
      if (!isHeld(operation)) return { ...decided, rows: [endedWaitRow(id)] }
      const resolution = to === 'taken_back' ? 'its sender has taken it back' : NOT_ENDED_IN_TIME
      return {
        ...decided,
        rows: [endedWaitRow(id), ...endedHeldRows('transfer_held', { userId: senderId, id, held, resolution, now })],
      }
    },
  })
}

/** Processes due transfers: invites recipients without a wallet, credits those who have opened one, and gives back expired transfers. */
export function checkDueTransfers(deps: WaitingDeps, run: PollingRun): Promise<Polled> {
  const { clock } = run
  return p2pPolling.pollDue(deps.database, {
    ...run,
    takenSeconds: 30,
    retryAt: () => new Date(clock().getTime() + 10_000),
    async poll(id, checks) {
      crashPoint('p2p.check.taken')
      const waiting = await deps.database.read(waitingTransferOf(id))
      if (!waiting?.isOpen) return undefined
      const now = clock()
      if (now >= waiting.expiresAt) {
        const to = waiting.receipt === 'by_operator' ? 'returned' : 'expired'
        await postReturn(deps, waiting, { to, idempotencyKey: ownIdempotencyKey('p2p', id, to), now })
        return undefined
      }
      if (waiting.receipt === 'by_operator') return waiting.expiresAt
      const next = earlier(new Date(now.getTime() + lookAgainMs(checks)), waiting.expiresAt)
      const recipient = await recipientOf(deps.database, waiting, now)
      if (recipient === 'none') await inviteOnce(deps.database, waiting, now)
      else if (recipient === 'closed')
        await postReturn(deps, waiting, { to: 'expired', idempotencyKey: ownIdempotencyKey('p2p', id, 'expired'), now })
      // A recipient who cannot receive it now is tried again later.
      else if ((waiting.receipt === 'at_sign_up' || waiting.receipt === 'at_once') && recipient === 'open')
        await postReceipt(deps, waiting, { idempotencyKey: ownIdempotencyKey('p2p', id, 'received'), now })
      return next
    },
  })
}

/** Whether the recipient has a wallet; a wallet that was opened unnoticed is assigned the transfer. */
async function recipientOf(
  database: Database,
  { recipientId, phone }: WaitingTransfer,
  now: Date,
): Promise<'open' | 'claimed' | 'closed' | 'none'> {
  if (recipientId !== null) return (await database.read(personOf(recipientId))) ? 'open' : 'closed'
  const found = await database.read(personWithPhone(phone))
  if (!found) return 'none'
  // A transfer that waited for the sign-up is due at once.
  await database.inTransaction((tx) => claimForNumber(tx, phone, found.userId, now))
  return 'claimed'
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

async function inviteOnce(database: Database, waiting: WaitingTransfer, now: Date): Promise<void> {
  if (waiting.isInvited) return
  const { id, senderId, phone, currency, amountMinor } = waiting
  await database.inTransaction(async (tx) => {
    const { language } = await getContact(tx, senderId)
    const amount = formatMoney(money(currency, amountMinor), language)
    // When the invitation limit is reached, the next check is tomorrow.
    if (await invite(tx, { kind: 'p2p_invite', senderId, phone, details: { amount }, language, now }))
      await noteInvited(tx, id, now)
    crashPoint('p2p.invited.uncommitted')
  })
}

/** Assigns the waiting transfers and requests of a number to the person who has opened a wallet with it. */
export async function claimAll(tx: Transaction, phone: string, userId: string, now: Date): Promise<void> {
  await claimForNumber(tx, phone, userId, now)
  await claimRequests(tx, phone, userId)
}
