import { validate } from 'uuid'
import * as v from 'valibot'
import type { FeatureFlag } from '#contract/config'
import type { Currency } from '#money/currency'
import { confirmed } from '#server/confirmation/confirmation'
import type { PasskeyProofDeps } from '#server/confirmation/passkey'
import type { PinDeps } from '#server/confirmation/pin'
import { type Proof, prove, readProof } from '#server/confirmation/proof'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import { postOnce } from '#server/http/post-once'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import type { UserAccount } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { type Outcome, type Posting, type PostingRefusal, refusePosting } from '#server/ledger/posting'
import { tellOwner } from '#server/messages/tell-owner'
import type { Quote, Quotes } from '#server/rates/quotes'
import { consume, type Limit, reset } from '#server/security/limits'
import type { SignedIn } from '#server/security/sessions'
import { type FreeUseLimits, isFree } from './free-use.ts'
import { boundOfExchange, decideExchange, type ExchangeRequest, type ExchangeTerms } from './rules.ts'
import { type ExchangedToday, exchangedToday, stopExchanges } from './store.ts'

export interface ExchangeDeps extends PinDeps, PasskeyProofDeps {
  readonly ledger: Ledger
  readonly quotes: Quotes
  /** What accounts are opened in. */
  readonly accountCurrencies: readonly Currency[]
  readonly isOn: (feature: FeatureFlag) => boolean
  readonly rateLifetimeSeconds: number
  readonly freeUse: FreeUseLimits
  /** How often in an hour somebody may be asked for the PIN before it is taken for an attack, and how long exchanges are stopped then. */
  readonly pinAsksMax: number
  readonly stopSeconds: number
}

const SWITCHED_OFF: PostingRefusal = refusePosting({ code: 'switched_off', feature: 'exchange' })
const STOPPED: PostingRefusal = refusePosting({ code: 'feature_stopped', feature: 'exchange' })
const PIN_REQUIRED: PostingRefusal = refusePosting({ code: 'pin_required', field: 'pin', reason: 'exchange' })

const exchanged = v.object({ transaction_id: v.string(), from_amount: v.string(), to_amount: v.string(), created_at: v.string() })

/** What was exchanged, as decimal strings, and when. */
export type Exchanged = v.InferOutput<typeof exchanged>

/** Who asks for an exchange, and how. */
export interface ExchangeCaller {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
  readonly clock: () => Date
}

/** An exchange as it was asked for; with the PIN, or a passkey in its place, where that was asked of the person. */
export interface ExchangeAsked extends ExchangeTerms {
  readonly rateId: string
  readonly pin: string | undefined
  readonly passkey: string | undefined
}

/**
 * Exchanges at a quoted rate, once per key. What goes beyond the day's free use (free-use.ts) asks for the PIN, or a passkey in its place;
 * whoever is asked too often exchanges nothing for a while, and the owner is told. Refuses what decideExchange and prove refuse,
 * pin_required, exchange_stopped, feature_stopped, switched_off, and insufficient_funds.
 */
export async function exchange(deps: ExchangeDeps, asked: ExchangeAsked, caller: ExchangeCaller): Promise<Exchanged> {
  const proof = readProof(asked)
  const quote = await deps.quotes.find(asked.rateId)
  crashPoint('exchange.before')
  const known = { quote, isProven: proof !== undefined }
  const outcome = proof
    ? await postOnce(deps.database, caller.idempotencyKey, () => exchangeProven(deps, asked, caller, { ...known, proof }))
    : await deps.ledger.post(requestFor(deps, asked, caller, known))
  crashPoint('exchange.committed')
  // With a proof, what it was refused for has been thrown.
  if (outcome.kind === 'refused') {
    if (outcome.refusal.code === 'pin_required') await countAsk(deps, caller)
    throw new Refusal(outcome.refusal)
  }
  if (proof) await reset(deps.database, asksLimit(deps), caller.user.userId)
  return v.parse(exchanged, outcome.reply)
}

interface ExchangeKnown {
  readonly quote: Quote | undefined
  /** It comes with a proof, which need not be right. */
  readonly isProven: boolean
}

