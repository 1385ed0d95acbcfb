import { hash as digestOf, randomBytes } from 'node:crypto'
import { factSource } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import { idAt } from '#server/db/ids'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { addressNetwork } from './address-key.ts'
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
  text: `insert into session (id, user_id, token_hash, device, created_at, seen_at, device_id, address)
    values ($1, $2, $3, $4, $5, $5, $6, $7)`,
}

interface NewSession {
  readonly userId: string
  /** What the device says of itself. */
  readonly device: string
  /** The id in the device's cookie: known_device has since when it is known. */
  readonly deviceId?: string
  /** From where it is begun (address-key.ts). */
  readonly network?: string | undefined
  readonly now: Date
}

/** Begins a session and gives its token: 256 random bits, of which the database keeps only a keyed hash. */
export async function beginSession(
  queryable: Queryable,
  keys: Keys,
  { userId, device, deviceId, network, now }: NewSession,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = keys.hash('token', token)
  await queryable.run(INSERT, [idAt(now), userId, tokenHash, device, now, deviceId ?? null, network ?? null])
  return token
}

/** A token that is being looked up. */
export interface TokenLookup {
  /** Whose it was when it was last found, which never changes; says nothing of whether it still counts. */
  readonly lastKnown: SignedIn | undefined
  /** Whose it is; nothing when it is unknown, ended, idle too long or too old. */
  readonly found: Promise<SignedIn | undefined>
  /** Whether the token is of a session that nobody has ended and that was idle too long. */
  readonly isIdle: () => Promise<boolean>
}

/** Looks up whose token this is, in the database every time; `address` is where it was sent from. */
export interface FindSession {
  (token: string, now: Date, address: string): TokenLookup
  /** Whose it was when it was last found, without asking the database. */
  readonly lastKnown: (token: string) => SignedIn | undefined
}

const FIND = {
  name: 'session.find',
  text: `select id, user_id, encode(token_hash, 'hex') as token_hash, created_at, seen_at, address
    from session
    where token_hash = any($1::bytea[]) and ended_at is null`,
}
const SEEN = {
  name: 'session.seen',
  text: 'update session set seen_at = $2, address = coalesce($3, address) where id = $1 and seen_at < $2',
}

interface SessionRow {
  id: string
  user_id: string
  token_hash: string
  created_at: Date
  seen_at: Date
  address: string | null
}

// How stale "last seen" may be before it is written again: keeps a read from being a write. From where is as fresh as a minute.
const SEEN_STEP_MS = 600_000
const MOVED_STEP_MS = 60_000

/** The session of a token's keyed hash; nothing when there is none, or it was ended. */
const sessionOf = factSource(async (queryable, hashes: readonly Buffer[]) => {
  const sessions = await findByHashes(queryable, hashes)
  return hashes.map((hash) => sessions.get(hash.toString('hex')))
})

/** The same by both of its keyed hashes, while there are two secrets: it may be re-keyed at this very moment. */
const sessionOfEither = factSource(async (queryable, tokens: readonly (readonly Buffer[])[]) => {
  const sessions = await findByHashes(queryable, tokens.flat())
  return tokens.map((hashes) => hashes.map((hash) => sessions.get(hash.toString('hex'))).find((row) => row !== undefined))
})

async function findByHashes(queryable: Queryable, hashes: readonly Buffer[]): Promise<ReadonlyMap<string, SessionRow>> {
  const rows = await queryable.list<SessionRow>(FIND, [hashes])
  return new Map(rows.map((row) => [row.token_hash, row]))
}

// Of somebody who has been seen, so that those who have not are those that hang on the other secret.
const REKEY = {
  name: 'session.rekey',
  text: 'update session set token_hash = $2, seen_at = greatest(seen_at, $4) where id = $1 and token_hash = any($3::bytea[])',
}

/** A token that was looked up before: what the database knows it by, and whose it was. */
interface KnownToken extends SignedIn {
  readonly hash: Buffer
}

/** What a token may be kept as: by the key that is written with, and by the other one while there are two. */
type Hashes = readonly [written: Buffer, ...others: Buffer[]]

// How many tokens are remembered at most; the call of any other waits a trip longer.
const KNOWN_MAX = 10_000

/** Makes the look-up that every signed-in call begins with; calls that come at once share one. */
export function createFindSession(database: Database, keys: Keys, limits: SessionLimits): FindSession {
  // By a digest, so that no token lies in memory. It is quicker than the keyed hash that the database knows it by.
  const known = new Map<string, KnownToken>()

  function remember(digest: string, token: KnownToken | undefined): void {
    if (!token) known.delete(digest)
    else if (!known.has(digest)) {
      const [oldest] = known.keys()
      if (known.size >= KNOWN_MAX && oldest !== undefined) known.delete(oldest)
      known.set(digest, token)
    }
  }

  async function find(digest: string, hashes: Hashes, now: Date, address: string): Promise<SignedIn | 'idle' | undefined> {
    const [hash, ...others] = hashes
    const row = await database.read(others.length === 0 ? sessionOf(hash) : sessionOfEither(hashes))
    const idleMs = row ? now.getTime() - row.seen_at.getTime() : Number.POSITIVE_INFINITY
    const isOver =
      !row || idleMs >= limits.idleSeconds * 1000 || now.getTime() - row.created_at.getTime() >= limits.absoluteSeconds * 1000
    const user = isOver ? undefined : { userId: row.user_id, sessionId: row.id }
    remember(digest, user && { ...user, hash })
    if (user && others.some((other) => other.toString('hex') === row?.token_hash))
      await database.run(REKEY, [user.sessionId, hash, others, now])
    if (user && idleMs > MOVED_STEP_MS) {
      const network = addressNetwork(address)
      const hasMoved = network !== undefined && row?.address !== network
      if (hasMoved || idleMs > SEEN_STEP_MS) await database.run(SEEN, [user.sessionId, now, network ?? null])
    }
    return user ?? (row && idleMs >= limits.idleSeconds * 1000 ? 'idle' : undefined)
  }

  function hashesOf(token: string, lastKnown: KnownToken | undefined): Hashes {
    const [written, ...others] = keys.all
    // Of two secrets it may be known by the other one by now.
    if (others.length === 0 && lastKnown) return [lastKnown.hash]
    return [(written ?? keys).hash('token', token), ...others.map((each) => each.hash('token', token))]
  }

  const keyOf = (token: string): string => digestOf('sha256', token, 'base64')
  const findSession = (token: string, now: Date, address: string): TokenLookup => {
    const digest = keyOf(token)
    const lastKnown = known.get(digest)
    const looked = find(digest, hashesOf(token, lastKnown), now, address)
    return {
      lastKnown,
      found: looked.then((user) => (user === 'idle' ? undefined : user)),
      isIdle: async () => (await looked) === 'idle',
    }
  }
  return Object.assign(findSession, { lastKnown: (token: string) => known.get(keyOf(token)) })
}

