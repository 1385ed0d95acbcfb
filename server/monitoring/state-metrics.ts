import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#server/db/pool'
import { succeeds } from './health.ts'

interface CaseRow {
  kind: string
  open: number
  oldest: number
}
interface SuspenseRow {
  currency: string
  minor: number
}
interface PendingRow {
  kind: string
  pending: number
  oldest: number | null
}
interface HeldRow {
  rule: string
  held: number
}
interface OverdueRow {
  oldest: number | null
}
interface WaitingRow {
  channel: string
  waiting: number
  oldest: number
}
interface GivenUpRow {
  channel: string
  reason: string
  given_up: number
}
interface BooksRow {
  uncheckpointed: number | null
  verified: number | null
  faults: number | null
  fully_verified: number | null
}
interface BaseBackupRow {
  ended: number | null
}
interface ArchiveRow {
  is_failing: number
}

const CASES = {
  name: 'metrics.cases',
  text: `select kind, count(*)::float8 as open, extract(epoch from min(opened_at))::float8 as oldest
    from operator_case where resolved_at is null group by kind`,
}
// What is in suspense is what the open cases say (docs/money.md); the account's own entries are too many to be added up here.
const SUSPENSE = {
  name: 'metrics.suspense',
  text: `select currency, sum(amount_minor)::float8 as minor
    from operator_case where resolved_at is null and currency is not null group by currency`,
}
// Of each that is polled its operation is looked up by itself: joined, all operations there are would be read. What the operator looks at
// first is not the provider's to end.
const pendingIn = (table: 'topup' | 'withdrawal' | 'payment'): string =>
  `select '${table}' as kind, count(*)::float8 as pending, extract(epoch from min(coalesce(let_go_at, created_at)))::float8 as oldest
      from ${table}
      left join lateral (
        select changed_at as let_go_at from operation_change where operation_id = ${table}.operation_id and from_state = 'checking' limit 1
      ) as checked on true
      cross join lateral (select created_at from operation where id = operation_id and ended_at is null and state <> 'checking' limit 1) as begun
      where next_check_at is not null`
const PENDING = {
  name: 'metrics.pending',
  text: `${pendingIn('topup')}
    union all
    ${pendingIn('withdrawal')}
    union all
    ${pendingIn('payment')}
    union all
    select 'identification', count(*)::float8, extract(epoch from min(started_at))::float8
      from identification where next_check_at is not null and ended_at is null`,
}
const HELD = {
  name: 'metrics.transfers_held',
  text: `select held_by as rule, count(*)::float8 as held
    from p2p where next_check_at is not null and receipt = 'by_operator' group by held_by`,
}
// Held or waiting, each has an end: past it the money is nobody's, and the job that gives it back has not done so.
const OVERDUE = {
  name: 'metrics.transfers_overdue',
  text: `select extract(epoch from expires_at)::float8 as oldest from p2p
    where next_check_at is not null and expires_at < now() order by expires_at limit 1`,
}
const WAITING = {
  name: 'metrics.messages_waiting',
  text: `select channel, count(*)::float8 as waiting, extract(epoch from min(created_at))::float8 as oldest
    from message where next_check_at is not null group by channel`,
}
const PUSH_WAITING = {
  name: 'metrics.push_waiting',
  text: `select 'push' as channel, count(*)::float8 as waiting, extract(epoch from min(created_at))::float8 as oldest
    from push_message having count(*) > 0`,
}
const GIVEN_UP = {
  name: 'metrics.messages_given_up',
  text: `select channel, given_up_reason as reason, count(*)::float8 as given_up
    from message where given_up_at > now() - interval '1 day' group by channel, given_up_reason`,
}
const BOOKS = {
  name: 'metrics.books',
  text: `select
      (select extract(epoch from min(posted_at))::float8 from transfer
        where seq > coalesce((select seq_to from checkpoint order by number desc limit 1), 0)) as uncheckpointed,
      extract(epoch from latest.verified_at)::float8 as verified, latest.faults::float8 as faults,
      (select extract(epoch from verified_at)::float8 from verification where is_full order by verified_at desc limit 1) as fully_verified
    from (select) as one
    left join (select verified_at, faults from verification order by verified_at desc limit 1) as latest on true`,
}

const BASE_BACKUP = {
  name: 'metrics.base_backup',
  text: 'select extract(epoch from max(ended_at))::float8 as ended from base_backup',
}
const ARCHIVE = {
  name: 'metrics.archive',
  text: `select (current_setting('archive_mode') <> 'off'
        and coalesce(last_failed_time, '-infinity') > coalesce(last_archived_time, '-infinity'))::integer as is_failing
    from pg_stat_archiver`,
}

/**
 * Adds to the metrics what stands in the database: open cases, what is in suspense, what has not ended, checkpoints, verification and backups. They
 * are as old as the last call of what this returns; when the database does not answer within two seconds, it says so and nothing else.
 */
