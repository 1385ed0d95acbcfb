import { validate } from 'uuid'
import type { FeatureFlag } from '#contract/config'
import { parseAmount } from '#money/amount'
import { type Currency, isBookedCurrency } from '#money/currency'
import type { Money } from '#money/money'
import { type Confirmation, confirmed } from '#server/confirmation/confirmation'
import { type FirstDayLimits, firstDayOf, noveltiesOf, spentLately } from '#server/confirmation/first-day'
import type { PasskeyProofDeps } from '#server/confirmation/passkey'
import { expectTriesLeft, type PinDeps } from '#server/confirmation/pin'
import { prove, readProof } from '#server/confirmation/proof'
import type { PendingRow } from '#server/db/batched'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import { keepingRefusals } from '#server/http/keep-refusals'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { findRecords } from '#server/idempotency/record'
import { listUserAccounts, openUserAccount, type UserAccount, userAccountOf } from '#server/ledger/accounts'
import { outcomeOfEarlier } from '#server/ledger/apply-batch'
import type { Ledger } from '#server/ledger/ledger'
import type { FactValues, Outcome, Posting, PostingRefusal } from '#server/ledger/posting'
import type { Keys } from '#server/security/keys'
import { checkLimit, consume } from '#server/security/limits'
import type { SignedIn } from '#server/security/sessions'
import { limitsOfLevels, ownerOf } from '#server/users/levels'
import { notice, noticeRow } from '#server/users/notices'
import { fastRequestRow, HELD_MS, heldCaseRow, WAIT_MS } from './held.ts'
import { type FoundRecipient, findRecipient, type RecipientAsked, type RecipientDeps } from './recipient.ts'
import type { MoneyRequest } from './request-rules.ts'
import { moneyRequestOf, paidRequestRow } from './request-store.ts'
import { amountDetails } from './requests.ts'
import { type Between, boundOfTransfer, decideTransfer, type Receipt, shownName } from './rules.ts'
import { betweenOf, findPerson, newP2pRow, receivedOf, sentOf, type Waits } from './store.ts'
import { type Caught, caughtBy, type VelocityLimits } from './velocity.ts'
import { velocityBetween } from './velocity-store.ts'

export interface P2pDeps extends PinDeps, PasskeyProofDeps, RecipientDeps {
  readonly ledger: Ledger
  readonly keys: Keys
  readonly firstDay: FirstDayLimits
  readonly velocity: () => VelocityLimits
  readonly isOn: (feature: FeatureFlag) => boolean
  /** Where the page is, without a slash at the end. */
  readonly publicUrl: string
}

/** Who asks, and how. */
export interface P2pCaller {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  /** Goes on while a PIN is waited for. */
  readonly clock: () => Date
}

/** A transfer as it was asked for. */
export interface TransferAsked extends RecipientAsked {
  readonly fromAccountId: string
  readonly amount: string
  readonly message: string | undefined
  readonly protectionCode: string | undefined
}

/** How a transfer stands: the recipient has it, it waits for them, or the operator looks at it first. */
export interface TransferReply {
  readonly id: string
  readonly status: 'ok' | 'pending' | 'checking'
}

/**
 * Sends money to a person, once per key; all that can refuse it does so before the PIN, or a passkey in its place, and again where it is posted.
 * To somebody without a wallet, with a protection code, or who is not found by their number, it waits; what a velocity rule catches waits for
 * the operator first. Refuses what findRecipient and
 * decideTransfer refuse, invalid_field, switched_off, pin_*, passkey_wrong and insufficient_funds.
 */
export async function sendToPerson(
  deps: P2pDeps,
  asked: TransferAsked & { readonly pin: string | undefined; readonly passkey: string | undefined },
  caller: P2pCaller,
): Promise<TransferReply> {
  const { idempotencyKey } = caller
  const earlier = (await findRecords(deps.database, [idempotencyKey])).get(idempotencyKey.key)
  const outcome = earlier
    ? outcomeOfEarlier(idempotencyKey, earlier)
    : await keepingRefusals(deps.database, idempotencyKey, () => send(deps, asked, caller))
  if (outcome.kind === 'refused') throw new Refusal(outcome.refusal)
  crashPoint('p2p.committed')
  const { transaction_id: id = '', status } = outcome.reply
  return { id, status: status === 'pending' || status === 'checking' ? status : 'ok' }
}

