import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { transactions } from '#contract/history'
import type { Database } from '#server/db/pool'
import type { Reachable, TestUser } from '#tests/builders'

const AT_ONCE = 10_000
const ADD = {
  name: 'test.add_lines',
  text: `with did as materialized (
      select md5($1 || n)::uuid as id, $5::timestamptz - n * interval '7 minutes' as created_at from generate_series($3::integer, $4::integer) as n
    ), operations as (
      insert into operation (id, kind, state, details, created_at, ended_at)
      select id, 'topup', 'expired', '{}', date_trunc('milliseconds', created_at), created_at from did
    ), orders as (
      insert into topup (operation_id, provider) select id, 'sandbox' from did
    )
    insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
    select did.id, 0, user_id, account.id, currency, 100, 0, '{}', date_trunc('milliseconds', created_at)
    from did join account on account.id = $2`,
}

/**
 * Gives a person so many top-ups in roubles that were never paid, one each seven minutes before an instant, as the ledger would have
 * written them.
 */
export async function giveLines(database: Database, person: TestUser, lines: number, before = new Date()): Promise<void> {
  const { id } = await person.account('RUB')
  const seed = randomUUID()
  for (let first = 1; first <= lines; first += AT_ONCE) {
    await database.run(ADD, [seed, id, first, Math.min(lines, first + AT_ONCE - 1), before])
  }
}

/** Asks for the whole statement of a person, of which nothing is read yet. */
export async function beginStatement(
  wallet: Reachable,
  { token }: TestUser,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const request = get(`${wallet.url}${transactions.path}`, {
    agent: false,
    headers: { authorization: `Token ${token}`, ...headers },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/** Reads all that comes; how many bytes that was. */
export async function drain(stream: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  for await (const chunk of stream) bytes += chunk.length
  return bytes
}
