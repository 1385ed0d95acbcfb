import { createHmac, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { SandboxOptions } from './options.ts'

/** What the vault tells of a number: never the number itself. */
export interface VaultEntry {
  readonly token: string
  readonly masked: string
  readonly fingerprint: string
}

interface Numbered {
  readonly kind: 'card' | 'address'
  readonly number: string
  /** Of a number from the card field: whose session it was, and until when the token may be taken. */
  readonly typed?: { readonly owner: string; readonly usableUntil: Date }
}

/** Keeps what may be shown of a number, under a new token each time. */
export async function keepNumber(
  { pool, clock, secrets }: SandboxOptions,
  { kind, number, typed }: Numbered,
): Promise<VaultEntry> {
  const lastFour = number.slice(-4)
  const hidden = kind === 'card' ? '*'.repeat(number.length - 10) : '…'
  const masked = `${number.slice(0, 6)}${hidden}${lastFour}`
  const token = `tok_${randomBytes(24).toString('hex')}`
  // An address is case-insensitive.
  const fingerprint = createHmac('sha256', secrets.vaultKey).update(number.toLowerCase()).digest('base64url')
  await pool.query(
    `insert into sandbox.destination (token, masked, last_four, created_at, fingerprint, owner, usable_until)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [token, masked, lastFour, clock(), fingerprint, typed?.owner ?? null, typed?.usableUntil ?? null],
  )
  return { token, masked, fingerprint }
}

/** What a token from the card field stands for, as the vendor tells it. */
export interface TypedCard extends VaultEntry {
  readonly owner: string
  readonly usable_until: string
}

/** The card of a token from the card field; nothing for any other token. */
export async function findTypedCard(pool: Pool, token: string): Promise<TypedCard | undefined> {
  const { rows } = await pool.query<Omit<TypedCard, 'usable_until'> & { usable_until: Date }>(
    `select token, masked, fingerprint, owner, usable_until
     from sandbox.destination
     where token = $1 and owner is not null`,
    [token],
  )
  return rows[0] && { ...rows[0], usable_until: rows[0].usable_until.toISOString() }
}

/** Whether the last digit of a card number fits the others (the Luhn formula, ISO/IEC 7812-1). */
export function hasRightCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
