import { validate } from 'uuid'
import { expectConfirmed } from '#server/confirmation/confirmation'
import { proveOwner } from '#server/confirmation/owner'
import { type MoneyBound, moneyUse } from '#server/confirmation/passkey'
import type { PinDeps } from '#server/confirmation/pin'
import { idAt } from '#server/db/ids'
import type { Database, Transaction } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { tellOwner } from '#server/messages/tell-owner'
import type { Keys } from '#server/security/keys'
import { consume, type Limit } from '#server/security/limits'
import { CHALLENGE_SECONDS, type ChallengeUse, makePasskeyChallenge, spendChallenge } from '#server/security/passkey-challenges'
import {
  ALGORITHMS,
  findPasskey,
  noteUse,
  type RelyingParty,
  readAssertion,
  readAttestation,
  verifyAssertion,
  verifyAttestation,
} from '#server/security/passkeys'
import type { SignedIn } from '#server/security/sessions'
import { getUser, lockUser } from '#server/users/users'
import { countPasskeys, deletePasskey, insertPasskey, listPasskeys, type OwnPasskey, rename } from './store.ts'

/** Begins a session for whoever has shown who they are, as every sign-in does: `Caller` is who asks, and from where. */
export type Admit<Caller, Reply> = (tx: Transaction, userId: string, caller: Caller) => Promise<Reply>

export interface PasskeyDeps extends PinDeps {
  readonly keys: Keys
  readonly relyingParty: RelyingParty
  /** What an authenticator calls the wallet. */
  readonly brandName: string
}

interface SignedInRequest {
  readonly user: SignedIn
  readonly now: Date
}

// More than anybody has devices.
const PASSKEYS_MAX = 10
// Each has to be asked for, and is worth one try: so tries are counted, too.
const SIGN_INS: Limit = { scope: 'passkey_sign_ins', max: 60, windowSeconds: 600 }

// Whoever is signed in makes and confirms less often than this, however often they change their mind.
const CEREMONIES: Limit = { scope: 'passkey_ceremonies', max: 60, windowSeconds: 600 }

const WRONG = { code: 'passkey_wrong' } as const

/** The passkeys of a user, the newest first. */
export function listOwnPasskeys({ database }: PasskeyDeps, { userId }: SignedIn): Promise<OwnPasskey[]> {
  return listPasskeys(database, userId)
}

/**
 * What a browser is to be given to make a passkey, as JSON. Refuses passkeys_max, too_many_requests, and as proveOwner. Whoever has proven to be the owner has
 * five minutes, in this session.
 */
export async function startPasskey(deps: PasskeyDeps, { user, now }: SignedInRequest, pin: string | undefined): Promise<string> {
  const { database, relyingParty, brandName } = deps
  const { userId } = user
  const known = await listPasskeys(database, userId)
  if (known.length >= PASSKEYS_MAX) throw new Refusal({ code: 'passkeys_max', max: PASSKEYS_MAX })
  await countOrRefuse(database, CEREMONIES, userId, now)
  const confirmation = await proveOwner(deps, { user, pin, now, reason: 'passkey' })
  const challenge = await database.inTransaction(async (tx) => {
    await expectConfirmed(tx, confirmation)
    return makePasskeyChallenge(tx, deps.keys, registrationUse(user), now)
  })
  const { phone } = await getUser(database, userId)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return JSON.stringify(
    await generateRegistrationOptions({
      rpName: brandName,
      rpID: relyingParty.id,
      userName: phone,
      userDisplayName: phone,
      userID: new TextEncoder().encode(userId),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_SECONDS * 1000,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: [...ALGORITHMS],
      excludeCredentials: known.map(descriptorOf),
    }),
  )
}

/** Adds the passkey that a browser has made, and tells the owner. Refuses passkey_wrong, passkey_known and passkeys_max. */
export async function addPasskey(
  deps: PasskeyDeps,
  { user, now }: SignedInRequest,
  { name, credential }: { readonly name: string; readonly credential: string },
): Promise<void> {
  const { database, keys } = deps
  const { userId } = user
  const attestation = readAttestation(credential)
  // Used up first: whatever is wrong with the rest, it is worth one try.
  const use = { ...registrationUse(user), now }
  if (!(attestation && (await spendChallenge(database, keys, { ...attestation, ...use })))) throw new Refusal(WRONG)
  const made = await verifyAttestation(deps.relyingParty, attestation)
  if (!made) throw new Refusal(WRONG)
  await database.inTransaction(async (tx) => {
    if ((await countPasskeys(tx, userId)) >= PASSKEYS_MAX) throw new Refusal({ code: 'passkeys_max', max: PASSKEYS_MAX })
    const isNew = await insertPasskey(tx, { ...made, id: idAt(now), userId, name, createdAt: now })
    if (!isNew) throw new Refusal({ code: 'passkey_known' })
    await tellOwner(tx, { userId, kind: 'passkey_added', now })
  })
}

