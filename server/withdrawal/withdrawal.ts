import type { Money } from '#money/money'
import {
  type ConfirmedDeps,
  type ConfirmedMoney,
  type GivenProof,
  type MadeAs,
  type MoneyCaller,
  postConfirmed,
} from '#server/confirmation/post-confirmed'
import { crashPoint } from '#server/db/crash-point'
import { Refusal, refusedAs } from '#server/http/refusal'
import { type UserAccount, userAccountsOf } from '#server/ledger/accounts'
import type { FactValues } from '#server/ledger/posting'
import { type BoundingFacts, boundingFacts, boundsOf, holdingFacts, type Movement } from '#server/movement/movement'
import { type HoldPolicy, heldPosting } from '#server/outgoing/hold'
import { type Outgoing, type OutgoingReply, type SendingDeps, sendPosted } from '#server/outgoing/sending'
import type { Destination, PayoutProvider, VaultEntry } from '#server/providers/payouts/port'
import type { SignedIn } from '#server/security/sessions'
import { WITHDRAWAL_ENDS } from './end.ts'
import { getRecipient } from './recipients.ts'
import { boundOfWithdrawal, type DestinationAsked, decideHold, readWithdrawal, type WithdrawalAsked } from './rules.ts'
import { CARD_USE_MS, sharedCardRows } from './shared-card.ts'
import { newWithdrawalRow, vaultKeyOf, type Withdrawal, walletsOfCard } from './store.ts'
import { claimTypedCard, getTypedCard } from './typed-cards.ts'

export interface WithdrawalDeps extends ConfirmedDeps, SendingDeps, HoldPolicy {
  readonly payouts: PayoutProvider
  /** Whether a request may carry a card's number instead of a token of the provider's card field. */
  readonly takesCardNumbers: boolean
  /** How many wallets may withdraw to one card in thirty days without a case for the operator; 0 allows any number. */
  readonly walletsPerCard: () => number
}

/** Withdrawals as outgoing money: how the payout provider sends them. */
export function outgoingWithdrawals({ payouts }: Pick<WithdrawalDeps, 'payouts'>): Outgoing<Withdrawal> {
  return {
    ends: WITHDRAWAL_ENDS,
    provider: {
      name: payouts.name,
      send: ({ id, token, amount }) => payouts.send({ reference: id, token, amount }),
      find: (id) => payouts.find(id),
    },
    declined: 'payout_declined',
  }
}

/**
 * Withdraws money: amount and fee are held after the confirmation, and the payout provider is asked to send the amount; then the hold is settled
 * or given back. A time-out keeps the hold, and the worker resolves it. Refuses what postConfirmed, readWithdrawal, decideHold and sendPosted
 * refuse, recipient_unknown, card_token_invalid, destination_refused and insufficient_funds.
 */
export async function withdraw(
  deps: WithdrawalDeps,
  asked: WithdrawalAsked & GivenProof,
  caller: MoneyCaller,
): Promise<OutgoingReply> {
  const posted = await postConfirmed(deps, confirmedWithdrawal(deps, asked, caller), asked, caller)
  return sendPosted(outgoingWithdrawals(deps), deps, posted, caller)
}

function confirmedWithdrawal(deps: WithdrawalDeps, asked: WithdrawalAsked, caller: MoneyCaller): ConfirmedMoney<WithdrawalRead> {
  const { database, payouts } = deps
  const { user, idempotencyKey } = caller
  const parsed = () => {
    const read = readWithdrawal(asked, deps)
    if (!read.ok) throw new Refusal(read.refusal)
    return read
  }
  return {
    kind: 'withdrawal',
    feature: 'withdrawal',
    bound: () => boundOfWithdrawal(parsed()),
    async read() {
      const { amount, destination: unknown } = parsed()
      const destination = await destinationOf(deps, unknown, caller)
      crashPoint('withdrawal.vaulted')
      const own = await database.read(userAccountsOf(user.userId))
      return { provider: payouts.name, amount, toldTotal: asked.total, destination, own, user }
    },
    check: (read, as) => holdRequest(deps, read, as),
    async proven(read) {
      const { token, usableUntil } = read.destination
      if (usableUntil) await claimTypedCard(database, { token, usableUntil, provider: payouts.name, idempotencyKey })
      return read
    },
    post: (read, as) => withdrawalHold(deps, read, as),
  }
}

