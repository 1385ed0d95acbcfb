import { createHash } from 'node:crypto'
import type { Queryable } from '#server/db/queryable'
import type { Bound } from './checkpoint-macs.ts'

/** The columns of a CheckpointRow. */
export const CHECKPOINT_COLUMNS = 'number, seq_from, seq_to, transfers, hash, written_at'

/** A checkpoint as it was written. */
export interface CheckpointRow {
  number: bigint
  seq_from: bigint
  seq_to: bigint
  transfers: bigint
  hash: Buffer
  written_at: Date
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

/** What a checkpoint, or a correction of one, says, to be bound by a keyed hash. */
export function boundBy({ number, seq_to, transfers, hash, written_at }: CheckpointRow): Bound {
  return { number, seqTo: seq_to, transfers, hash, writtenAt: written_at }
}

/** In SQL: what is hashed of a `transfer` with its entries (`entry`, grouped): all of it, in one unambiguous line. */
export const LINE_OF_TRANSFER = `transfer.seq || '|' || transfer.id || '|' || coalesce(transfer.operation_id::text, '') || '|' || transfer.kind || '|'
      || (extract(epoch from transfer.posted_at) * 1000000)::bigint || '|'
      || string_agg(entry.line || ':' || entry.account_id || ':' || entry.currency || ':' || entry.amount_minor || ':'
        || coalesce(entry.balance_after_minor::text, ''), ',' order by entry.line)`
const CONTENT = `
  select transfer.seq,
    ${LINE_OF_TRANSFER} as line
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

interface Range extends Pick<CheckpointRow, 'seq_from' | 'seq_to'> {
  readonly hashBefore: Buffer
}

/** What ranges that follow each other bind, in their order. */
export async function digest(queryable: Queryable, ranges: readonly Range[]): Promise<CheckpointContent[]> {
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
