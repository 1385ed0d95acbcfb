import type { FeatureFlag } from '#contract/config'
import type { Money } from '#money/money'
import { type Confirmation, confirmed } from '#server/confirmation/confirmation'
import type { PasskeyProofDeps } from '#server/confirmation/passkey'
import type { PinDeps } from '#server/confirmation/pin'
import { confirming, readProof } from '#server/confirmation/proof'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import type { Polled, PollingRun } from '#server/db/polling-queue'
import { postOnce } from '#server/http/post-once'
import { Refusal, refusedAs } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import { type UserAccount, userAccountsOf } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { type Outcome, outcomeOfMaking } from '#server/ledger/posting'
import { heldRow, heldUntil, toBeChecked } from '#server/movement/held'
import {
  type BoundingFacts,
  boundingFacts,
  boundsOf,
  caughtNow,
  holdingFacts,
  type Movement,
  type MovementPolicy,
  movementRows,
} from '#server/movement/movement'
import { endSent, openCaseOfOld } from '#server/outgoing/end'
import { isSendingOpen } from '#server/outgoing/end-rules'
import { endUnlooked } from '#server/outgoing/held'
import { checkDueOf, later, sendOnce, type Watching, waitForFirst } from '#server/outgoing/sending'
import type { Destination, PayoutProvider, VaultEntry } from '#server/providers/payouts/port'
import type { KeyedMutex } from '#server/security/keyed-mutex'
import type { SignedIn } from '#server/security/sessions'
import { WITHDRAWAL_ENDS } from './end.ts'
import { getRecipient } from './recipients.ts'
import { boundOfWithdrawal, type DestinationAsked, decideHold, readWithdrawal, type WithdrawalAsked } from './rules.ts'
import { CARD_USE_MS, sharedCardRows } from './shared-card.ts'
import { newWithdrawalRow, vaultKeyOf, type Withdrawal, walletsOfCard, withdrawalOf, withdrawalQueue } from './store.ts'
import { claimTypedCard, getTypedCard } from './typed-cards.ts'

export interface WithdrawalDeps extends PinDeps, PasskeyProofDeps, MovementPolicy {
  readonly ledger: Ledger
  readonly payouts: PayoutProvider
  /** One withdrawal of a user at a time in this process; concurrent ones queue. */
  readonly perUser: KeyedMutex
  readonly isOn: (feature: FeatureFlag) => boolean
  /** Whether a card's number may be sent to us, instead of a token of the provider's card field. */
  readonly takesCardNumbers: boolean
  /** How many wallets may withdraw to one card in thirty days before the operator has a case; 0 for any number. */
  readonly walletsPerCard: () => number
  /** The timeout of a provider call; the worker picks up a withdrawal without an outcome a little later. */
  readonly providerTimeoutMs: number
  /** Lets so many milliseconds pass. */
  readonly pause: (ms: number) => Promise<unknown>
}

/** Who asks for a withdrawal, and under which key. */
export interface WithdrawalCaller {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  /** Goes on while a PIN or a provider is waited for: what is posted is dated when it is. */
  readonly clock: () => Date
}

/** A withdrawal that was asked for, with the PIN, or a passkey in its place. */
type ConfirmedWithdrawal = WithdrawalAsked & { readonly pin: string | undefined; readonly passkey: string | undefined }

/** The state of a withdrawal for the user: paid out, or pending. */
export interface WithdrawalReply {
  readonly id: string
  /** `checking`: the operator looks at it before it goes. */
  readonly state: 'complete' | 'pending' | 'checking'
}

/**
 * Withdraws: flag, limits and balance, and once nothing else is in the way the PIN, or a passkey in its place; then all of it again and the
 * hold in one transaction; then the payout, outside any; then settled or reversed. A timeout keeps the hold and is resolved by the worker.
 * The same key again waits for the first request and gets its response. Refuses what the rules refuse, recipient_unknown, card_token_invalid, switched_off,
 * pin_*, passkey_wrong, insufficient_funds, and payout_declined once the hold is released; idempotency_running while the first of two equal
 * requests has no response yet.
 */
export async function withdraw(
  deps: WithdrawalDeps,
  asked: ConfirmedWithdrawal,
  caller: WithdrawalCaller,
): Promise<WithdrawalReply> {
  const { idempotencyKey, user } = caller
  const outcome = await deps.perUser.run(user.userId, () =>
    postOnce(deps.database, idempotencyKey, () => hold(deps, asked, caller)),
  )
  crashPoint('withdrawal.hold.committed')
  const id = outcome.reply.transaction_id ?? ''
  if (outcome.repeated) await waitForFirst(deps, async () => (await getWithdrawal(deps, id)).state === 'held')
  else {
    const nextCheckAt = later(caller.clock(), deps.providerTimeoutMs / 1000 + 1)
    await sendPayout(deps, id, { clock: caller.clock, nextCheckAt: () => nextCheckAt })
  }
  return answer(deps, id)
}

