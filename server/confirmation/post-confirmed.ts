import type { FeatureFlag } from '#contract/config'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import { postOnce } from '#server/http/post-once'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import type { Ledger } from '#server/ledger/ledger'
import { type Outcome, outcomeOfMaking, type Posted, type PostingRequest } from '#server/ledger/posting'
import type { KeyedMutex } from '#server/security/keyed-mutex'
import type { SignedIn } from '#server/security/sessions'
import { type Confirmation, confirmed } from './confirmation.ts'
import type { MoneyBound, PasskeyProofDeps } from './passkey.ts'
import type { PinDeps } from './pin.ts'
import { confirming, readProof } from './proof.ts'

/** The dependencies of every kind of confirmed money. */
export interface ConfirmedDeps extends PinDeps, PasskeyProofDeps {
  readonly ledger: Ledger
  readonly isOn: (feature: FeatureFlag) => boolean
  /** Runs one confirmed request of a person at a time in this process; their other requests wait. */
  readonly perUser: KeyedMutex
}

/** The person who asks for money to move, and the request's key. */
export interface MoneyCaller {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  /** The current time, which runs on during a wait for a PIN or a provider: a posting is dated when it is made. */
  readonly clock: () => Date
}

/** The proofs in a request: the PIN, or a passkey's signature. */
export interface GivenProof {
  readonly pin: string | undefined
  readonly passkey: string | undefined
}

/** A posting request without its key. */
type Making = Omit<PostingRequest, 'idempotencyKey'>

/** The id of a new operation, and the time at which it is made. */
export interface MadeAs {
  readonly id: string
  readonly now: Date
}

/** A kind of movement that a person confirms with the PIN or a passkey; `Read` is the result of its `read`. */
export interface ConfirmedMoney<Read> {
  readonly kind: Exclude<MoneyBound['purpose'], 'unfreeze'>
  /** Requests are refused as switched_off while the operator has this feature off. */
  readonly feature: FeatureFlag
  /** `check` and `post` themselves refuse a request that needs a proof. */
  readonly isProofOptional?: true
  /** The texts that a passkey signs. Refuses a malformed request. */
  readonly bound: () => readonly string[]
  /** Reads everything that is needed before the locks. It runs only after the proof has passed its first check. */
  readonly read: () => Promise<Read>
  /** The decision that can refuse the request before the PIN is compared. */
  readonly check: (read: Read, as: MadeAs) => Making
  /** Runs between the proof and the posting, for example for refusals that nobody may see without a proof. */
  readonly proven?: (read: Read) => Promise<Read>
  /** The decision that is posted. */
  readonly post: (read: Read, as: MadeAs) => Making
}

/**
 * Posts money that its owner confirms, once per key. The order is: the answer that the key already has; the feature's flag; whether a PIN may be
 * tried, or a passkey has signed; the kind's `read`; its `check`; the PIN; and the decision again under the accounts' locks. So no refusal tells
 * that a PIN was right, and an outage costs no try. A final refusal answers the key for good. Refuses what the kind refuses, switched_off,
 * invalid_field, pin_* and passkey_wrong.
 */
export async function postConfirmed<Read>(
  deps: ConfirmedDeps,
  money: ConfirmedMoney<Read>,
  given: GivenProof,
  caller: MoneyCaller,
): Promise<Posted> {
  const isUnproven = given.pin === undefined && given.passkey === undefined && money.isProofOptional === true
  // Without a proof, the ledger itself looks up the key.
  const outcome =
    isUnproven && deps.isOn(money.feature)
      ? await postBy(deps, money, await money.read(), { caller })
      : await deps.perUser.run(caller.user.userId, () =>
          postOnce(deps.database, caller.idempotencyKey, () => proveAndPost(deps, money, given, caller)),
        )
  crashPoint(`${money.kind}.committed`)
  if (outcome.kind === 'refused') throw new Refusal(outcome.refusal)
  return outcome
}

async function proveAndPost<Read>(
  deps: ConfirmedDeps,
  money: ConfirmedMoney<Read>,
  given: GivenProof,
  caller: MoneyCaller,
): Promise<Outcome> {
  const { kind, feature } = money
  if (!deps.isOn(feature)) throw new Refusal({ code: 'switched_off', feature })
  const bound = money.bound()
  const proof = readProof(given)
  if (!proof) throw new Refusal({ code: 'invalid_field', field: 'pin' })
  const confirm = await confirming(deps, proof, { purpose: kind, bound, ...caller })
  const read = await money.read()
  const answered = await deps.ledger.precheck(requestOf(money.check, read, caller))
  if (answered) return answered
  const confirmation = await confirm()
  crashPoint(`${kind}.proven`)
  return postBy(deps, money, money.proven ? await money.proven(read) : read, { caller, confirmation })
}

/** Posts one kind of money with what it has read; refuses when its confirmation, if there is one, no longer counts. */
export async function postBy<Read>(
  { ledger }: Pick<ConfirmedDeps, 'ledger'>,
  { kind, post }: Pick<ConfirmedMoney<Read>, 'kind' | 'post'>,
  read: Read,
  { caller, confirmation }: { readonly caller: MoneyCaller; readonly confirmation?: Confirmation },
): Promise<Outcome> {
  const { id, decide, ...request } = requestOf(post, read, caller)
  const outcome = await ledger.post({
    ...request,
    facts: { ...request.facts, ...(confirmation && { isConfirmed: confirmation.isGood }) },
    decide(accounts, facts) {
      crashPoint(`${kind}.uncommitted`)
      const decision = decide(accounts, facts)
      return confirmation ? confirmed(confirmation, facts.isConfirmed === true, decision) : decision
    },
  })
  return outcomeOfMaking(id, outcome)
}

function requestOf<Read>(make: ConfirmedMoney<Read>['post'], read: Read, { idempotencyKey, clock }: MoneyCaller) {
  const now = clock()
  const id = idAt(now)
  return { id, idempotencyKey, ...make(read, { id, now }) }
}