async function send(
  deps: P2pDeps,
  asked: TransferAsked & { readonly pin: string | undefined; readonly passkey: string | undefined },
  { user, idempotencyKey, clock }: P2pCaller,
): Promise<Outcome> {
  if (!deps.isOn('p2p')) throw new Refusal({ code: 'switched_off', feature: 'p2p' })
  const proof = readProof(asked)
  if (!proof) throw new Refusal({ code: 'invalid_field', field: 'pin' })
  const sending = await readSending(deps, asked, { user, idempotencyKey, now: clock() })
  if ('pin' in proof) await expectTriesLeft(deps, user, clock())
  await expectAsksLeft(deps.database, user, clock())
  const answered = await deps.ledger.precheck(requestOf(deps, sending, clock()))
  if (answered?.kind === 'refused' && answered.refusal.code === 'recipient_limit' && !answered.repeated)
    await consume(deps.database, RECIPIENT_LIMITS, user.userId, clock())
  if (answered) return answered
  const money = { purpose: 'p2p', bound: boundOfTransfer(asked) } as const
  const confirmation = await prove(deps, proof, { ...money, user, idempotencyKey, now: clock() })
  crashPoint('p2p.pin_proven')
  const to = sending.to ?? (sending.receipt ? undefined : await openedFor(deps.database, sending, clock()))
  crashPoint('p2p.account_opened')
  // Their wallet was closed meanwhile.
  if (!(to || sending.receipt)) throw new Refusal({ code: 'recipient_refuses', field: 'to' })
  return postTransfer(deps, { ...sending, to }, confirmation, clock())
}

// How much somebody may still receive, and so what they have, is not found out by trying.
const RECIPIENT_LIMITS = { scope: 'p2p_recipient_limits', max: 5, windowSeconds: 86_400 }

async function expectAsksLeft(database: Database, { userId }: SignedIn, now: Date): Promise<void> {
  const asks = await checkLimit(database, RECIPIENT_LIMITS, userId, now)
  if (!asks.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: asks.retryAfterSeconds })
}

/** A transfer that is to be made, with all that has to be known before anything is locked. */
interface Sending {
  readonly amount: Money
  readonly from: UserAccount
  readonly recipient: Omit<FoundRecipient, 'found'>
  readonly recipientLevel: string | undefined
  readonly to: UserAccount | undefined
  readonly receipt: Receipt | undefined
  readonly senderName: string
  readonly message: string | undefined
  readonly protectionCode: string | undefined
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
}

async function readSending(
  deps: P2pDeps,
  asked: TransferAsked,
  { user, idempotencyKey, now }: Pick<P2pCaller, 'user' | 'idempotencyKey'> & { readonly now: Date },
): Promise<Sending> {
  const { database, brand } = deps
  const { fromAccountId, message, protectionCode } = asked
  const from = validate(fromAccountId) ? await database.read(userAccountOf(fromAccountId)) : undefined
  if (from?.userId !== user.userId) throw new Refusal({ code: 'account_unknown', field: 'from_account_id' })
  const { currency } = from.balance
  const amount = parseAmount(asked.amount, currency)
  if (!amount.ok) throw new Refusal({ code: 'invalid_field', field: 'amount' })
  const { found, ...recipient } = await findRecipient(deps, asked, { userId: user.userId, now })
  const receipt = receiptOf(recipient, protectionCode)
  if (recipient.request) expectPayable(recipient.request, { currency, protectionCode })
  const to = await accountIn(database, { found, ...recipient }, currency)
  const isOffered = isBookedCurrency(currency) && brand.accountCurrencies.includes(currency)
  if (!to && !isOffered) throw new Refusal({ code: 'recipient_refuses', field: 'to' })
  const sender = await findPerson(database, user.userId)
  const senderName = sender ? shownName(sender) : ''
  const { money } = amount
  const note = message ?? recipient.request?.message ?? undefined
  const common = { message: note, protectionCode, user, idempotencyKey }
  return { ...common, amount: money, from, recipient, recipientLevel: found?.levelCode, to, receipt, senderName }
}

/** Refuses (invalid_field) what a request cannot be paid with: an account of another currency, and a protection code. */
function expectPayable(
  request: MoneyRequest,
  { currency, protectionCode }: { readonly currency: Currency; readonly protectionCode: string | undefined },
): void {
  if (protectionCode !== undefined) throw new Refusal({ code: 'invalid_field', field: 'protection_code' })
  if (request.currency !== currency) throw new Refusal({ code: 'invalid_field', field: 'from_account_id' })
}

