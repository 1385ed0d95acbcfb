import type { Queryable } from '#server/db/queryable'
import { type ChainKeys, keepMac } from '#server/ledger/checkpoint-macs'
import { findCheckpoint, recomputeCheckpoint } from '#server/ledger/verify-checkpoints'
import type { Change, Proposal } from './change.ts'
import { OperatorFault } from './fault.ts'

/** What a checkpoint binds, as it is shown and recorded: the number of its transfers, and their hash in hex. */
export type CheckpointFacts = {
  readonly transfers: string
  readonly hash: string
}

const INSERT = {
  name: 'operator.correct_checkpoint',
  text: `insert into checkpoint_correction (number, transfers, hash, change_id, written_at)
    values ($1, $2, decode($3, 'hex'), $4, $5)`,
}

/** Has a checkpoint that does not fit count as it is computed now, by the wallet's key where that is at hand. Refuses (OperatorFault) one that there is not. */
export function checkpointCorrection(number: string, keys?: ChainKeys): Change<CheckpointFacts> {
  return {
    area: 'checkpoints',
    subject: number,
    async propose(queryable): Promise<Proposal<CheckpointFacts>> {
      const { counts, found } = await recompute(queryable, number)
      return { before: factsOf(counts), after: factsOf(found) }
    },
    async write(tx, { id, at, after }) {
      const [transfers, hash] = [BigInt(after.transfers), Buffer.from(after.hash, 'hex')]
      await tx.run(INSERT, [BigInt(number), transfers, after.hash, id, at])
      const written = keys && (await findCheckpoint(tx, BigInt(number)))
      if (written) await keepMac(tx, keys, { ...written, transfers, hash, writtenAt: at })
    },
  }
}

async function recompute(queryable: Queryable, number: string) {
  const checkpoint = /^[1-9][0-9]{0,17}$/.test(number) ? await recomputeCheckpoint(queryable, BigInt(number)) : undefined
  if (!checkpoint) throw new OperatorFault(`There is no checkpoint ${number}`)
  return checkpoint
}

function factsOf({ transfers, hash }: { transfers: bigint; hash: Buffer }): CheckpointFacts {
  return { transfers: String(transfers), hash: hash.toString('hex') }
}
