import type pg from 'pg'
import { aUser, freshPhone, type TestUser } from '#tests/builders'
import { atOnce } from './client.ts'
import type { Target } from './target.ts'

export const AUTH = '/v2/wallet/auth'

/** What anybody enters who signs up. */
export const PERSON = { first_name: 'Анна', last_name: 'Смирнова', email: 'anna@mail.example' }

/** People with a wallet and a PIN, and money where it is said. */
export function somePeople({ side }: Target, count: number, ...balances: string[]): Promise<readonly TestUser[]> {
  return atOnce(count, 4, () => aUser(side, ...balances))
}

/** Numbers that nobody has opened a wallet with. */
export function somePhones(count: number): readonly string[] {
  return Array.from({ length: count }, () => freshPhone())
}

/** The codes in the vendors' inbox, by number; without a leading plus. */
export async function newestCodes({ vendors }: Target, phones: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await vendors.pool.query<{ recipient: string; code: string }>(
    `select distinct on (recipient) recipient, code from sandbox.sms_message
      where recipient = any($1) and code is not null order by recipient, sent_at desc`,
    [phones],
  )
  return new Map(rows.map(({ recipient, code }) => [recipient, code]))
}

/** How many SMS have gone to numbers that begin like this. */
export async function countSms({ vendors }: Target, prefix = ''): Promise<number> {
  const { rows } = await vendors.pool.query<{ count: string }>(
    "select count(*)::integer as count from sandbox.sms_message where recipient like $1 || '%'",
    [prefix],
  )
  return Number(rows[0]?.count ?? 0)
}

/** A code that is not this one. */
export const not = (code: string): string => ((Number(code) + 1) % 10_000).toString().padStart(4, '0')

/** Sets what has been counted of numbers, from now on. */
export async function setTaken(admin: pg.Pool, scope: string, phones: readonly string[], taken: number): Promise<void> {
  await admin.query(
    `insert into attempt (scope, key, window_started_at, taken) select $1, '+' || phone, now(), $3 from unnest($2::text[]) as phone
      on conflict (scope, key) do update set window_started_at = excluded.window_started_at, taken = excluded.taken`,
    [scope, phones, taken],
  )
}