/** The PIN is checked last, once nothing else is in the way, and so is a passkey. */
async function exchangeProven(
  deps: ExchangeDeps,
  asked: ExchangeAsked,
  caller: ExchangeCaller,
  { proof, ...known }: ExchangeKnown & { readonly proof: Proof },
): Promise<Outcome> {
  const { user, idempotencyKey, clock } = caller
  const answered = await deps.ledger.precheck(requestFor(deps, asked, caller, known))
  if (answered) return answered
  const money = { purpose: 'exchange', bound: boundOfExchange(asked) } as const
  const confirmation = await prove(deps, proof, { ...money, user, idempotencyKey, now: clock() })
  const { decide, ...request } = requestFor(deps, asked, { ...caller, now: clock() }, known)
  return deps.ledger.post({
    ...request,
    facts: { ...request.facts, isConfirmed: confirmation.isGood },
    decide: (accounts, { isConfirmed, ...facts }) => confirmed(confirmation, isConfirmed, decide(accounts, facts)),
  })
}

function requestFor(
  { isOn, rateLifetimeSeconds, freeUse }: ExchangeDeps,
  { rateId: _rateId, pin: _pin, passkey: _passkey, ...asked }: ExchangeAsked,
  { user, idempotencyKey, now }: Pick<ExchangeCaller, 'user' | 'idempotencyKey' | 'now'>,
  { quote, isProven }: ExchangeKnown,
) {
  const request: ExchangeRequest = { ...asked, id: idAt(now), userId: user.userId }
  const { fromAccountId, toAccountId } = request
  return {
    accounts: [fromAccountId, toAccountId].filter((id) => validate(id)),
    idempotencyKey,
    facts: { today: exchangedToday({ accountId: validate(fromAccountId) ? fromAccountId : undefined, now }) },
    // All of it here, so that an exchange made before it was switched off, or stopped, is still answered as such.
    decide(accounts: ReadonlyMap<string, UserAccount>, { today }: ExchangeFactValues): Posting | PostingRefusal {
      if (!isOn('exchange')) return SWITCHED_OFF
      if (today?.isStopped) return STOPPED
      const decision = decideExchange(request, { quote, lifetimeSeconds: rateLifetimeSeconds, now }, accounts)
      const from = accounts.get(fromAccountId)
      if (decision.kind === 'refuse' || !(from && today)) return decision
      if (today.stoppedForSeconds > 0n) return stopped(Number(today.stoppedForSeconds))
      const debitMinor = debitOf(decision, from)
      // The ledger refuses it.
      if (from.balance.minor < debitMinor) return decision
      const taken = { takenMinor: today.outMinor + debitMinor, balanceMinor: from.balance.minor }
      return isProven || isFree(today, taken, freeUse) ? decision : PIN_REQUIRED
    },
  }
}

interface ExchangeFactValues {
  readonly today: ExchangedToday | undefined
}

/** What a posting takes from an account. */
function debitOf({ operation }: Posting, { id }: UserAccount): bigint {
  return -(operation?.legs.find(({ accountId }) => accountId === id)?.amount.minor ?? 0n)
}

function stopped(retryAfterSeconds: number): PostingRefusal {
  return refusePosting({ code: 'exchange_stopped', retryAfterSeconds })
}

const HOUR_SECONDS = 3600

/** How often somebody is asked for the PIN, or a passkey, without giving it once. */
function asksLimit({ pinAsksMax }: ExchangeDeps): Limit {
  return { scope: 'exchange_pin_asks', max: pinAsksMax, windowSeconds: HOUR_SECONDS }
}

/** Whoever has the PIN gives it, and is counted from the beginning; who is asked again and again has not, and the owner is told. */
async function countAsk(deps: ExchangeDeps, { user, clock }: ExchangeCaller): Promise<void> {
  const { database, stopSeconds } = deps
  const now = clock()
  if ((await consume(database, asksLimit(deps), user.userId, now)).ok) return
  await database.inTransaction(async (tx) => {
    const isNew = await stopExchanges(tx, user.userId, new Date(now.getTime() + stopSeconds * 1000), now)
    if (isNew) await tellOwner(tx, { userId: user.userId, kind: 'exchange_stopped', now })
  })
}