export function addStateMetrics(registry: Registry, database: Database): () => Promise<void> {
  const { isUp, ...gauges } = gaugesIn(registry)
  const { overdue, uncheckpointed, verified, fullyVerified, faults, baseBackup, archive, ...labelled } = gauges
  const single = [overdue, uncheckpointed, verified, fullyVerified, faults, baseBackup, archive]
  return async () => {
    for (const each of Object.values(labelled)) each.reset()
    // Reset, they would say 0.
    for (const each of single) each.remove()
    isUp.set((await succeeds(() => readInto(gauges, database))) ? 1 : 0)
  }
}

type Gauges = Omit<ReturnType<typeof gaugesIn>, 'isUp'>

function gaugesIn(registry: Registry) {
  const gauge = <const Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const cases = gauge('wallet_cases_open', 'Cases that wait for the operator', 'kind')
  const oldestCase = gauge('wallet_cases_oldest_timestamp_seconds', 'When the oldest open case was opened', 'kind')
  const suspense = gauge('wallet_suspense_minor_units', 'Money in suspense, in minor units of its currency', 'currency')
  const pending = gauge('wallet_operations_pending', 'Operations and identifications without an end', 'kind')
  const oldestPending = gauge('wallet_operations_pending_oldest_timestamp_seconds', 'When the oldest of them began', 'kind')
  const held = gauge('wallet_transfers_held', 'Transfers to people that a velocity rule holds until the operator ends it', 'rule')
  const overdue = gauge(
    'wallet_transfers_overdue_timestamp_seconds',
    'When the first of the transfers to people that wait past their end was to end',
  )
  const waiting = gauge('wallet_messages_waiting', 'Messages to people that are not sent yet', 'channel')
  const oldestWaiting = gauge('wallet_messages_oldest_timestamp_seconds', 'When the oldest of them was written', 'channel')
  const givenUp = gauge('wallet_messages_given_up', 'Messages that were given up in the last day', 'channel', 'reason')
  const uncheckpointed = gauge(
    'wallet_uncheckpointed_oldest_timestamp_seconds',
    'When the oldest transfer in no checkpoint was posted',
  )
  const verified = gauge('wallet_books_verified_timestamp_seconds', 'When the books were verified last')
  const fullyVerified = gauge('wallet_books_fully_verified_timestamp_seconds', 'When all of the books were verified last')
  const faults = gauge('wallet_books_faults', 'Checks that found something wrong then')
  const baseBackup = gauge('wallet_base_backup_timestamp_seconds', 'When the newest base backup ended')
  const archive = gauge('wallet_wal_archive_failing', 'Whether PostgreSQL could not archive its log the last time: 1, or 0')
  const isUp = gauge('wallet_database_up', 'Whether the database answered just now')
  return {
    cases,
    oldestCase,
    suspense,
    pending,
    oldestPending,
    held,
    waiting,
    oldestWaiting,
    givenUp,
    overdue,
    uncheckpointed,
    verified,
    fullyVerified,
    faults,
    baseBackup,
    archive,
    isUp,
  }
}

async function readInto(gauges: Gauges, database: Database): Promise<void> {
  const [
    caseRows,
    suspenseRows,
    pendingRows,
    heldRows,
    waitingRows,
    pushRows,
    givenUpRows,
    overdueRow,
    books,
    baseBackupRow,
    archiveRow,
  ] = await Promise.all([
    database.list<CaseRow>(CASES),
    database.list<SuspenseRow>(SUSPENSE),
    database.list<PendingRow>(PENDING),
    database.list<HeldRow>(HELD),
    database.list<WaitingRow>(WAITING),
    database.list<WaitingRow>(PUSH_WAITING),
    database.list<GivenUpRow>(GIVEN_UP),
    database.find<OverdueRow>(OVERDUE),
    database.find<BooksRow>(BOOKS),
    database.find<BaseBackupRow>(BASE_BACKUP),
    database.find<ArchiveRow>(ARCHIVE),
  ])
  for (const { kind, open, oldest } of caseRows) {
    gauges.cases.set({ kind }, open)
    gauges.oldestCase.set({ kind }, oldest)
  }
  for (const { currency, minor } of suspenseRows) gauges.suspense.set({ currency }, minor)
  for (const { kind, pending: count, oldest } of pendingRows) {
    gauges.pending.set({ kind }, count)
    if (oldest !== null) gauges.oldestPending.set({ kind }, oldest)
  }
  for (const { rule, held: count } of heldRows) gauges.held.set({ rule }, count)
  for (const { channel, waiting: count, oldest } of [...waitingRows, ...pushRows]) {
    gauges.waiting.set({ channel }, count)
    gauges.oldestWaiting.set({ channel }, oldest)
  }
  for (const { channel, reason, given_up } of givenUpRows) gauges.givenUp.set({ channel, reason }, given_up)
  gauges.overdue.set(overdueRow?.oldest ?? 0)
  gauges.uncheckpointed.set(books?.uncheckpointed ?? 0)
  gauges.verified.set(books?.verified ?? 0)
  gauges.fullyVerified.set(books?.fully_verified ?? 0)
  gauges.faults.set(books?.faults ?? 0)
  gauges.baseBackup.set(baseBackupRow?.ended ?? 0)
  gauges.archive.set(archiveRow?.is_failing ?? 0)
}
