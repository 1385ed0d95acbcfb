// The library is loaded with the first passkey: it is three hundred files, which every start would wait for.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import type { Queryable } from '#server/db/queryable'
import { isOlderThanFreeze } from './older-than-freeze.ts'

/** For whom passkeys are made, and on which page they sign: the host and the origin of the wallet's public URL. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** The relying party of a public URL. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** EdDSA, ES256 and RS256: what passkeys are made with. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257]

/** A passkey as it is known: its public half. */
export interface KnownPasskey {
  readonly id: string
  readonly userId: string
  readonly publicKey: Buffer
}

/** What a browser has answered, with the challenge that it says was signed. */
export interface Signed<Response> {
  readonly response: Response
  readonly challenge: string
}

const base64url = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/))
/** What a browser says that was signed, as JSON. */
const clientData = v.pipe(v.string(), v.parseJson(), v.object({ challenge: base64url }))
const credential = { id: base64url, rawId: base64url, type: v.literal('public-key') }

const authentication = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.exactOptional(base64url),
  }),
})
const registration = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10))),
  }),
})

/** Reads the answer to navigator.credentials.get; nothing where it is none. */
export function readAssertion(unchecked: string): Signed<AuthenticationResponseJSON> | undefined {
  return read(authentication, unchecked)
}

/** Reads the answer to navigator.credentials.create; nothing where it is none. */
export function readAttestation(unchecked: string): Signed<RegistrationResponseJSON> | undefined {
  return read(registration, unchecked)
}

function read<Response extends { readonly response: { readonly clientDataJSON: string } }>(
  schema: v.GenericSchema<unknown, Response>,
  unchecked: string,
): Signed<Response & { readonly clientExtensionResults: Record<string, never> }> | undefined {
  try {
    const { output, success } = v.safeParse(schema, JSON.parse(unchecked))
    if (!success) return undefined
    const { challenge } = v.parse(clientData, Buffer.from(output.response.clientDataJSON, 'base64url').toString())
    return { response: { ...output, clientExtensionResults: {} }, challenge }
  } catch {
    // No JSON.
    return undefined
  }
}

const FIND = {
  name: 'passkey.find',
  text: `select passkey.id, user_id as "userId", public_key as "publicKey"
    from passkey join wallet_user on wallet_user.id = user_id
    where credential_id = $1 and ${isOlderThanFreeze('passkey.created_at')}`,
}

/**
 * The passkey that has answered; nothing where it is unknown, says that it is somebody else's than we know, or is too new for a wallet that its
 * owner has frozen.
 */
export async function findPasskey(
  queryable: Queryable,
  { response: { id, response } }: Signed<AuthenticationResponseJSON>,
): Promise<KnownPasskey | undefined> {
  const known = await queryable.find<KnownPasskey>(FIND, [Buffer.from(id, 'base64url')])
  const isTheirs = response.userHandle === undefined || response.userHandle === (known && userHandleOf(known.userId))
  return isTheirs ? known : undefined
}

/** By what an authenticator knows a person: base64url of their id. */
function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

/**
 * Verifies what a passkey has signed: its signature, by a person who was verified, on our page, for us. Gives how often it says that it has
 * signed, or nothing where anything is wrong. Whether challenge and count are good the caller has to see to, in the transaction that uses
 * them up.
 */
export async function verifyAssertion(
  { id: rpId, origin }: RelyingParty,
  { publicKey }: KnownPasskey,
  { response, challenge }: Signed<AuthenticationResponseJSON>,
): Promise<number | undefined> {
  try {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // It throws for whatever is wrong with what was sent, and does nothing but compute.
    return undefined
  }
}

/** A passkey that a browser has made. */
export interface MadePasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
  /** Its vendor keeps it for all devices of its owner. */
  readonly isSynced: boolean
}

/** Verifies that a browser has made a passkey for us, on our page, for a person who was verified; nothing where anything is wrong. */
export async function verifyAttestation(
  { id: rpId, origin }: RelyingParty,
  { response, challenge }: Signed<RegistrationResponseJSON>,
): Promise<MadePasskey | undefined> {
  try {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    })
    if (!registrationInfo) return undefined
    const { credential: made, credentialBackedUp } = registrationInfo
    return {
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: Buffer.from(made.publicKey),
      signCount: made.counter,
      transports: made.transports ?? [],
      isSynced: credentialBackedUp,
    }
  } catch {
    // It throws for whatever is wrong with what was sent, and does nothing but compute.
    return undefined
  }
}

const COUNT = {
  name: 'passkey.count_use',
  text: `update passkey set sign_count = $2, used_at = $3 where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
}

/** Notes that a passkey has signed. False when it says that it has signed no oftener than before: then there are two of it. */
export async function noteUse(
  queryable: Queryable,
  { id, signCount, now }: { readonly id: string; readonly signCount: number; readonly now: Date },
): Promise<boolean> {
  return (await queryable.run(COUNT, [id, signCount, now])) === 1
}

const DELETE_SINCE = { name: 'passkey.delete_since', text: 'delete from passkey where user_id = $1 and created_at >= $2' }

/** Forgets the passkeys of a user that were added at a moment or later; says how many there were. */
export function deletePasskeysSince(queryable: Queryable, userId: string, since: Date): Promise<number> {
  return queryable.run(DELETE_SINCE, [userId, since])
}
