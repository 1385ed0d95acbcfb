import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import type { SignedIn } from '#server/security/sessions'
import type { Confirmation } from './confirmation.ts'
import { type MoneyBound, type PasskeyProofDeps, provePasskey } from './passkey.ts'
import { expectTriesLeft, type PinDeps, provePin } from './pin.ts'

/** A person's proof that their money may move: the PIN, or a passkey's signature. */
export type Proof = { readonly pin: string } | { readonly passkey: string }

/** The one proof of a request; undefined when it has none. Refuses (invalid_field) a request with both. */
export function readProof({
  pin,
  passkey,
}: {
  readonly pin: string | undefined
  readonly passkey: string | undefined
}): Proof | undefined {
  if (passkey === undefined) return pin === undefined ? undefined : { pin }
  if (pin !== undefined) throw new Refusal({ code: 'invalid_field', field: 'passkey' })
  return { passkey }
}

interface Proving extends MoneyBound {
  readonly user: SignedIn
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
}

/** Verifies a proof. Refuses what provePin and provePasskey refuse; a wrong passkey does not count as a wrong PIN. */
function prove(deps: PinDeps & PasskeyProofDeps, proof: Proof, proving: Proving): Promise<Confirmation> {
  return 'pin' in proof ? provePin(deps, { ...proving, ...proof }) : provePasskey(deps, { ...proving, ...proof })
}

/**
 * Refuses a person who may not try a PIN now, or whose passkey has not signed. Returns the rest of the proof, which runs last: a PIN is compared
 * only when nothing else can refuse the request.
 */
export async function confirming(
  deps: PinDeps & PasskeyProofDeps,
  proof: Proof,
  { clock, ...asked }: Omit<Proving, 'now'> & { readonly clock: () => Date },
): Promise<() => Promise<Confirmation>> {
  const proven = () => prove(deps, proof, { ...asked, now: clock() })
  if ('pin' in proof) {
    await expectTriesLeft(deps, asked.user, clock())
    return proven
  }
  const confirmation = await proven()
  return () => Promise.resolve(confirmation)
}