/** The account that money goes to at once: that of the request which it pays, else one in its currency. */
async function accountIn(
  database: Database,
  { found, isFound, request }: FoundRecipient,
  currency: Currency,
): Promise<UserAccount | undefined> {
  if (request) return database.read(userAccountOf(request.accountId))
  return found && isFound ? accountOfPerson(database, found.userId, currency) : undefined
}

function receiptOf({ userId, isFound }: Sending['recipient'], protectionCode: string | undefined): Receipt | undefined {
  if (protectionCode !== undefined) return 'by_code'
  if (userId === undefined) return 'at_sign_up'
  return isFound ? undefined : 'by_hand'
}

/** The account of somebody in a currency. */
export async function accountOfPerson(database: Database, userId: string, currency: Currency): Promise<UserAccount | undefined> {
  return (await listUserAccounts(database, userId)).find(({ balance }) => balance.currency === currency)
}

/** Opens the account in which somebody receives, or finds the one that was opened meanwhile. */
async function openedFor(
  database: Database,
  { recipient: { userId }, amount: { currency } }: Pick<Sending, 'recipient' | 'amount'>,
  now: Date,
): Promise<UserAccount | undefined> {
  if (userId === undefined) return undefined
  return (await openUserAccount(database, { userId, currency, now })) ?? accountOfPerson(database, userId, currency)
}

/** The request of a transfer, without what confirms it. */
function requestOf(deps: P2pDeps, sending: Sending, now: Date) {
  const { amount, from, recipient, recipientLevel, receipt, user, idempotencyKey } = sending
  const id = idAt(now)
  const { userId: senderId } = user
  const limits = deps.velocity()
  // What waits is credited to nobody yet.
  const to = receipt ? undefined : sending.to
  const facts = {
    owner: ownerOf(from.id),
    levels: limitsOfLevels(undefined),
    between: betweenOf({ senderId, recipientId: recipient.userId, now }),
    sent: sentOf({ senderId, accountId: from.id, phone: recipient.phone, now }),
    receivedMinor: receivedOf({ accountId: to?.id, now }),
    spentMinor: spentLately({ accountId: from.id, now }),
    novelties: noveltiesOf(user),
    request: moneyRequestOf(recipient.request?.id),
    velocity: velocityBetween({
      senderId,
      accountId: from.id,
      recipientId: recipient.userId,
      phone: recipient.phone,
      outFloorPercent: limits.outFloorPercent,
      now,
    }),
  }
  return {
    id,
    idempotencyKey,
    accounts: [from.id, ...(to ? [to.id] : [])],
    facts,
    decide(accounts: ReadonlyMap<string, UserAccount>, found: FactValues<typeof facts>): Posting | PostingRefusal {
      const { levels, novelties, velocity, ...known } = found
      const level = recipientLevel === undefined ? undefined : levels.get(recipientLevel)
      const daily = known.owner?.limits?.p2p.daily
      const caught = daily && caughtBy(velocity, limits, { amount, daily, now })
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
function rowsOf({ keys }: P2pDeps, sending: Sending, { id, between, caught, now }: Beside): PendingRow[] {
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
  const told = notice(makerId, 'request_paid', { person: senderName, request_id: id, ...amountDetails(amount) }, now)
  const cases = caught ? [fastRequestRow(id, caught, { paymentId, payerId: user.userId, makerId, now })] : []
  return [paidRequestRow({ id, minor: amount.minor, at: now }), noticeRow(told), ...cases]
}

async function postTransfer(deps: P2pDeps, sending: Sending, confirmation: Confirmation, now: Date): Promise<Outcome> {
  // Else it would wait for nothing.
  if (!(sending.to || sending.receipt)) throw new Error('A transfer neither waits nor arrives')
  const { id: _id, ...request } = requestOf(deps, sending, now)
  return deps.ledger.post({
    ...request,
    facts: { ...request.facts, isConfirmed: confirmation.isGood },
    decide(accounts, { isConfirmed, ...facts }) {
      crashPoint('p2p.uncommitted')
      return confirmed(confirmation, isConfirmed, request.decide(accounts, facts))
    },
  })
}
