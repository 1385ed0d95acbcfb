import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { crashPoint } from '#server/db/crash-point'
import { LOCKS } from '#server/db/locks'
import { BY_INDEX } from '#server/db/planner'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { type Bound, type ChainKeys, isKeyed, keepMac } from './checkpoint-macs.ts'

const TRANSFERS_MAX = 20_000
// How long to wait for the transactions that are writing transfers; then the next run tries again.
const SETTLED_WITHIN_MS = 3000
const LOOK_EVERY_MS = 20

// What is hashed of a transfer: all of it, in one unambiguous line.
const CONTENT = `
  select transfer.seq,
    transfer.seq || '|' || transfer.id || '|' || coalesce(transfer.operation_id::text, '') || '|' || transfer.kind || '|'
      || (extract(epoch from transfer.posted_at) * 1000000)::bigint || '|'
      || string_agg(entry.line || ':' || entry.account_id || ':' || entry.currency || ':' || entry.amount_minor || ':'
        || coalesce(entry.balance_after_minor::text, ''), ',' order by entry.line) as line
  from transfer
  join entry on entry.transfer_id = transfer.id
  where transfer.seq between $1 and $2
  group by transfer.seq, transfer.id, transfer.operation_id, transfer.kind, transfer.posted_at`

// For ranges that follow each other, by their first numbers ($3) and the hashes before them ($4): all are read at once.
const DIGESTS = {
  name: 'checkpoint.digests',
  text: `select place, count(*) as transfers,
      sha256(($4::bytea[])[place] || convert_to(string_agg(line, E'\\n' order by seq), 'UTF8')) as hash
    from (select width_bucket(seq, $3::bigint[]) as place, seq, line from (${CONTENT}) as content) as placed
    group by place`,
}
const COLUMNS = 'number, seq_from, seq_to, transfers, hash, written_at'
const LAST = {
  name: 'checkpoint.last',
  text: `select ${COLUMNS} from checkpoint order by number desc limit 1`,
}
const NEXT_RANGE = {
  name: 'checkpoint.next_range',
  text: `select max(seq) as seq_to
    from (select seq from transfer where seq > $1 and seq <= $2 order by seq limit $3) as settled`,
}
// The highest number that any transaction, ended or not, has been given.
const GIVEN = { name: 'checkpoint.given', text: 'select last_value as seq from transfer_seq_seq' }
// Whoever inserts a transfer holds this lock from before it is given a number until its transaction has ended: committed, and
// confirmed by the standbys that are waited for, or rolled back.
const WRITERS = {
  name: 'checkpoint.writers',
  text: `select virtualtransaction as id from pg_locks
    where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
      and relation = 'transfer'::regclass and mode = 'RowExclusiveLock' and pid is distinct from pg_backend_pid()`,
}
const INSERT = {
  name: 'checkpoint.insert',
  text: 'insert into checkpoint (number, seq_from, seq_to, transfers, hash, written_at) values ($1, $2, $3, $4, $5, $6)',
}
const ONE_AT_A_TIME = { name: 'checkpoint.one_at_a_time', text: `select pg_try_advisory_xact_lock(${LOCKS.checkpoints}) as mine` }

interface CheckpointRow {
  number: bigint
  seq_from: bigint
  seq_to: bigint
  transfers: bigint
  hash: Buffer
  written_at: Date
}

/** How a checkpoint is written: with so many transfers at most, and with the wallet's keys where they are at hand. */
export interface CheckpointOptions {
  readonly transfersMax?: number
  readonly keys?: ChainKeys
}

/**
 * Binds the transfers that have settled since the last checkpoint into the chain of hashes; one process at a time, the others pass. It is
 * keyed if the one before is: what somebody else has put into the chain is never taken for the wallet's own.
 */
export async function writeCheckpoint(
  database: Database,
  now: Date,
  { transfersMax = TRANSFERS_MAX, keys }: CheckpointOptions = {},
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const turn = await tx.find<{ mine: boolean }>(ONE_AT_A_TIME)
    if (!turn?.mine) return
    const settled = await findSettled(tx)
    if (settled === undefined) return
    const last = await tx.find<CheckpointRow>(LAST)
    const seqFrom = (last?.seq_to ?? 0n) + 1n
    const range = await tx.find<{ seq_to: bigint | null }>(NEXT_RANGE, [seqFrom - 1n, settled, transfersMax])
    if (range?.seq_to == null) return
    await tx.list(BY_INDEX)
    const [content] = await digest(tx, [{ seq_from: seqFrom, seq_to: range.seq_to, hashBefore: last?.hash ?? BEGINNING.hash }])
    if (!content) throw new Error('A range has no digest')
    const number = (last?.number ?? 0n) + 1n
    await tx.run(INSERT, [number, seqFrom, range.seq_to, content.transfers, content.hash, now])
    if (keys?.encrypts && (!last || (await isKeyed(tx, keys, boundBy(last))))) {
      await keepMac(tx, keys, { ...content, number, seqTo: range.seq_to, writtenAt: now })
    }
    crashPoint('checkpoint.uncommitted')
  })
}

