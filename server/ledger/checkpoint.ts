import { setTimeout as pause } from 'node:timers/promises'
import { crashPoint } from '#server/db/crash-point'
import { LOCKS } from '#server/db/locks'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'

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

const DIGEST = {
  name: 'checkpoint.digest',
  text: `select count(*) as transfers,
      sha256($3::bytea || convert_to(coalesce(string_agg(line, E'\\n' order by seq), ''), 'UTF8')) as hash
    from (${CONTENT}) as content`,
}
const LAST = { name: 'checkpoint.last', text: 'select number, seq_to, hash from checkpoint order by number desc limit 1' }
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

// A digest reads its own range by index, also where the planner knows nothing of the tables: after a restore nothing has counted them.
const BY_INDEX = {
  name: 'checkpoint.by_index',
  text: `select set_config('enable_nestloop', 'on', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
}

interface CheckpointRow {
  number: bigint
  seq_from: bigint
  seq_to: bigint
  transfers: bigint
  hash: Buffer
}

/**
 * Binds the transfers that have settled since the last checkpoint into the chain of hashes, so many at most; one process at a time, the
 * others pass.
 */
export async function writeCheckpoint(database: Database, now: Date, transfersMax = TRANSFERS_MAX): Promise<void> {
  await database.inTransaction(async (tx) => {
    const turn = await tx.find<{ mine: boolean }>(ONE_AT_A_TIME)
    if (!turn?.mine) return
    const settled = await findSettled(tx)
    if (settled === undefined) return
    const last = await tx.find<Pick<CheckpointRow, 'number' | 'seq_to' | 'hash'>>(LAST)
    const seqFrom = (last?.seq_to ?? 0n) + 1n
    const range = await tx.find<{ seq_to: bigint | null }>(NEXT_RANGE, [seqFrom - 1n, settled, transfersMax])
    if (range?.seq_to == null) return
    await tx.list(BY_INDEX)
    const { transfers, hash } = await digest(tx, seqFrom, range.seq_to, last?.hash ?? Buffer.alloc(0))
    await tx.run(INSERT, [(last?.number ?? 0n) + 1n, seqFrom, range.seq_to, transfers, hash, now])
    crashPoint('checkpoint.uncommitted')
  })
}

/**
 * The number up to which every transfer is committed or will never be: whoever was writing when it was the last one given has ended.
 * Nothing when that takes too long. No clock decides it: a commit may wait for a standby for as long as it likes.
 */
async function findSettled(tx: Transaction): Promise<bigint | undefined> {
  const given = await tx.find<{ seq: bigint }>(GIVEN)
  const writers = async () => (await tx.list<{ id: string }>(WRITERS)).map(({ id }) => id)
  let left = await writers()
  for (let waited = 0; left.length > 0; waited += LOOK_EVERY_MS) {
    if (waited >= SETTLED_WITHIN_MS) return undefined
    await pause(LOOK_EVERY_MS)
    const still = new Set(await writers())
    left = left.filter((id) => still.has(id))
  }
  return given?.seq
}

async function digest(
  queryable: Queryable,
  from: bigint,
  to: bigint,
  previous: Buffer,
): Promise<{ transfers: bigint; hash: Buffer }> {
  const row = await queryable.find<{ transfers: bigint; hash: Buffer }>(DIGEST, [from, to, previous])
  if (!row) throw new Error('A digest has no row')
  return row
}

const LIST = { name: 'checkpoint.list', text: 'select number, seq_from, seq_to, transfers, hash from checkpoint order by number' }
const LIST_CORRECTIONS = {
  name: 'checkpoint.list_corrections',
  text: 'select distinct on (number) number, transfers, hash from checkpoint_correction order by number, written_at desc',
}

/** What a checkpoint binds: how many transfers, and the hash of them and of the checkpoint before. */
export type CheckpointContent = Pick<CheckpointRow, 'transfers' | 'hash'>

/**
 * Computes every checkpoint again; gives the numbers of those that fit neither as they were written nor as they were corrected last, of
 * those that fit only as corrected, and how many transfers are in all that fit. For a transaction of its own: the statements after
 * it in the same one go by index too.
 */
export async function verifyCheckpoints(queryable: Queryable): Promise<{
  broken: readonly bigint[]
  corrected: readonly bigint[]
  checkpoints: number
  transfers: bigint
}> {
  const checkpoints = await queryable.list<CheckpointRow>(LIST)
  const corrections = await listCorrections(queryable)
  await queryable.list(BY_INDEX)
  const [broken, corrected]: [bigint[], bigint[]] = [[], []]
  let next = 1n
  let transfers = 0n
  for (const [place, checkpoint] of checkpoints.entries()) {
    const { number, seq_from, seq_to } = checkpoint
    const found = await digest(queryable, seq_from, seq_to, hashBefore(checkpoints, place))
    const correction = corrections.get(number)
    if (seq_from === next && isSameContent(found, checkpoint)) transfers += found.transfers
    else if (correction && isSameContent(found, correction)) {
      transfers += found.transfers
      corrected.push(number)
    } else broken.push(number)
    next = seq_to + 1n
  }
  return { broken, corrected, checkpoints: checkpoints.length, transfers }
}

/** One checkpoint as it counts now, corrected or as it was written, and as it is computed; nothing where there is none of this number. */
export async function recomputeCheckpoint(
  queryable: Queryable,
  number: bigint,
): Promise<{ counts: CheckpointContent; found: CheckpointContent } | undefined> {
  const checkpoints = await queryable.list<CheckpointRow>(LIST)
  const place = checkpoints.findIndex((checkpoint) => checkpoint.number === number)
  const checkpoint = checkpoints[place]
  if (!checkpoint) return undefined
  const counts = (await listCorrections(queryable)).get(number) ?? checkpoint
  return { counts, found: await digest(queryable, checkpoint.seq_from, checkpoint.seq_to, hashBefore(checkpoints, place)) }
}

async function listCorrections(queryable: Queryable): Promise<ReadonlyMap<bigint, CheckpointContent>> {
  const rows = await queryable.list<CheckpointContent & { number: bigint }>(LIST_CORRECTIONS)
  return new Map(rows.map((row) => [row.number, row]))
}

/** The hash of the checkpoint before, as it was written: what is behind a broken one can still be right. */
function hashBefore(checkpoints: readonly CheckpointRow[], place: number): Buffer {
  return checkpoints[place - 1]?.hash ?? Buffer.alloc(0)
}

function isSameContent(one: CheckpointContent, other: CheckpointContent): boolean {
  return one.transfers === other.transfers && one.hash.equals(other.hash)
}
