import type { LiveTopic } from '#contract/live'
import { deleteOldRows } from '#server/db/delete-old'
import type { Queryable } from '#server/db/queryable'

/** How far the events have been read: what was visible then. */
export interface Position {
  /** The snapshot of the last look, as PostgreSQL writes it. */
  readonly snapshot: string
  /** No event of an older transaction is looked for any more. */
  readonly from: bigint
  /** The first transaction that had not begun a while ago, and when that was, by the monotonic clock. */
  readonly mark: { readonly transaction: bigint; readonly atMs: number }
  /** When the server was started that was read from: events do not outlive it. */
  readonly serverStart: string
  readonly atMs: number
}

/** What has become visible since a position: topics by person, and the position after it. */
export interface Seen {
  readonly topics: ReadonlyMap<string, ReadonlySet<LiveTopic>>
  /** Something may have been missed: the server was started anew, or nobody has read for longer than events are kept. */
  readonly hasGap: boolean
  readonly position: Position
}

const KEPT_SECONDS = 60
// Sooner than they are deleted.
const GAP_MS = 45_000

const HERE = 'pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server_start'
const BEGIN = { name: 'live_event.begin', text: `select ${HERE}` }
// What the last look has not seen, and this one does: each event once, in whatever order transactions are committed, however long one takes.
const READ = {
  name: 'live_event.read',
  text: `select ${HERE}, topic, people::text[]
    from (select) as one
    left join live_event on transaction_id >= $1::xid8 and not pg_visible_in_snapshot(transaction_id, $2::pg_snapshot)`,
}

interface HereRow {
  snapshot: string
  server_start: string
}
interface EventRow extends HereRow {
  topic: LiveTopic | null
  people: string[] | null
}

/** Where events are read from that become visible after now. */
export async function beginHere(queryable: Queryable): Promise<Position> {
  const here = await queryable.find<HereRow>(BEGIN)
  if (!here) throw new Error('A select without a table gave no row')
  return positionAt(here)
}

/** Reads the events that have become visible since a position. */
export async function readSince(queryable: Queryable, before: Position): Promise<Seen> {
  const rows = await queryable.list<EventRow>(READ, [before.from, before.snapshot])
  const [here] = rows
  if (!here) throw new Error('An outer join gave no row')
  const topics = new Map<string, Set<LiveTopic>>()
  for (const { topic, people } of rows) {
    if (topic !== null) for (const userId of people ?? []) topics.set(userId, (topics.get(userId) ?? new Set()).add(topic))
  }
  const isSameServer = here.server_start === before.serverStart
  // Another server may count transactions from elsewhere.
  const position = positionAt(here, isSameServer ? before : undefined)
  return { topics, hasGap: !isSameServer || position.atMs - before.atMs > GAP_MS, position }
}

/**
 * The position of a look. It begins with the oldest transaction that was under way, but goes back no further than events are kept: one
 * that writes for hours is not waited for, and its events are not told.
 */
function positionAt({ snapshot, server_start: serverStart }: HereRow, before?: Position): Position {
  const [oldest = 0n, next = 0n] = snapshot.split(':', 2).map(BigInt)
  const atMs = performance.now()
  const isMarkOld = before !== undefined && atMs - before.mark.atMs > KEPT_SECONDS * 1000
  const mark = before === undefined || isMarkOld ? { transaction: next, atMs } : before.mark
  const floor = isMarkOld ? before.mark.transaction : (before?.from ?? 0n)
  return { snapshot, from: floor > oldest ? floor : oldest, mark, serverStart, atMs }
}

const READ_BEFORE = {
  name: 'live_event.read_before',
  text: `select clock_timestamp() - interval '${KEPT_SECONDS} seconds' as before`,
}

/** Deletes the events that every process has read, by the clock that has written them. */
export async function deleteReadEvents(queryable: Queryable): Promise<void> {
  const row = await queryable.find<{ before: Date }>(READ_BEFORE)
  if (row) await deleteOldRows(queryable, 'live_event', 'created_at', row.before)
}
