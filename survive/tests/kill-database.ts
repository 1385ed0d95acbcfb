import { setTimeout as pause } from 'node:timers/promises'
import { untilAnswered } from '../load.ts'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

const CLIENTS = 24
/** What is killed: all of it; one process that serves a connection, which has all the others end, too; or a connection, in good order. */
const WAYS = ['server', 'process', 'connection'] as const
type Way = (typeof WAYS)[number]

/** R6: PostgreSQL is killed, all of it or one of its processes, and starts again by itself. */
export const killDatabase: SurvivalTest = {
  id: 'R6',
  name: 'PostgreSQL is killed',
  bar: '21 kills: money moves again in 5 s, 1 s after the end of one of its processes; every refusal is a 503 with Retry-After',
  async run({ random, openJournal, isQuick, tell }) {
    const kills = isQuick ? 3 : 21
    const { perSecond, result, ...done } = await underLoad(
      { people: isQuick ? 4 : 12, random, openJournal, clients: CLIENTS, perSecond: 150 },
      async (world, load) => {
        const times: Record<Way, number[]> = { server: [], process: [], connection: [] }
        for (let kill = 1; kill <= kills; kill += 1) {
          await pause(1000 + random.below(1500))
          const way = WAYS[kill % WAYS.length] ?? 'server'
          const at = performance.now()
          if (way === 'server') process.kill(world.postmaster(), 'SIGKILL')
          else if (way === 'process') process.kill(await findBusy(world), 'SIGKILL')
          else await world.admin.query('select pg_terminate_backend($1)', [await findBusy(world)])
          // Of all who ask, where the others go on: that says nothing of those who used that connection.
          times[way].push(await untilAnswered(load.tally, at, 30_000, way === 'connection' ? CLIENTS : 1))
          if (kill % 5 === 0) tell(`${kill} kills, ${load.tally.told.length} acknowledged`)
        }
        await pause(1000)
        return {
          whole: Math.max(...times.server),
          process: Math.max(...times.process),
          single: Math.max(...times.connection),
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
          faults: `${kills / 3} × kill -9 of the server, ${kills / 3} × of one of its processes, ${kills / 3} × the end of a connection`,
          recovery: `${Math.round(result.whole)} ms, ${Math.round(result.process)} ms, ${Math.round(result.single)} ms at most`,
        },
        [
          { is: isQuick || result.whole <= 5000, fact: `money moved only ${Math.round(result.whole)} ms after the kill` },
          {
            is: isQuick || result.process <= 1000,
            fact: `and ${Math.round(result.process)} ms after the end of one of its processes`,
          },
          { is: isQuick || result.single <= 1000, fact: `and ${Math.round(result.single)} ms after the end of one connection` },
          { is: result.running === 2, fact: `${2 - result.running} wallets ended` },
        ],
      ),
    ]
  },
}

/** The process id of a connection of a wallet that is at work. */
async function findBusy({ admin }: World): Promise<number> {
  for (;;) {
    const { rows } = await admin.query<{ pid: number }>(BUSY)
    if (rows[0]) return rows[0].pid
  }
}

const BUSY = `select pid from pg_stat_activity
  where datname = 'wallet' and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'
  limit 1`
