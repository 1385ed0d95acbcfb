import type { Database } from '#server/db/pool'
import { findHead, writeCheckpoint } from '#server/ledger/checkpoint'
import type { Keys } from '#server/security/keys'
import type { BenchUser } from './people.ts'

/** How many entries, and how many lines of a person's statement, an exchange makes. */
export const ENTRIES_OF_EXCHANGE = 4
export const LINES_OF_EXCHANGE = 2

const AT_ONCE = 50_000
const YEAR_MS = 365 * 86_400_000

/**
 * Exchanges as the ledger would have written them ($3 to $4 of the $5 that are spread over the time from $6 on, $7 seconds each), ten cents
 * for nine by each of the people in turn, whose accounts are $1 and $2; with their totals by day and the balances.
 */
const ADD = `with person as (
      select place - 1 as place, usd.user_id, usd.id as usd, eur.id as eur, usd.balance_minor as usd_before, eur.balance_minor as eur_before
      from unnest($1::uuid[], $2::uuid[]) with ordinality as pair (usd, eur, place)
      join account as usd on usd.id = pair.usd
      join account as eur on eur.id = pair.eur
    ), did as materialized (
      select n, uuidv7(at - now()) as id, at, person.*, row_number() over (partition by place order by n) as nth
      from generate_series($3::bigint, $4::bigint) as n
      cross join lateral (select date_trunc('milliseconds', $6::timestamptz + n * make_interval(secs => $7)) as at) as told
      join person on place = n % $5::bigint
    ), sides as materialized (
      select did.*, line, leg, account_id, currency, amount_minor, balance_after_minor
      from did
      cross join lateral (values
        (0, 0, usd, 'USD', -10, usd_before - 10 * nth),
        (1, null::smallint, $8::uuid, 'USD', 10, null::bigint),
        (2, null, $9::uuid, 'EUR', -9, null),
        (3, 1, eur, 'EUR', 9, eur_before + 9 * nth)
      ) as side (line, leg, account_id, currency, amount_minor, balance_after_minor)
    ), operations as (
      insert into operation (id, kind, state, details, created_at, ended_at)
      select id, 'exchange', 'complete', '{"quantity_out": "0.9", "mid": "0.9", "margin": "0"}', at, at from did order by n
    ), legs as (
      insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
      select id, leg, user_id, account_id, currency, amount_minor, 0, '{"from": "USD", "to": "EUR"}', at
      from sides where leg is not null order by n, leg
    ), transfers as (
      insert into transfer (id, operation_id, kind, posted_at) select id, id, 'exchange', at from did order by n
    ), entries as (
      insert into entry (transfer_id, line, account_id, currency, amount_minor, balance_after_minor)
      select id, line, account_id, currency, amount_minor, balance_after_minor from sides order by n, line
    ), totals as (
      insert into daily_total as known (account_id, day, kind, state, is_out, amount_minor, legs)
      select account_id, (at at time zone 'UTC')::date, 'exchange', 'complete', amount_minor < 0, sum(amount_minor), count(*)
      from sides where leg is not null group by 1, 2, amount_minor < 0
      on conflict (account_id, day, kind, state, is_out) do update
        set amount_minor = known.amount_minor + excluded.amount_minor, legs = known.legs + excluded.legs
    )
    update account set balance_minor = balance_minor + added.sum
    from (select account_id, sum(amount_minor) as sum from sides where leg is not null group by account_id) as added
    where account.id = account_id`
const SYSTEM = {
  name: 'bench.liquidity',
  text: "select currency, id from account where role = 'liquidity' and user_id is null and currency in ('USD', 'EUR')",
}

/**
 * Gives people so many exchanges in all, spread over the year before now, written in bulk beside the triggers, which would do the same row
 * by row. Their first account is in dollars and has ten cents for each, their second in euros. For a server of PostgreSQL 18 and a role that may do so.
 */
export async function addExchanges(database: Database, users: readonly BenchUser[], count: number): Promise<void> {
  const rows = await database.list<{ currency: string; id: string }>(SYSTEM)
  const [usd, eur] = ['USD', 'EUR'].map((currency) => rows.find((row) => row.currency === currency)?.id)
  const accounts = [users.map(({ accounts: [first] }) => first), users.map(({ accounts: [, second] }) => second)]
  const [since, seconds] = [new Date(Date.now() - YEAR_MS), YEAR_MS / 1000 / count]
  await database.withClient(async (client) => {
    for (let first = 0; first < count; first += AT_ONCE) {
      const last = Math.min(count, first + AT_ONCE) - 1
      await client.query('begin; set local session_replication_role = replica; set local statement_timeout = 0')
      try {
        await client.query(ADD, [...accounts, first, last, users.length, since, seconds, usd, eur])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    }
  })
}

/**
 * Brings books that were written in bulk into the state that time would have brought: vacuumed and counted, every transfer in the chain of
 * checkpoints, all of it on the disk.
 */
export async function settleBooks(database: Database, keys: Keys): Promise<void> {
  await database.withClient(async (client) => {
    await client.query('set statement_timeout = 0')
    try {
      await client.query('vacuum (analyze)')
      await client.query('checkpoint')
    } finally {
      await client.query('reset statement_timeout')
    }
  })
  for (let before: bigint | undefined = -1n; ; ) {
    await writeCheckpoint(database, new Date(), { keys })
    const head = (await findHead(database))?.seqTo
    if (head === before) return
    before = head
  }
}
