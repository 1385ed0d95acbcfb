import { BY_INDEX } from '#server/db/planner'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { findHead } from './checkpoint.ts'
import {
  BEGINNING,
  boundBy,
  CHECKPOINT_COLUMNS,
  type ChainPlace,
  type CheckpointContent,
  type CheckpointRow,
  digest,
} from './checkpoint-content.ts'
import { type Bound, type ChainKeys, isKeyed, keepMac } from './checkpoint-macs.ts'

// So many are read at once, with their transfers: the memory is bounded by the largest one, the statements by their number.
const PAGE = 100
const LIST_AFTER = {
  name: 'checkpoint.list_after',
  text: `select ${CHECKPOINT_COLUMNS} from checkpoint where number > $1 order by number limit ${PAGE}`,
}
const LIST_TO = {
  name: 'checkpoint.list_to',
  text: `select ${CHECKPOINT_COLUMNS} from checkpoint where number <= $1 order by number desc limit 2`,
}
const LIST_CORRECTIONS = {
  name: 'checkpoint.list_corrections',
  text: `select distinct on (number) number, seq_to, correction.transfers, correction.hash, correction.written_at
    from checkpoint_correction as correction join checkpoint using (number)
    order by number, correction.written_at desc`,
}

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

/** The checkpoint of a number, as it was written. */
export async function findCheckpoint(queryable: Queryable, number: bigint): Promise<Bound | undefined> {
  const [written] = await queryable.list<CheckpointRow>(LIST_TO, [number])
  return written?.number === number ? boundBy(written) : undefined
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

/**
 * Has the chain as it is now count as the wallet's own: keeps a keyed hash of the newest checkpoint, which binds those before it, and of
 * the corrections that count.
 */
export async function keyChain(tx: Transaction, keys: ChainKeys): Promise<void> {
  const head = await findHead(tx)
  if (head) await keepMac(tx, keys, head)
  for (const correction of await listCorrections(tx)) await keepMac(tx, keys, correction)
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
