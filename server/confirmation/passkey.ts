import { existenceSource, rowWriter } from '#server/db/batched'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import type { Keys } from '#server/security/keys'
import { type ChallengeUse, challengeHash } from '#server/security/passkey-challenges'
import { findPasskey, type RelyingParty, readAssertion, verifyAssertion } from '#server/security/passkeys'
import type { SignedIn } from '#server/security/sessions'
import type { Confirmation } from './confirmation.ts'

export interface PasskeyProofDeps {
  readonly database: Database
  readonly keys: Keys
  readonly relyingParty: RelyingParty
}

const WRONG = { code: 'passkey_wrong', field: 'passkey' } as const

/** The purpose of a challenge, and the texts that it is bound to: the terms of the movement, none for `unfreeze`. */
export interface MoneyBound {
  readonly purpose: 'withdrawal' | 'exchange' | 'p2p' | 'payment' | 'unfreeze'
  readonly bound: readonly string[]
}

/** The challenge that a person signs to move money. It is worth nothing in another session, for another person, or for other money. */
export function moneyUse({ userId, sessionId }: SignedIn, { purpose, bound }: MoneyBound): ChallengeUse {
  return { purpose, bound: [userId, sessionId, ...bound] }
}

interface PasskeyTry extends MoneyBound {
  readonly user: SignedIn
  /** The browser's answer, as JSON. */
  readonly passkey: string
  readonly now: Date
}

/**
 * Verifies that a person has signed with their own passkey. The posting checks later that the challenge was made for exactly this money
 * and is unused: only there is it known that the request is not a repeated one, which gets its earlier answer. Refuses passkey_wrong.
 */
export async function provePasskey(deps: PasskeyProofDeps, { user, passkey, now, ...money }: PasskeyTry): Promise<Confirmation> {
  const assertion = readAssertion(passkey)
  const known = assertion && (await findPasskey(deps.database, assertion))
  if (!(assertion && known?.userId === user.userId)) throw new Refusal(WRONG)
  const signCount = await verifyAssertion(deps.relyingParty, known, assertion)
  if (signCount === undefined) throw new Refusal(WRONG)
  const hash = challengeHash(deps.keys, assertion.challenge, moneyUse(user, money))
  const proof = { passkeyId: known.id, hash, signCount, now }
  return { isGood: isStillGood(proof), refusal: WRONG, row: rowOfUse(proof) }
}

interface ProvenPasskey {
  readonly passkeyId: string
  readonly hash: Buffer
  readonly signCount: number
  readonly now: Date
}

const columnsOf = (proofs: readonly ProvenPasskey[]): readonly (readonly unknown[])[] => [
  proofs.map(({ passkeyId }) => passkeyId),
  proofs.map(({ hash }) => hash),
  proofs.map(({ signCount }) => signCount),
  proofs.map(({ now }) => now),
]

const LIST_GOOD = {
  name: 'passkey.list_good',
  text: `select place
    from unnest($1::uuid[], $2::bytea[], $3::bigint[], $4::timestamptz[]) with ordinality as proven (passkey_id, hash, sign_count, at, place)
    join passkey_challenge on passkey_challenge.hash = proven.hash and expires_at > at
    join passkey on passkey.id = passkey_id
      and (passkey.sign_count < proven.sign_count or (passkey.sign_count = 0 and proven.sign_count = 0))`,
}
const USE = {
  name: 'passkey.use',
  text: `with proven as (
      select * from unnest($1::uuid[], $2::bytea[], $3::bigint[], $4::timestamptz[]) as proven (passkey_id, hash, sign_count, at)
    ), spent as (
      delete from passkey_challenge using proven where passkey_challenge.hash = proven.hash
    )
    update passkey set sign_count = greatest(passkey.sign_count, latest.sign_count), used_at = latest.at
    from (select passkey_id, max(sign_count) as sign_count, max(at) as at from proven group by passkey_id) as latest
    where passkey.id = passkey_id`,
}

/** Whether the challenge is unused and not expired, and the passkey still exists and is no copy. */
const isStillGood = existenceSource(LIST_GOOD, columnsOf)

/** Deletes the challenge, in the commit of the money. */
const rowOfUse = rowWriter(USE, columnsOf)
