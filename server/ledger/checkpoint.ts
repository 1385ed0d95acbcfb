import { setTimeout as pause } from 'node:timers/promises'
import { crashPoint } from '#server/db/crash-point'
import { LOCKS } from '#server/db/locks'
import { BY_INDEX } from '#server/db/planner'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { BEGINNING, boundBy, CHECKPOINT_COLUMNS, type CheckpointRow, digest } from './checkpoint-content.ts'
import { type Bound, type ChainKeys, isKeyed, keepMac } from './checkpoint-macs.ts'

const TRANSFERS_MAX = 20_000
// How long to wait for the transactions that are writing transfers; then the next run tries again.
const SETTLED_WITHIN_MS = 3000
const LOOK_EVERY_MS = 20

const LAST = {
  name: 'checkpoint.last',
  text: `select ${CHECKPOINT_COLUMNS} from checkpoint order by number desc limit 1`,
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

/** The newest checkpoint; nothing where there is none. */
export async function findHead(queryable: Queryable): Promise<Bound | undefined> {
  const last = await queryable.find<CheckpointRow>(LAST)
  return last && boundBy(last)
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
