import { timingSafeEqual } from 'node:crypto'
import { formatMoney } from '#money/format'
import { money } from '#money/money'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import type { Database } from '#server/db/pool'
import { keepingRefusals } from '#server/http/keep-refusals'
import { Refusal } from '#server/http/refusal'
import { type IdempotencyKey, ownIdempotencyKey } from '#server/idempotency/key'
import { findRecords } from '#server/idempotency/record'
import { openUserAccount, type UserAccount } from '#server/ledger/accounts'
import { outcomeOfEarlier } from '#server/ledger/apply-batch'
import type { Ledger } from '#server/ledger/ledger'
import { operationOf } from '#server/ledger/operations'
import type { Outcome, Posting, PostingRefusal } from '#server/ledger/posting'
import { invite } from '#server/messages/tell-owner'
import type { Keys } from '#server/security/keys'
import { getContact } from '#server/users/contact'
import { limitsOfLevels } from '#server/users/levels'
import { endedHeldRow } from './held.ts'
import { accountOfPerson, type P2pCaller } from './p2p.ts'
import { decideReceipt, decideReturn, isHeld, isWaiting, nameForMessage, type Return, shownName } from './rules.ts'
import {
  betweenOf,
  claimForNumber,
  endedWaitRow,
  findPerson,
  findPersonByPhone,
  type Held,
  heldTransferOf,
  noteInvited,
  p2pPolling,
  receivedOf,
  takenAttemptRow,
} from './store.ts'

interface WaitingDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly keys: Keys
}

/** Answers a keyed request about a transfer that waits as it was answered before, or does its work; throws what it is refused for. */
async function once(database: Database, idempotencyKey: IdempotencyKey, work: () => Promise<Outcome>): Promise<void> {
  const earlier = (await findRecords(database, [idempotencyKey])).get(idempotencyKey.key)
  const outcome = earlier ? outcomeOfEarlier(idempotencyKey, earlier) : await keepingRefusals(database, idempotencyKey, work)
  if (outcome.kind === 'refused') throw new Refusal(outcome.refusal)
  const { attempts_left: attemptsLeft } = outcome.reply
  if (attemptsLeft === undefined) return
  const wrong = { code: 'protection_code_wrong', field: 'protection_code' } as const
  throw new Refusal(attemptsLeft === '0' ? { ...wrong, reason: 'returned' } : { ...wrong, attemptsLeft: Number(attemptsLeft) })
}

/**
 * Receives a transfer that waits for whoever asks, once per key. A wrong protection code costs one of three attempts, in the same commit that
 * finds it wrong; after the third the money goes back. Refuses transfer_unknown, transfer_ended, protection_code_wrong, limit_received and
 * balance_max.
 */
export async function receiveTransfer(
  deps: WaitingDeps,
  { id, code }: { readonly id: string; readonly code: string | undefined },
  { user, idempotencyKey, clock }: P2pCaller,
): Promise<void> {
  await once(deps.database, idempotencyKey, async () => {
    const held = await heldFor(deps.database, id, user.userId)
    if (held.receipt === 'by_code' && code === undefined) throw new Refusal({ code: 'invalid_field', field: 'protection_code' })
    return postReceipt(deps, held, { idempotencyKey, code, now: clock() })
  })
}

/** What waits for somebody. Refuses transfer_unknown for what does not, or is not theirs, and transfer_ended. */
async function heldFor(database: Database, id: string, userId: string): Promise<Held> {
  const held = await database.read(heldTransferOf(id))
  // What is held is nobody's yet, and they hear nothing of it.
  if (held?.recipientId !== userId || held.receipt === 'by_operator')
    throw new Refusal({ code: 'transfer_unknown', field: 'transaction_id' })
  if (!held.isWaiting) throw new Refusal({ code: 'transfer_ended' })
  return held
}

interface Receiving {
  readonly idempotencyKey: IdempotencyKey
  readonly code: string | undefined
  readonly now: Date
}