/** Not read before its key was looked up: what was withdrawn is answered as such, whatever the operator takes by now. */
async function hold(deps: WithdrawalDeps, unread: ConfirmedWithdrawal, caller: WithdrawalCaller): Promise<Outcome> {
  const read = readWithdrawal(unread, deps)
  if (!read.ok) throw new Refusal(read.refusal)
  const proof = readProof(unread)
  if (!proof) throw new Refusal({ code: 'invalid_field', field: 'pin' })
  const { amount, destination: asked } = read
  const { user, idempotencyKey, clock } = caller
  if (!deps.isOn('withdrawal')) throw new Refusal({ code: 'switched_off', feature: 'withdrawal' })
  const confirm = await confirming(deps, proof, { purpose: 'withdrawal', bound: boundOfWithdrawal(read), ...caller })
  const destination = await destinationOf(deps, asked, caller)
  crashPoint('withdrawal.vaulted')
  const { database, ledger } = deps
  const own = await database.read(userAccountsOf(user.userId))
  const holding = {
    provider: deps.payouts.name,
    amount,
    destination,
    own,
    user,
    idempotencyKey,
    policy: deps,
    walletsPerCard: deps.walletsPerCard(),
  }
  const answered = await ledger.precheck(holdRequest({ ...holding, now: clock() }))
  if (answered) return answered
  const confirmation = await confirm()
  crashPoint('withdrawal.pin_proven')
  const now = clock()
  const { token, usableUntil } = destination
  if (usableUntil) await claimTypedCard(database, { token, usableUntil, provider: deps.payouts.name, idempotencyKey })
  const nextCheckAt = new Date(now.getTime() + deps.providerTimeoutMs + 2000)
  return postHold(ledger, { ...holding, now, nextCheckAt }, confirmation)
}

/** A destination in the provider's vault. */
type Vaulted = VaultEntry & {
  readonly kind: Destination['kind']
  /** Of a card that was typed into the provider's field: until when its token may be taken, once. */
  readonly usableUntil?: Date
}

/** Where a withdrawal goes to: an earlier recipient, what was typed into the provider's card field, or a number that its vault is given now. */
async function destinationOf(
  deps: WithdrawalDeps,
  asked: DestinationAsked,
  { user, idempotencyKey, clock }: WithdrawalCaller,
): Promise<Vaulted> {
  const { database, payouts } = deps
  const { userId } = user
  if (asked.kind === 'recipient') {
    const { recipientId: id, mustBe } = asked
    return getRecipient(database, { id, mustBe, userId, provider: payouts.name })
  }
  if (asked.kind === 'typed') {
    const card = await getTypedCard(deps, { token: asked.token, userId, idempotencyKey, now: clock() })
    return { ...card, kind: 'card' }
  }
  // The number goes to the provider's vault before the hold, and is not stored here: a retry needs the token only.
  const field = asked.kind === 'card' ? 'pan' : 'address'
  const entry = await refusedAs({ code: 'destination_refused', field, reason: asked.kind }, payouts.tokenise(asked))
  return { ...entry, kind: asked.kind }
}

/** A hold that is to be made. */
interface Holding {
  readonly provider: string
  readonly amount: Money
  readonly destination: Vaulted
  /** All accounts of the person: what leaves one of them counts with what leaves the others. */
  readonly own: readonly UserAccount[]
  readonly user: SignedIn
  readonly policy: MovementPolicy
  readonly walletsPerCard: number
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
}

/** The request to hold what a withdrawal costs. Refuses what decideHold refuses, and insufficient_funds. */
function holdRequest({ provider, amount, destination, own, user, policy, idempotencyKey, now }: Holding) {
  const id = idAt(now)
  const account = own.find(({ balance }) => balance.currency === amount.currency)
  const recipient = { provider, key: vaultKeyOf(destination) }
  const movement: Movement = { kind: 'withdrawal', user, account, recipient, masked: destination.masked, now }
  return {
    id,
    movement,
    idempotencyKey,
    accounts: own.map((each) => each.id),
    facts: boundingFacts(movement),
    decide(accounts: ReadonlyMap<string, UserAccount>, found: BoundingFacts) {
      const { owner } = found
      const known = { id, owner, account: account && accounts.get(account.id), destination, now }
      const decision = decideHold(amount, { ...known, caps: boundsOf(movement, found, policy) })
      if (decision.kind === 'refuse') return decision
      return { ...decision, rows: movementRows(id, amount, movement, found, policy) }
    },
  }
}

