import * as v from 'valibot'
import type { Queryable } from '#server/db/queryable'
import { findHead } from '#server/ledger/checkpoint'
import { type Bound, type ChainKeys, isKeyed, isMacOf, macOf } from '#server/ledger/checkpoint-macs'
import { findCheckpoint } from '#server/ledger/verify-checkpoints'
import { OperatorFault } from './fault.ts'

const count = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,18}$/),
  v.transform((text) => BigInt(text)),
)
const hex = v.pipe(
  v.string(),
  v.hexadecimal(),
  v.transform((text) => Buffer.from(text, 'hex')),
)
const chainHead = v.object({
  number: count,
  last_transfer: count,
  transfers: count,
  written_at: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
  hash: hex,
  key: v.string(),
  mac: hex,
})

/** The head of the chain of checkpoints, as it is kept outside: what the checkpoint says, and its keyed hash. */
export type ChainHead = v.InferOutput<typeof chainHead>

/** The newest checkpoint as JSON. Refuses (OperatorFault) where there is none, or it is not the wallet's own. */
export async function exportHead(queryable: Queryable, keys: ChainKeys): Promise<string> {
  const head = await findHead(queryable)
  if (!head) throw new OperatorFault('There is no checkpoint yet')
  if (!(await isKeyed(queryable, keys, head)))
    throw new OperatorFault(`Checkpoint ${head.number} was not written with the wallet's key: look at npm run verify`)
  const { number, seqTo, transfers, writtenAt, hash } = head
  return JSON.stringify({
    number: String(number),
    last_transfer: String(seqTo),
    transfers: String(transfers),
    written_at: writtenAt.toISOString(),
    hash: hash.toString('hex'),
    key: keys.id,
    mac: macOf(keys, head).toString('hex'),
  })
}

/** Reads a head that was exported. Refuses (OperatorFault) anything else. */
export function parseHead(text: string): ChainHead {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), chainHead), text)
  if (!read.success)
    throw new OperatorFault('This is no head of the chain, as "npm run operator -- checkpoints export" writes one')
  return read.output
}

/**
 * What is wrong with the books by a head that was kept outside: nothing where they have exactly that checkpoint. With the wallet's keys the
 * head itself is looked at, too; one by a key that is not known any more counts as it is.
 */
export async function findHeadFaults(queryable: Queryable, head: ChainHead, keys: ChainKeys | undefined): Promise<string[]> {
  const { number, last_transfer: seqTo, transfers, written_at: writtenAt, hash, key, mac } = head
  const kept: Bound = { number, seqTo, transfers, hash, writtenAt }
  if (keys?.find(key) && !isMacOf(keys, key, kept, mac)) return [`head ${number} was not exported by this wallet, or was changed`]
  const written = await findCheckpoint(queryable, number)
  if (!written) return [`there is no checkpoint ${number}`]
  return isSame(written, kept) ? [] : [`checkpoint ${number} is not the one that was exported`]
}

function isSame(one: Bound, other: Bound): boolean {
  return (
    one.hash.equals(other.hash) &&
    one.seqTo === other.seqTo &&
    one.transfers === other.transfers &&
    one.writtenAt.getTime() === other.writtenAt.getTime()
  )
}