// A session that its token still opens; the same as createFindSession says of one.
const LIVE = 'ended_at is null and seen_at > $2 and created_at > $3'
const LIST = {
  name: 'session.list',
  text: `select id, device, device_id, address, created_at, seen_at from session where user_id = $1 and ${LIVE}`,
}

/** A place where somebody is signed in. */
export interface Session {
  readonly id: string
  /** What the device said of itself, User-Agent. */
  readonly device: string
  /** The id in the device's cookie; nothing for sessions from before it was kept. */
  readonly deviceId: string | undefined
  /** From where it was last used (address-key.ts). */
  readonly network: string | undefined
  readonly createdAt: Date
  /** To within ten minutes. */
  readonly seenAt: Date
}

interface ListedRow {
  id: string
  device: string
  device_id: string | null
  address: string | null
  created_at: Date
  seen_at: Date
}

/** The sessions of a user that have not ended, in no order. */
export async function listSessions(queryable: Queryable, userId: string, limits: SessionLimits, now: Date): Promise<Session[]> {
  const since = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)
  const bounds = [since(limits.idleSeconds), since(limits.absoluteSeconds)]
  const rows = await queryable.list<ListedRow>(LIST, [userId, ...bounds])
  return rows.map(({ id, device, device_id, address, created_at, seen_at }) => ({
    id,
    device,
    deviceId: device_id ?? undefined,
    network: address ?? undefined,
    createdAt: created_at,
    seenAt: seen_at,
  }))
}

const FIND_OPEN = {
  name: 'session.find_open',
  text: `select id from session where id = any($1::uuid[]) and ${LIVE}`,
}

/** Of these sessions those that have not ended. */
export async function findOpenSessions(
  queryable: Queryable,
  ids: readonly string[],
  limits: SessionLimits,
  now: Date,
): Promise<ReadonlySet<string>> {
  const since = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)
  const values = [ids, since(limits.idleSeconds), since(limits.absoluteSeconds)]
  const rows = await queryable.list<{ id: string }>(FIND_OPEN, values)
  return new Set(rows.map(({ id }) => id))
}

const END = {
  name: 'session.end',
  text: 'update session set ended_at = $3 where id = $1 and user_id = $2 and ended_at is null',
}
const END_OTHERS = {
  name: 'session.end_others',
  text: 'update session set ended_at = $3 where user_id = $2 and id <> $1 and ended_at is null',
}

/** Ends a session of a user at once: its token is worth nothing from the next call on. False when there is none to end. */
export async function endSession(queryable: Queryable, { userId, sessionId }: SignedIn, now: Date): Promise<boolean> {
  return (await queryable.run(END, [sessionId, userId, now])) === 1
}

/** Ends every other session of a user at once. */
export async function endOtherSessions(queryable: Queryable, { userId, sessionId }: SignedIn, now: Date): Promise<void> {
  await queryable.run(END_OTHERS, [sessionId, userId, now])
}

const END_ALL = {
  name: 'session.end_all',
  text: 'update session set ended_at = $2 where user_id = $1 and ended_at is null',
}

/** Ends every session of a user at once. */
export async function endAllSessions(queryable: Queryable, userId: string, now: Date): Promise<void> {
  await queryable.run(END_ALL, [userId, now])
}

const COUNT_UNSEEN = {
  name: 'session.count_unseen',
  text: 'select count(*)::integer as count from session where ended_at is null and seen_at > $1 and created_at > $2 and seen_at < $3',
}

/** How many sessions that their tokens still open have not been used since a moment. */
export async function countUnseenSessions(queryable: Queryable, since: Date, limits: SessionLimits, now: Date): Promise<number> {
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)
  const values = [ago(limits.idleSeconds), ago(limits.absoluteSeconds), since]
  return (await queryable.find<{ count: number }>(COUNT_UNSEEN, values))?.count ?? 0
}

// How long one that is over is kept: to answer who was signed in where.
const KEPT_SECONDS = 60 * 86_400

/** Deletes the sessions that no token has opened for two months, at least. */
export async function deleteOldSessions(queryable: Queryable, limits: SessionLimits, now: Date): Promise<void> {
  const before = new Date(now.getTime() - (limits.absoluteSeconds + KEPT_SECONDS) * 1000)
  await deleteOldRows(queryable, 'session', 'created_at', before)
}
