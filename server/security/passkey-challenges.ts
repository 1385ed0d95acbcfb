import { randomBytes } from 'node:crypto'
import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'
import type { Keys } from './keys.ts'

/** What a passkey is asked to sign for. */
export interface ChallengeUse {
  readonly purpose: 'registration' | 'sign_in' | 'withdrawal' | 'exchange' | 'p2p' | 'payment' | 'unfreeze'
  /** Whom and what it is good for, and for nothing else. */
  readonly bound: readonly string[]
}

/** How long a challenge is good for. */
export const CHALLENGE_SECONDS = 300

const INSERT = { name: 'passkey_challenge.insert', text: 'insert into passkey_challenge (hash, expires_at) values ($1, $2)' }

/**
 * Makes a challenge, base64url: the id of the keys that its hash is made with, and 256 random bits. The database keeps that hash, of it and of
 * what it is for; so it is good also once another secret is written with.
 */
export async function makePasskeyChallenge(queryable: Queryable, keys: Keys, use: ChallengeUse, now: Date): Promise<string> {
  const challenge = Buffer.concat([Buffer.from(keys.id, 'hex'), randomBytes(32)]).toString('base64url')
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000)
  await queryable.run(INSERT, [challengeHash(keys, challenge, use), expiresAt])
  return challenge
}

/** What the database knows a challenge by: another for any other use. */
export function challengeHash(keys: Keys, challenge: string, { purpose, bound }: ChallengeUse): Buffer {
  const keyId = Buffer.from(challenge, 'base64url').toString('hex', 0, 4)
  return (keys.find(keyId) ?? keys).hash('passkey', challenge, purpose, ...bound)
}

const SPEND = { name: 'passkey_challenge.spend', text: 'delete from passkey_challenge where hash = $1 and expires_at > $2' }

/** Uses a challenge up, once. False when it was never made for this, was used, or is too old. */
export async function spendChallenge(
  queryable: Queryable,
  keys: Keys,
  spent: ChallengeUse & { readonly challenge: string; readonly now: Date },
): Promise<boolean> {
  return (await queryable.run(SPEND, [challengeHash(keys, spent.challenge, spent), spent.now])) === 1
}

/** Deletes the challenges that nobody has used in time. */
export async function deleteOldChallenges(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'passkey_challenge', 'expires_at', now)
}