/** A destination in the provider's vault. */
type Vaulted = VaultEntry & {
  readonly kind: Destination['kind']
  /** For a card that was typed into the provider's field: until when its token can be used, once. */
  readonly usableUntil?: Date
}

/** The destination of a withdrawal in the vault: an earlier recipient, a card from the provider's card field, or a number that is vaulted now. */
async function destinationOf(
  deps: WithdrawalDeps,
  asked: DestinationAsked,
  { user, idempotencyKey, clock }: MoneyCaller,
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
  // The number goes to the provider's vault before the hold and is not stored here: a retry needs only the token.
  const field = asked.kind === 'card' ? 'pan' : 'address'
  const entry = await refusedAs({ code: 'destination_refused', field, reason: asked.kind }, payouts.tokenise(asked))
  return { ...entry, kind: asked.kind }
}

/** A withdrawal with everything that is read before anything is locked. */
export interface WithdrawalRead {
  readonly provider: string
  readonly amount: Money
  /** What leaves the account as the person was told, a plain decimal that nobody has checked. */
  readonly toldTotal?: string | undefined
  readonly destination: Vaulted
  /** All accounts of the person: their caps count what leaves any of them. */
  readonly own: readonly UserAccount[]
  readonly user: SignedIn
}

/** The policy by which withdrawals are held. */
export type WithdrawalPolicy = HoldPolicy & Pick<WithdrawalDeps, 'walletsPerCard'>

/** The check of a withdrawal before the PIN. Refuses what decideHold refuses. */
function holdRequest(
  policy: WithdrawalPolicy,
  { provider, amount, toldTotal, destination, own, user }: WithdrawalRead,
  { id, now }: MadeAs,
) {
  const account = own.find(({ balance }) => balance.currency === amount.currency)
  const recipient = { provider, key: vaultKeyOf(destination) }
  const movement = { kind: 'withdrawal', user, account, recipient, masked: destination.masked, now } satisfies Movement
  return {
    movement,
    accounts: own.map((each) => each.id),
    facts: boundingFacts(movement),
    decide(accounts: ReadonlyMap<string, UserAccount>, found: BoundingFacts) {
      const known = { id, owner: found.owner, account: account && accounts.get(account.id), toldTotal, destination, now }
      return decideHold(amount, { ...known, caps: boundsOf(movement, found, policy) })
    },
  }
}

/** The posting request of a withdrawal, which holds its amount and fee. */
export function withdrawalHold(policy: WithdrawalPolicy, read: WithdrawalRead, { id, now }: MadeAs) {
  const { movement, decide, accounts, facts } = holdRequest(policy, read, { id, now })
  const { provider, amount, destination, user } = read
  const { masked, fingerprint } = destination
  const card = { provider, fingerprint: destination.kind === 'card' ? fingerprint : undefined }
  const wanted = {
    ...facts,
    ...holdingFacts(movement, policy),
    wallets: walletsOfCard({ ...card, since: new Date(now.getTime() - CARD_USE_MS) }),
  }
  return {
    accounts,
    facts: wanted,
    decide(known: ReadonlyMap<string, UserAccount>, found: FactValues<typeof wanted>) {
      const decision = decide(known, found)
      if (decision.kind === 'refuse') return decision
      const shared = { ...card, id, userId: user.userId, masked, wallets: found.wallets, most: policy.walletsPerCard(), now }
      return heldPosting(decision, {
        ...{ id, now, movement, amount, to: masked, found, policy },
        rowsOf: (nextCheckAt) => [newWithdrawalRow({ id, provider, destination, nextCheckAt }), ...sharedCardRows(shared)],
      })
    },
  }
}
