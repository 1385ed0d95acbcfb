import { crashPoint } from '#server/db/crash-point'
import { LOCKS } from '#server/db/locks'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'

// Longer than any transaction can last (server/db/pool.ts), so that no transfer with a lower number is still to come.
const SETTLED_AFTER_MS = 15_000
const TRANSFERS_MAX = 20_000

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
    from (select seq from transfer where seq > $1 and posted_at < $2 order by seq limit ${TRANSFERS_MAX}) as settled`,
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

/** Binds the transfers that have settled since the last checkpoint into the chain of hashes; one process at a time, the others pass. */
export async function writeCheckpoint(database: Database, now: Date): Promise<void> {
  await database.inTransaction(async (tx) => {
    const turn = await tx.find<{ mine: boolean }>(ONE_AT_A_TIME)
    if (!turn?.mine) return
    const last = await tx.find<Pick<CheckpointRow, 'number' | 'seq_to' | 'hash'>>(LAST)
    const seqFrom = (last?.seq_to ?? 0n) + 1n
    const range = await tx.find<{ seq_to: bigint | null }>(NEXT_RANGE, [seqFrom - 1n, new Date(now.getTime() - SETTLED_AFTER_MS)])
    if (range?.seq_to == null) return
    await tx.list(BY_INDEX)
    const { transfers, hash } = await digest(tx, seqFrom, range.seq_to, last?.hash ?? Buffer.alloc(0))
    await tx.run(INSERT, [(last?.number ?? 0n) + 1n, seqFrom, range.seq_to, transfers, hash, now])
    crashPoint('checkpoint.uncommitted')
  })
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

/**
 * Computes the whole chain again; gives the number of the first checkpoint that does not fit, and how many transfers are in those before
 * it. For a transaction of its own: the statements after it in the same one go by index too.
 */
export async function verifyCheckpoints(
  queryable: Queryable,
): Promise<{ broken: bigint | undefined; checkpoints: number; transfers: bigint }> {
  const checkpoints = await queryable.list<CheckpointRow>(LIST)
  await queryable.list(BY_INDEX)
  let previous: Buffer = Buffer.alloc(0)
  let next = 1n
  let transfers = 0n
  for (const checkpoint of checkpoints) {
    const again = await digest(queryable, checkpoint.seq_from, checkpoint.seq_to, previous)
    const fits = checkpoint.seq_from === next && again.transfers === checkpoint.transfers && again.hash.equals(checkpoint.hash)
    if (!fits) return { broken: checkpoint.number, checkpoints: checkpoints.length, transfers }
    previous = checkpoint.hash
    next = checkpoint.seq_to + 1n
    transfers += checkpoint.transfers
  }
  return { broken: undefined, checkpoints: checkpoints.length, transfers }
}