function boundBy({ number, seq_to, transfers, hash, written_at }: CheckpointRow): Bound {
  return { number, seqTo: seq_to, transfers, hash, writtenAt: written_at }
}

/** The newest checkpoint; nothing where there is none. */
export async function findHead(queryable: Queryable): Promise<Bound | undefined> {
  const last = await queryable.find<CheckpointRow>(LAST)
  return last && boundBy(last)
}

/** The checkpoint of a number, as it was written. */
export async function findCheckpoint(queryable: Queryable, number: bigint): Promise<Bound | undefined> {
  const [written] = await queryable.list<CheckpointRow>(LIST_TO, [number])
  return written?.number === number ? boundBy(written) : undefined
}

/**
 * Has the chain as it is now count as the wallet's own: keeps a keyed hash of the newest checkpoint, which binds those before it, and of
 * the corrections that count.
 */
export async function keyChain(tx: Transaction, keys: ChainKeys): Promise<void> {
  const head = await findHead(tx)
  if (head) await keepMac(tx, keys, head)
  for (const correction of await listCorrections(tx)) await keepMac(tx, keys, correction)
}

/**
 * The number up to which every transfer is committed or will never be: whoever was writing when it was the last one given has ended.
 * Nothing when that takes too long. No clock decides it: a commit may wait for a standby for as long as it likes.
 */
export async function findSettled(queryable: Queryable): Promise<bigint | undefined> {
  const given = await queryable.find<{ seq: bigint }>(GIVEN)
  const writers = async () => (await queryable.list<{ id: string }>(WRITERS)).map(({ id }) => id)
  let left = await writers()
  for (let waited = 0; left.length > 0; waited += LOOK_EVERY_MS) {
    if (waited >= SETTLED_WITHIN_MS) return undefined
    await pause(LOOK_EVERY_MS)
    const still = new Set(await writers())
    left = left.filter((id) => still.has(id))
  }
  return given?.seq
}

interface Range extends Pick<CheckpointRow, 'seq_from' | 'seq_to'> {
  readonly hashBefore: Buffer
}

/** What ranges that follow each other bind, in their order. */
async function digest(queryable: Queryable, ranges: readonly Range[]): Promise<CheckpointContent[]> {
  const rows = await queryable.list<CheckpointContent & { place: number }>(DIGESTS, [
    ranges[0]?.seq_from,
    ranges.at(-1)?.seq_to,
    ranges.map(({ seq_from }) => seq_from),
    ranges.map(({ hashBefore }) => hashBefore),
  ])
  const found = new Map(rows.map(({ place, transfers, hash }) => [place, { transfers, hash }]))
  return ranges.map(({ hashBefore }, place) => found.get(place + 1) ?? nothingAfter(hashBefore))
}

/** What is bound of a range without transfers. */
function nothingAfter(hashBefore: Buffer): CheckpointContent {
  return { transfers: 0n, hash: createHash('sha256').update(hashBefore).digest() }
}

// So many are read at once, with their transfers: the memory is bounded by the largest one, the statements by their number.
const PAGE = 100
const LIST_AFTER = {
  name: 'checkpoint.list_after',
  text: `select ${COLUMNS} from checkpoint where number > $1 order by number limit ${PAGE}`,
}
const LIST_TO = {
  name: 'checkpoint.list_to',
  text: `select ${COLUMNS} from checkpoint where number <= $1 order by number desc limit 2`,
}
const LIST_CORRECTIONS = {
  name: 'checkpoint.list_corrections',
  text: `select distinct on (number) number, seq_to, correction.transfers, correction.hash, correction.written_at
    from checkpoint_correction as correction join checkpoint using (number)
    order by number, correction.written_at desc`,
}

/** What a checkpoint binds: how many transfers, and the hash of them and of the checkpoint before. */
export type CheckpointContent = Pick<CheckpointRow, 'transfers' | 'hash'>

