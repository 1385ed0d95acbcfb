import { setTimeout as pause } from 'node:timers/promises'
import { untilAnswered } from '../load.ts'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

const CLIENTS = 24

/** R6: PostgreSQL is killed, all of it or one of its processes, and starts again by itself. */
export const killDatabase: SurvivalTest = {
  id: 'R6',
  name: 'PostgreSQL is killed',
  bar: '20 kills: money moves again in 5 s (1 s after the end of one connection); every refusal is a 503 with Retry-After',
  async run({ random, openJournal, isQuick, tell }) {
    const kills = isQuick ? 2 : 20
    const { perSecond, result, ...done } = await underLoad(
      { people: 12, random, openJournal, clients: CLIENTS, perSecond: 150 },
      async (world, load) => {
        const [wholeMs, singleMs]: [number[], number[]] = [[], []]
        for (let kill = 1; kill <= kills; kill += 1) {
          await pause(1000 + random.below(1500))
          const isWhole = kill % 2 === 0
          const at = performance.now()
          if (isWhole) process.kill(world.postmaster(), 'SIGKILL')
          else await endOne(world)
          if (isWhole) wholeMs.push(await untilAnswered(load.tally, at, 30_000))
          // Of all who ask: that the others go on says nothing of those who used that connection.
          else singleMs.push(await untilAnswered(load.tally, at, 30_000, CLIENTS))
          if (kill % 5 === 0) tell(`${kill} kills, ${load.tally.told.length} acknowledged`)
        }
        await pause(1000)
        return {
          whole: Math.max(...wholeMs),
          single: Math.max(...singleMs),
          running: world.wallets.filter((each) => each.isRunning()).length,
        }
      },
    )
    return [
      rowOf(
        killDatabase,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, ${CLIENTS} clients`,
          faults: `${Math.floor(kills / 2)} × kill -9 of the server, ${Math.ceil(kills / 2)} × of one of its processes`,
          recovery: `${Math.round(result.whole)} ms, ${Math.round(result.single)} ms at most`,
        },
        [
          { is: isQuick || result.whole <= 5000, fact: `money moved only ${Math.round(result.whole)} ms after the kill` },
          { is: isQuick || result.single <= 1000, fact: `and ${Math.round(result.single)} ms after the end of one connection` },
          { is: result.running === 2, fact: `${2 - result.running} wallets ended` },
        ],
      ),
    ]
  },
}

/** Ends a connection of a wallet that is at work, as the system does when memory is short. */
async function endOne({ admin }: World): Promise<void> {
  for (;;) {
    const { rowCount } = await admin.query(`select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = 'wallet' and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'
      limit 1
    ) as busy`)
    if (rowCount === 1) return
  }
}
