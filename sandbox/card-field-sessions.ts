import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { SandboxOptions } from './options.ts'
import { Fault, readField } from './vendor-api.ts'

/** A session of the card field: for whom it was opened, and which page may show it. */
export interface CardFieldSession {
  readonly id: string
  /** The wallet's own name of the person. */
  readonly owner: string
  /** The page around the frame: the only one that hears of the card. */
  readonly pageOrigin: string
  /** What may be around that page. */
  readonly ancestorOrigins: readonly string[]
  readonly expiresAt: Date
}

const LIFETIME_MS = 3_600_000
const OWNER = /^[A-Za-z0-9_-]{1,64}$/
const ORIGIN = /^https?:\/\/[^\s/?#;,'"]{1,200}$/

/** Opens a session of the card field for a person of the wallet; Fault 400 for a page that is no origin. */
export async function openCardFieldSession(
  { pool, clock }: SandboxOptions,
  cardFieldUrl: string,
  body: unknown,
): Promise<{ id: string; url: string; expires_at: string }> {
  const owner = readField(body, 'owner', OWNER)
  const pageOrigin = readField(body, 'page_origin', ORIGIN)
  const id = randomUUID()
  const expiresAt = new Date(clock().getTime() + LIFETIME_MS)
  await pool.query(
    'insert into sandbox.card_field (id, owner, page_origin, ancestor_origins, expires_at) values ($1, $2, $3, $4, $5)',
    [id, owner, pageOrigin, readOrigins(body), expiresAt],
  )
  return { id, url: `${cardFieldUrl}/card-fields/${id}`, expires_at: expiresAt.toISOString() }
}

/** A session that has not expired. */
export async function findCardField(pool: Pool, id: string, now: Date): Promise<CardFieldSession | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
  const { rows } = await pool.query<CardFieldSession>(
    `select id, owner, page_origin as "pageOrigin", ancestor_origins as "ancestorOrigins", expires_at as "expiresAt"
     from sandbox.card_field
     where id = $1 and expires_at > $2`,
    [id, now],
  )
  return rows[0]
}

function readOrigins(body: unknown): string[] {
  const origins: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'ancestor_origins') : undefined
  if (!Array.isArray(origins)) return []
  return origins.map((origin: unknown) => {
    if (typeof origin !== 'string' || !ORIGIN.test(origin))
      throw new Fault(400, 'malformed', '"ancestor_origins" has what is no origin.')
    return origin
  })
}