function registrationUse({ userId, sessionId }: SignedIn): ChallengeUse {
  return { purpose: 'registration', bound: [userId, sessionId] }
}

/** Names a passkey. Refuses not_found for one that is not the user's. */
export async function renamePasskey(
  { database }: PasskeyDeps,
  { userId }: SignedIn,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  if (!(validate(id) && (await rename(database, userId, id, name)))) throw notFound()
}

/** Removes a passkey, and tells the owner. Refuses not_found, and as proveOwner: for a day not by the number alone. */
export async function removePasskey(
  deps: PasskeyDeps,
  { user, now }: SignedInRequest,
  { id, pin }: { readonly id: string; readonly pin: string | undefined },
): Promise<void> {
  const { userId } = user
  // One that is not there is nobody's way in; that it is not is told to the owner alone.
  const known = (await listPasskeys(deps.database, userId)).find((passkey) => passkey.id === id)
  const takesAwaySince = known?.createdAt ?? new Date(0)
  const confirmation = await proveOwner(deps, { user, pin, now, reason: 'passkey', takesAwaySince })
  await deps.database.inTransaction(async (tx) => {
    await expectConfirmed(tx, confirmation)
    if (!(validate(id) && (await deletePasskey(tx, userId, id)))) throw notFound()
    await tellOwner(tx, { userId, kind: 'passkey_removed', now })
  })
}

function notFound(): Refusal {
  return new Refusal({ code: 'not_found', field: 'passkey_id' })
}

/**
 * What a browser is to be given to sign in, as JSON: it offers whatever passkeys it has for us. So many for `who` asks, an address or a device that
 * is known; then too_many_requests.
 */
export async function startSignIn({ database, keys, relyingParty }: PasskeyDeps, who: string, now: Date): Promise<string> {
  await countOrRefuse(database, SIGN_INS, who, now)
  const challenge = await makePasskeyChallenge(database, keys, { purpose: 'sign_in', bound: [] }, now)
  return requestOptions(relyingParty, challenge, [])
}

/**
 * What a browser is to be given to confirm that money moves, as JSON: bound to what is confirmed. Refuses not_found for whoever has no
 * passkey, and too_many_requests.
 */
export async function startConfirmation(
  { database, keys, relyingParty }: PasskeyDeps,
  { user, now }: SignedInRequest,
  money: MoneyBound,
): Promise<string> {
  const known = await listPasskeys(database, user.userId)
  if (known.length === 0) throw new Refusal({ code: 'not_found' })
  await countOrRefuse(database, CEREMONIES, user.userId, now)
  const challenge = await makePasskeyChallenge(database, keys, moneyUse(user, money), now)
  return requestOptions(relyingParty, challenge, known)
}

async function countOrRefuse(database: Database, limit: Limit, who: string, now: Date): Promise<void> {
  const counted = await consume(database, limit, who, now)
  if (!counted.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: counted.retryAfterSeconds })
}

async function requestOptions({ id }: RelyingParty, challenge: string, allowed: readonly OwnPasskey[]): Promise<string> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return JSON.stringify(
    await generateAuthenticationOptions({
      rpID: id,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_SECONDS * 1000,
      userVerification: 'required',
      ...(allowed.length > 0 && { allowCredentials: allowed.map(descriptorOf) }),
    }),
  )
}

function descriptorOf({ credentialId, transports }: OwnPasskey): { id: string; transports: string[] } {
  return { id: credentialId.toString('base64url'), transports: [...transports] }
}

/** Signs in with what a passkey has signed. Refuses passkey_wrong, whatever is wrong. */
export async function signInByPasskey<Caller extends { readonly now: Date }, Reply>(
  deps: PasskeyDeps & { readonly admit: Admit<Caller, Reply> },
  credential: string,
  caller: Caller,
): Promise<Reply> {
  const { database, keys } = deps
  const { now } = caller
  const assertion = readAssertion(credential)
  // Used up first: whatever is wrong with the rest, it is worth one try.
  const use = { purpose: 'sign_in', bound: [] } as const
  if (!(assertion && (await spendChallenge(database, keys, { ...assertion, ...use, now })))) throw new Refusal(WRONG)
  const passkey = await findPasskey(database, assertion)
  if (!passkey) throw new Refusal(WRONG)
  const signCount = await verifyAssertion(deps.relyingParty, passkey, assertion)
  if (signCount === undefined) throw new Refusal(WRONG)
  return database.inTransaction(async (tx) => {
    // Whoever closes the wallet, or signs its person out, at this moment ends the sessions that there are.
    const { closedAt } = await lockUser(tx, passkey.userId)
    if (closedAt || !(await noteUse(tx, { id: passkey.id, signCount, now }))) throw new Refusal(WRONG)
    return deps.admit(tx, passkey.userId, caller)
  })
}