async function postReceipt(deps: WaitingDeps, held: Held, { idempotencyKey, code, now }: Receiving): Promise<Outcome> {
  const { database, ledger } = deps
  const { id, senderId, senderAccountId, recipientId, currency } = held
  const recipient = recipientId === null ? undefined : await findPerson(database, recipientId)
  if (!recipient) throw new Refusal({ code: 'transfer_unknown', field: 'transaction_id' })
  const to = await receivingAccount(database, recipient.userId, currency, now)
  return ledger.post({
    idempotencyKey,
    accounts: [senderAccountId, to.id],
    facts: {
      operation: operationOf(id),
      held: heldTransferOf(id),
      between: betweenOf({ senderId, recipientId: recipient.userId, now }),
      levels: limitsOfLevels(undefined),
      receivedMinor: receivedOf({ accountId: to.id, now }),
    },
    decide(accounts, { operation, held: known, between, levels, receivedMinor }): Posting | PostingRefusal {
      crashPoint('p2p.uncommitted')
      const transferId = idAt(now)
      if (known?.receipt === 'by_code' && isWaiting(operation) && now < known.expiresAt && !isCode(deps.keys, known, code)) {
        const attempts_left = String(known.attemptsLeft - 1)
        const rows = [takenAttemptRow(id)]
        if (known.attemptsLeft > 1) return { kind: 'post', transfers: [], rows, reply: { attempts_left } }
        const back = decideReturn(operation, { to: 'code_failed', transferId, now })
        return back.kind === 'refuse' ? back : { ...back, rows: [...rows, endedWaitRow(id)], reply: { attempts_left } }
      }
      const decided = decideReceipt({
        operation,
        to: accounts.get(to.id),
        limits: levels.get(recipient.levelCode)?.get(currency)?.p2p,
        receivedMinor,
        isSenderFrozen: accounts.get(senderAccountId)?.isFrozen === true,
        isRefused: known?.receipt === 'at_once' && between.isRefused,
        senderName: shownName(held),
        message: held.message ?? undefined,
        expiresAt: held.expiresAt,
        transferId,
        now,
      })
      return decided.kind === 'refuse' ? decided : { ...decided, rows: [endedWaitRow(id)] }
    },
  })
}

async function receivingAccount(database: Database, userId: string, currency: Held['currency'], now: Date): Promise<UserAccount> {
  const account =
    (await accountOfPerson(database, userId, currency)) ??
    (await openUserAccount(database, { userId, currency, now })) ??
    (await accountOfPerson(database, userId, currency))
  if (!account) throw new Error('Somebody who is signed in has no wallet')
  return account
}

function isCode(keys: Keys, { id, code }: Held, given: string | undefined): boolean {
  if (code === null || given === undefined) return false
  return keys.all.some(({ hash }) => timingSafeEqual(hash('protection_code', id, given), code))
}

/** Declines a transfer that waits for whoever asks: it goes back whole. Refuses transfer_unknown and transfer_ended. */
export async function declineTransfer(deps: WaitingDeps, id: string, { user, idempotencyKey, clock }: P2pCaller): Promise<void> {
  await once(deps.database, idempotencyKey, async () => {
    const held = await heldFor(deps.database, id, user.userId)
    return postReturn(deps.ledger, held, { to: 'declined', idempotencyKey, now: clock() })
  })
}

/** Takes back a transfer that nobody has received, held or not. Refuses transfer_unknown for one that is not of whoever asks, and transfer_ended. */
export async function takeBackTransfer(deps: WaitingDeps, id: string, { user, idempotencyKey, clock }: P2pCaller): Promise<void> {
  await once(deps.database, idempotencyKey, async () => {
    const held = await deps.database.read(heldTransferOf(id))
    if (held?.senderId !== user.userId) throw new Refusal({ code: 'transfer_unknown', field: 'transaction_id' })
    return postReturn(deps.ledger, held, { to: 'taken_back', idempotencyKey, now: clock() })
  })
}

