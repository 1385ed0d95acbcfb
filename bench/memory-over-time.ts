import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/db/pool'
import { atMost, type Load, medianOf, numberOf, type SizeRow } from './measure.ts'
import { residentMb } from './process-memory.ts'

const TURN_SECONDS = 1
const SETTLE_MS = 5000
const LOOKS = 20
const LOOK_EVERY_MS = 250
const COUNT = { name: 'bench.count_operations', text: 'select count(*) as count from operation' }

/** P7: what the process of a wallet holds after many operations, beside what it held after a tenth of them or so, each when it has settled. */
export async function measureMemoryOverTime(
  pid: number,
  load: Load,
  database: Database,
  [few, many]: readonly [number, number],
): Promise<SizeRow> {
  const memoryAfter = async (operations: number): Promise<number> => {
    while (Number((await database.find<{ count: bigint }>(COUNT))?.count ?? 0n) < operations) await load(TURN_SECONDS)
    await pause(SETTLE_MS)
    const looks: number[] = []
    for (let look = 0; look < LOOKS; look += 1) {
      looks.push(residentMb(pid))
      await pause(LOOK_EVERY_MS)
    }
    return medianOf(looks)
  }
  const theirs = await memoryAfter(few)
  const ours = await memoryAfter(many)
  const work = `memory after ${numberOf(many)} exchanges over HTTP, 64 connections`
  return atMost({ id: 'P7', work, ours, unit: 'MB', reference: `after ${numberOf(few)}`, theirs, times: 1.2 })
}
