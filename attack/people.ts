import type pg from 'pg'
import { aUser, freshPhone, type TestUser } from '#tests/builders'
import type { Scene } from './attack-test.ts'
import { atOnce, Client, type Reply } from './client.ts'
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

/** Whoever is signed in, as they ask by themselves, at the process that counts nothing by address. */
export function asking({ target }: Scene, { token }: TestUser) {
  const client = new Client(target.side.url, '127.0.0.1')
  const post = (path: string, body?: unknown): Promise<Reply> => client.ask(`/v2/wallet${path}`, { token, body })
  return { post, close: () => client.close() }
}

/** What was answered, in a word. */
export const told = ({ status, body }: Reply): string => `${status} ${body.code ?? body.status ?? ''}`

/** What was answered, and how often. */
export function counts(replies: readonly Reply[]): string {
  const found = new Map<string, number>()
  for (const reply of replies) found.set(told(reply), (found.get(told(reply)) ?? 0) + 1)
  return [...found].map(([said, count]) => `${count} × ${said}`).join(', ')
}

/** How many got through. */
export const howMany = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 200).length

/** Two people with 100.00 of USD and of EUR. */
export async function twoPeople({ target }: Scene): Promise<readonly [TestUser, TestUser]> {
  const [one, other] = await somePeople(target, 2, '100.00 USD', '100.00 EUR')
  if (!(one && other)) throw new Error('There is nobody')
  return [one, other]
}

/** Somebody else, with 100.00 of USD. */
export async function bystander({ target }: Scene): Promise<TestUser> {
  const [one] = await somePeople(target, 1, '100.00 USD')
  if (!one) throw new Error('There is nobody')
  return one
}
