import { setTimeout as pause } from 'node:timers/promises'
import type { LinkFault } from '#tests/faulty-link'
import { untilAnswered } from '../load.ts'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

const FAULTS: readonly [LinkFault | 'cut', ...(LinkFault | 'cut')[]] = ['cut', 'refused', 'silent', 'vanished', 'slow']

/** R9: the link to the database is cut, refuses, falls silent, loses who is on it, or is slow. */
export const brokenLink: SurvivalTest = {
  id: 'R9',
  name: 'the link to the database breaks',
  bar: '100 faults: money moves 2 s after the repair, no call is silent for more than 3 s, no transaction stays open',
  async run({ random, openJournal, isQuick, tell }) {
    const faults = isQuick ? 5 : 100
    const { perSecond, result, ...done } = await underLoad(
      { people: isQuick ? 4 : 12, random, openJournal, clients: 24, perSecond: 120 },
      async (world, load) => {
        const worst = new Map<string, number>()
        let stuck = 0
        for (let place = 0; place < faults; place += 1) {
          await pause(300 + random.below(500))
          const fault = FAULTS[place % FAULTS.length] ?? 'cut'
          if (fault === 'cut') world.link.cut()
          else {
            world.link.breakWith(fault)
            await pause(500 + random.below(1000))
          }
          const mendedAt = performance.now()
          world.link.mend()
          worst.set(fault, Math.max(worst.get(fault) ?? 0, await untilAnswered(load.tally, mendedAt, 30_000)))
          stuck = Math.max(stuck, await stuckTransactions(world))
          if ((place + 1) % 20 === 0) tell(`${place + 1} faults, ${load.tally.told.length} acknowledged`)
        }
        await pause(1000)
        return { worst, stuck: Math.max(stuck, await stuckTransactions(world)) }
      },
    )
    const { silentMs } = done.load.tally
    const times = [...result.worst].map(([fault, ms]) => `${fault} ${Math.round(ms)} ms`)
    return [
      rowOf(
        brokenLink,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, 24 clients`,
          faults: `${faults} faults of ${FAULTS.length} kinds`,
          recovery: `${times.join(', ')}; longest silence ${Math.round(silentMs)} ms`,
        },
        [
          ...[...result.worst].map(([fault, ms]) => ({
            is: isQuick || ms <= 2000,
            fact: `after ${fault} it took ${Math.round(ms)} ms`,
          })),
          { is: result.stuck === 0, fact: `${result.stuck} transactions have stayed open` },
          { is: isQuick || silentMs <= 3000, fact: `a call was silent for ${Math.round(silentMs)} ms` },
        ],
      ),
    ]
  },
}

/** Transactions that nobody has gone on with for longer than the load may take for one. */
async function stuckTransactions({ admin }: World): Promise<number> {
  const { rows } = await admin.query<{ count: bigint }>(
    "select count(*) from pg_stat_activity where datname = 'wallet' and state like 'idle in%' and state_change < now() - interval '3 seconds'",
  )
  return Number(rows[0]?.count)
}
