import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#server/db/pool'
import type { Keys } from './keys.ts'

/** Who a token belongs to. */
export interface SignedIn {
  readonly userId: string
  readonly sessionId: string
}

export interface SessionLimits {
  readonly idleSeconds: number
  readonly absoluteSeconds: number
}

const INSERT = {
  name: 'session.insert',
  text: 'insert into session (id, user_id, token_hash, device, created_at, seen_at) values ($1, $2, $3, $4, $5, $5)',
}

/** Begins a session and gives its token: 256 random bits, of which the database keeps only a keyed hash. */
export async function beginSession(
  queryable: Queryable,
  keys: Keys,
  { userId, device, now }: { userId: string; device: string; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await queryable.run(INSERT, [uuid(), userId, keys.hash('token', token), device, now])
  return token
}

const FIND = {
  name: 'session.find',
  text: `select id, user_id, seen_at
    from session
    where token_hash = $1 and ended_at is null and seen_at > $2 and created_at > $3`,
}
const SEEN = { name: 'session.seen', text: 'update session set seen_at = $2 where id = $1 and seen_at < $2' }

// How stale "last seen" may be before it is written again: keeps a read from being a write.
const SEEN_STEP_SECONDS = 600

/** Finds whose token this is; nothing when it is unknown, ended, idle too long or too old. */
export async function findSession(
  queryable: Queryable,
  keys: Keys,
  limits: SessionLimits,
  { token, now }: { token: string; now: Date },
): Promise<SignedIn | undefined> {
  const row = await queryable.find<{ id: string; user_id: string; seen_at: Date }>(FIND, [
    keys.hash('token', token),
    new Date(now.getTime() - limits.idleSeconds * 1000),
    new Date(now.getTime() - limits.absoluteSeconds * 1000),
  ])
  if (!row) return undefined
  if (now.getTime() - row.seen_at.getTime() > SEEN_STEP_SECONDS * 1000) await queryable.run(SEEN, [row.id, now])
  return { userId: row.user_id, sessionId: row.id }
}

const END = { name: 'session.end', text: 'update session set ended_at = $2 where id = $1 and ended_at is null' }

/** Ends a session at once; its token is worth nothing from the next call on. */
export async function endSession(queryable: Queryable, { sessionId, now }: { sessionId: string; now: Date }): Promise<void> {
  await queryable.run(END, [sessionId, now])
}