interface Returning {
  readonly to: Return
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
}

function postReturn(ledger: Ledger, { id, senderAccountId }: Held, { to, idempotencyKey, now }: Returning): Promise<Outcome> {
  return ledger.post({
    idempotencyKey,
    accounts: [senderAccountId],
    facts: { operation: operationOf(id) },
    decide(_accounts, { operation }) {
      crashPoint('p2p.uncommitted')
      const decided = decideReturn(operation, { to, transferId: idAt(now), now })
      if (decided.kind === 'refuse') return decided
      const isCaseEnded = isHeld(operation) && (to === 'taken_back' || to === 'returned')
      return { ...decided, rows: [endedWaitRow(id), ...(isCaseEnded ? [endedHeldRow(id, to, now)] : [])] }
    },
  })
}

// Whoever opens a wallet, or closes it, in the moment in which something is sent to them is found soon.
const lookAgainMs = (checks: number): number => (checks < 3 ? 60_000 : 3_600_000)

/** Invites those without a wallet, credits what waited for those who have opened one or was let go on, and gives back what has expired. */
export function checkDueP2p(deps: WaitingDeps, run: PollingRun): Promise<Polled> {
  const { clock } = run
  return p2pPolling.pollDue(deps.database, {
    ...run,
    takenSeconds: 30,
    retryAt: () => new Date(clock().getTime() + 10_000),
    async poll(id, checks) {
      crashPoint('p2p.check.taken')
      const held = await deps.database.read(heldTransferOf(id))
      if (!held?.isWaiting) return undefined
      const now = clock()
      if (now >= held.expiresAt) {
        const to = held.receipt === 'by_operator' ? 'returned' : 'expired'
        await postReturn(deps.ledger, held, { to, idempotencyKey: ownIdempotencyKey('p2p', id, to), now })
        return undefined
      }
      if (held.receipt === 'by_operator') return held.expiresAt
      const next = earlier(new Date(now.getTime() + lookAgainMs(checks)), held.expiresAt)
      const recipient = await recipientOf(deps.database, held, now)
      if (recipient === 'none') await inviteOnce(deps.database, held, now)
      else if (recipient === 'closed')
        await postReturn(deps.ledger, held, { to: 'expired', idempotencyKey: ownIdempotencyKey('p2p', id, 'expired'), now })
      // What they cannot receive for now is tried again.
      else if ((held.receipt === 'at_sign_up' || held.receipt === 'at_once') && recipient === 'open')
        await postReceipt(deps, held, { idempotencyKey: ownIdempotencyKey('p2p', id, 'received'), code: undefined, now })
      return next
    },
  })
}

/** Whether somebody has a wallet for what waits: they get it from now on if they have opened one unnoticed. */
async function recipientOf(
  database: Database,
  { recipientId, phone }: Held,
  now: Date,
): Promise<'open' | 'claimed' | 'closed' | 'none'> {
  if (recipientId !== null) return (await findPerson(database, recipientId)) ? 'open' : 'closed'
  const found = await findPersonByPhone(database, phone)
  if (!found) return 'none'
  // It is due at once, where it is for whoever signs up.
  await database.inTransaction((tx) => claimForNumber(tx, phone, found.userId, now))
  return 'claimed'
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

async function inviteOnce(database: Database, held: Held, now: Date): Promise<void> {
  if (held.isInvited) return
  const { id, senderId, phone, currency, amountMinor } = held
  await database.inTransaction(async (tx) => {
    const { language, phone: from } = await getContact(tx, senderId)
    const amount = formatMoney(money(currency, amountMinor), language)
    const person = nameForMessage(shownName(held)) ?? from
    // Tomorrow, where it would be too often.
    if (await invite(tx, { kind: 'p2p_invite', senderId, phone, details: { person, amount }, language, now }))
      await noteInvited(tx, id, now)
    crashPoint('p2p.invited.uncommitted')
  })
}