/** Holds what a withdrawal costs, once per key, as long as what confirmed it counts. */
export async function postHold(
  ledger: Ledger,
  holding: Holding & { /** When to look after it if nobody has by then. */ readonly nextCheckAt: Date },
  confirmation: Confirmation,
): Promise<Outcome> {
  const { id, movement, ...request } = holdRequest(holding)
  const { provider, amount, destination, user, policy, walletsPerCard: most, now } = holding
  const { masked, fingerprint } = destination
  const card = { provider, fingerprint: destination.kind === 'card' ? fingerprint : undefined }
  const outcome = await ledger.post({
    ...request,
    facts: {
      ...request.facts,
      ...holdingFacts(movement, policy),
      isConfirmed: confirmation.isGood,
      wallets: walletsOfCard({ ...card, since: new Date(now.getTime() - CARD_USE_MS) }),
    },
    decide(accounts, facts) {
      crashPoint('withdrawal.hold.uncommitted')
      const decision = confirmed(confirmation, facts.isConfirmed, request.decide(accounts, facts))
      if (decision.kind === 'refuse') return decision
      const caught = caughtNow(amount, movement, facts, policy)
      const nextCheckAt = caught ? heldUntil(now) : holding.nextCheckAt
      const row = newWithdrawalRow({ id, provider, destination, nextCheckAt })
      const shared = sharedCardRows({ ...card, id, userId: user.userId, masked, wallets: facts.wallets, most, now })
      const held = caught ? [heldRow('withdrawal_held', caught, { userId: user.userId, id, amount, to: masked, now })] : []
      const posting = caught ? toBeChecked(decision) : decision
      return { ...posting, rows: [row, ...shared, ...held, ...(decision.rows ?? [])] }
    },
  })
  return outcomeOfMaking(id, outcome)
}

async function sendPayout(deps: WithdrawalDeps, id: string, watching: Watching): Promise<void> {
  const withdrawal = await getWithdrawal(deps, id)
  if (!isSendingOpen(withdrawal)) return
  const { database, payouts, providerTimeoutMs } = deps
  const asking = { database, queue: withdrawalQueue, provider: payouts.name, providerTimeoutMs }
  await sendOnce(
    {
      ...asking,
      async send() {
        crashPoint('withdrawal.sending')
        const payout = await payouts.send({ reference: id, token: withdrawal.token, amount: withdrawal.amount })
        crashPoint('withdrawal.sent')
        return payout
      },
      end: (payout, now, options) => endSent(WITHDRAWAL_ENDS, deps, payout, now, options),
    },
    id,
    watching,
  )
}

async function answer(deps: WithdrawalDeps, id: string): Promise<WithdrawalReply> {
  const { state } = await getWithdrawal(deps, id)
  if (state === 'failed') throw new Refusal({ code: 'payout_declined', transactionId: id })
  return { id, state: state === 'complete' || state === 'checking' ? state : 'pending' }
}

async function getWithdrawal({ database }: WithdrawalDeps, id: string): Promise<Withdrawal> {
  const withdrawal = await database.read(withdrawalOf(id))
  if (!withdrawal) throw new Error('A withdrawal is not where it was put')
  return withdrawal
}

/** Resolves open withdrawals: polls the provider, and requests the payout again if it is unknown there. */
export async function checkDueWithdrawals(deps: WithdrawalDeps, run: PollingRun): Promise<Polled> {
  const { database, providerTimeoutMs } = deps
  return checkDueOf({ database, queue: withdrawalQueue, providerTimeoutMs }, run, {
    ask: (id, watching) => pollWithdrawal(deps, id, watching),
    afterwards: (id, now) => openCaseOfOld(WITHDRAWAL_ENDS, deps, id, now),
  })
}

/** Asks the provider about a withdrawal, and returns what it answered: its state, or that it knows of none. */
async function pollWithdrawal(deps: WithdrawalDeps, id: string, watching: Watching): Promise<string> {
  crashPoint('withdrawal.check.taken')
  const { provider, state, userId, createdAt } = await getWithdrawal(deps, id)
  if (state === 'checking')
    return endUnlooked({ kind: 'withdrawal', queue: withdrawalQueue }, { ...deps, userId, id, createdAt, now: watching.clock() })
  // Another provider knows nothing of it. How it ended is for the operator to find out (payout_without_end).
  if (provider !== deps.payouts.name) return `not asked: it is at ${provider}`
  const payout = await deps.payouts.find(id)
  crashPoint('withdrawal.check.asked')
  if (payout) await endSent(WITHDRAWAL_ENDS, deps, payout, watching.clock(), { nextCheckAt: watching.nextCheckAt() })
  else await sendPayout(deps, id, watching)
  return payout?.state ?? 'unknown'
}
