import type { World } from '../world.ts'

// How many days the rows of a table are kept, and from which instant of theirs.
const KEPT = [
  { table: 'rate_point', since: 'kept_until', days: 0 },
  { table: 'typed_card_use', since: 'usable_until', days: 0 },
  { table: 'passkey_challenge', since: 'expires_at', days: 0 },
  { table: 'live_ticket', since: 'expires_at', days: 0 },
  { table: 'phone_code', since: 'created_at', days: 1 },
  { table: 'email_code', since: 'created_at', days: 1 },
  { table: 'rate_sheet', since: 'issued_at', days: 1 },
  { table: 'idempotency_record', since: 'created_at', days: 7 },
  { table: 'reconciliation', since: 'ended_at', days: 30 },
  { table: 'message', since: 'created_at', days: 30 },
  { table: 'pin_failure', since: 'failed_at', days: 31 },
  { table: 'attempt', since: 'window_started_at', days: 31 },
  { table: 'session', since: 'created_at', days: 90 },
  { table: 'known_device', since: 'seen_at', days: 400 },
  { table: 'provider_event', since: 'received_at', days: 400 },
  { table: 'notification', since: 'created_at', days: 400 },
]

/** Something that has outlived its end: what, and by how many seconds of the database's clock. */
export interface Late {
  readonly what: string
  readonly seconds: number
}

const LATE = `${KEPT.map(
  ({ table, since, days }) =>
    `select 'a row of ${table}' as what, extract(epoch from now() - interval '${days} days' - min(${since}))::float8 as seconds from ${table}`,
).join(' union all ')}
  union all
  select 'a top-up', extract(epoch from now() - interval '1 hour' - min(created_at))::float8
  from operation
  where kind = 'topup' and state = 'pending'
  union all
  select 'a push message', extract(epoch from now() - interval '25 hours' - min(created_at))::float8 from push_message
  union all
  select 'a second look at an operation', extract(epoch from now() - min(next_check_at))::float8 from reconciliation`

/** What should have expired, been looked at or been deleted by now. */
export async function listLate({ admin }: World): Promise<Late[]> {
  const { rows } = await admin.query<{ what: string; seconds: number | null }>(LATE)
  return rows.flatMap(({ what, seconds }) => (seconds !== null && seconds > 0 ? [{ what, seconds }] : []))
}

const EMPTY = KEPT.map(({ table }) => `select '${table}' as table where not exists (select from ${table})`).join(' union all ')

/** The tables, of those whose rows are kept for a time, that have none. */
export async function listEmpty({ admin }: World): Promise<string[]> {
  return (await admin.query<{ table: string }>(EMPTY)).rows.map(({ table }) => table)
}

const PENDING = "select count(*)::integer as pending from operation where id = any($1) and state <> 'expired'"

/** How many of these top-ups have not expired. */
export async function countUnexpired({ admin }: World, orders: readonly string[]): Promise<number> {
  return (await admin.query<{ pending: number }>(PENDING, [orders])).rows[0]?.pending ?? 0
}
