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

/** What every kind of money that its owner confirms needs. */
export interface ConfirmedDeps extends PinDeps, PasskeyProofDeps {
  readonly ledger: Ledger
  readonly isOn: (feature: FeatureFlag) => boolean
  /** One confirmed request of a person at a time in this process; the others wait for it. */
  readonly perUser: KeyedMutex
}

/** Who asks for money to move, and under which key. */
export interface MoneyCaller {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  /** Goes on while a PIN or a provider is waited for: what is posted is dated when it is. */
  readonly clock: () => Date
}

/** What the person gave to confirm it: the PIN, or what a passkey signed. */
export interface GivenProof {
  readonly pin: string | undefined
  readonly passkey: string | undefined
}

/** A posting request without its key. */
type Making = Omit<PostingRequest, 'idempotencyKey'>

/** The operation that is to be made: its id, and when. */
export interface MadeAs {
  readonly id: string
  readonly now: Date
}

/** What one kind of money brings that moves once its owner has confirmed it; `Read` is what its `read` has found out. */
export interface ConfirmedMoney<Read> {
  readonly kind: Exclude<MoneyBound['purpose'], 'unfreeze'>
  /** Refused as switched_off while the operator has it off. */
  readonly feature: FeatureFlag
  /** `check` and `post` say themselves when a proof is needed. */
  readonly isProofOptional?: true
  /** What a passkey signs. Refuses what is malformed. */
  readonly bound: () => readonly string[]
  /** Reads what has to be known before anything is locked, after the proof was found to be worth trying. */
  readonly read: () => Promise<Read>
  /** What can refuse the request before the PIN is compared. */
  readonly check: (read: Read, as: MadeAs) => Making
  /** What is done with a proof and before the posting, such as what nobody is told without a proof. */
  readonly proven?: (read: Read) => Promise<Read>
  /** What is posted. */
  readonly post: (read: Read, as: MadeAs) => Making
}

/**
 * Posts money that its owner confirms, once per key. In this order: the answer that the key already has; the feature's flag; the proof, as far
 * as a PIN may be tried and a passkey has signed; what the kind reads; what can refuse it; the PIN; and all of it again under the accounts'
 * locks. So no refusal tells that a PIN was right, and an outage costs no try. Refusals that are final answer the key for good. Refuses
 * what the kind refuses, switched_off, invalid_field, pin_* and passkey_wrong.
 */
export async function postConfirmed<Read>(
  deps: ConfirmedDeps,
  money: ConfirmedMoney<Read>,
  given: GivenProof,
  caller: MoneyCaller,
): Promise<Posted> {
  const isUnproven = given.pin === undefined && given.passkey === undefined && money.isProofOptional === true
  // The ledger itself looks its key up.
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

/** Posts what was read, as long as what confirms it counts, if anything does. */
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