/** A place in the chain: the last checkpoint that is before it, the last transfer in that, and its hash. */
export interface ChainPlace {
  readonly number: bigint
  readonly seq_to: bigint
  readonly hash: Buffer
}

/** Before the first checkpoint. */
export const BEGINNING: ChainPlace = { number: 0n, seq_to: 0n, hash: Buffer.alloc(0) }

/**
 * Computes every checkpoint after a place again; gives the numbers of those that fit neither as they were written nor as they were
 * corrected last, of those that fit only as corrected, and how many transfers are in all that fit. A place that is not in the chain is
 * a broken one. With the wallet's keys a correction that is not keyed does not count, and a newest checkpoint that is not is told.
 * For a transaction of its own: the statements after it in the same one go by index too.
 */
export async function verifyCheckpoints(queryable: Queryable, since: ChainPlace, keys?: ChainKeys): Promise<Verified> {
  const corrections = await findCorrections(queryable, keys)
  const head = await findHead(queryable)
  await queryable.list(BY_INDEX)
  const verified: Verified = {
    broken: (await isInChain(queryable, since)) ? [] : [since.number],
    unkeyed: head && keys && !(await isKeyed(queryable, keys, head)) ? head.number : undefined,
    corrected: [],
    checkpoints: 0,
    transfers: 0n,
  }
  let last = since
  for (;;) {
    const page = await queryable.list<CheckpointRow>(LIST_AFTER, [last.number])
    if (page.length === 0) return verified
    // The hash of the checkpoint before as it was written: what is behind a broken one can still be right.
    const found = await digest(
      queryable,
      page.map((row, place) => ({ ...row, hashBefore: (page[place - 1] ?? last).hash })),
    )
    for (const [place, row] of page.entries()) {
      noteCheckpoint(verified, row, {
        found: found[place],
        correction: corrections.get(row.number),
        isNext: row.seq_from === last.seq_to + 1n,
      })
      last = row
    }
    verified.checkpoints += page.length
  }
}

interface Verified {
  readonly broken: bigint[]
  /** The newest checkpoint, where it is not the wallet's own. */
  readonly unkeyed: bigint | undefined
  readonly corrected: bigint[]
  checkpoints: number
  transfers: bigint
}

interface Recomputed {
  readonly found: CheckpointContent | undefined
  readonly correction: CheckpointContent | undefined
  readonly isNext: boolean
}

function noteCheckpoint(verified: Verified, written: CheckpointRow, { found, correction, isNext }: Recomputed): void {
  const isAsWritten = found !== undefined && isNext && isSameContent(found, written)
  const isAsCorrected = !isAsWritten && found !== undefined && correction !== undefined && isSameContent(found, correction)
  if (isAsWritten || isAsCorrected) verified.transfers += found.transfers
  else verified.broken.push(written.number)
  if (isAsCorrected) verified.corrected.push(written.number)
}

async function isInChain(queryable: Queryable, { number, seq_to, hash }: ChainPlace): Promise<boolean> {
  if (number === BEGINNING.number) return true
  const [written] = await queryable.list<CheckpointRow>(LIST_TO, [number])
  return written?.number === number && written.seq_to === seq_to && written.hash.equals(hash)
}

/** One checkpoint as it counts now, corrected or as it was written, and as it is computed; nothing where there is none of this number. */
export async function recomputeCheckpoint(
  queryable: Queryable,
  number: bigint,
): Promise<{ counts: CheckpointContent; found: CheckpointContent } | undefined> {
  const [written, before = BEGINNING] = await queryable.list<CheckpointRow>(LIST_TO, [number])
  if (written?.number !== number) return undefined
  const [found] = await digest(queryable, [{ ...written, hashBefore: before.hash }])
  return found && { counts: (await findCorrections(queryable)).get(number) ?? written, found }
}

/** The corrections that count, by the number of their checkpoint; with keys those that are keyed. */
async function findCorrections(queryable: Queryable, keys?: ChainKeys): Promise<ReadonlyMap<bigint, CheckpointContent>> {
  const found = new Map<bigint, CheckpointContent>()
  for (const correction of await listCorrections(queryable)) {
    if (!keys || (await isKeyed(queryable, keys, correction))) found.set(correction.number, correction)
  }
  return found
}

async function listCorrections(queryable: Queryable): Promise<Bound[]> {
  return (await queryable.list<CheckpointRow>(LIST_CORRECTIONS)).map(boundBy)
}

function isSameContent(one: CheckpointContent, other: CheckpointContent): boolean {
  return one.transfers === other.transfers && one.hash.equals(other.hash)
}
