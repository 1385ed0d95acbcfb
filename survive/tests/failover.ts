import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, clusterOf, type Node } from '../cluster/cluster.ts'
import { type Tally, untilAnswered } from '../load.ts'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

/** R7: the leader of three PostgreSQL servers, a standby and a wallet are killed in turn, under load. */
export const failover: SurvivalTest = {
  id: 'R7',
  name: 'the leader of a cluster is lost',
  bar: '10 rounds: nothing lost, money moves 5 s after the new leader is there, one that comes back takes no writes',
  async run({ random, openJournal, isQuick, tell }) {
    const rounds = isQuick ? 1 : 10
    const { startDatabase, cluster } = clusterOf()
    const load = { people: 12, random, openJournal, clients: 24, perSecond: 100, patienceMs: 180_000 }
    const { perSecond, result, ...done } = await underLoad(
      { ...load, world: { startDatabase, isBalanced: true } },
      async (world, { tally }) => {
        const times: { electedMs: number; movesMs: number }[] = []
        const written: string[] = []
        for (let round = 1; round <= rounds; round += 1) {
          await pause(2000)
          const killedAt = performance.now()
          const { lost, leader, electedMs } = await loseLeader(cluster())
          const ledAt = killedAt + electedMs
          const movesMs = await untilAnswered(tally, ledAt, 60_000)
          times.push({ electedMs, movesMs })
          tell(
            `round ${round}: ${leader.name} leads after ${Math.round(electedMs)} ms, money moves ${Math.round(movesMs)} ms later`,
          )
          written.push(...(await comeBack(cluster(), lost)))
          await loseStandby(cluster())
          await loseWallet(world, round)
        }
        const handedOverMs = await handOver(cluster(), tally)
        tell(`handed over by hand: nobody had a commit for ${Math.round(handedOverMs)} ms`)
        return { times, written, handedOverMs }
      },
    )
    const slowest = Math.max(...result.times.map(({ movesMs }) => movesMs))
    const elected = Math.max(...result.times.map(({ electedMs }) => electedMs))
    return [
      rowOf(
        failover,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, 24 clients, two wallets`,
          faults: `${rounds} × kill -9 of the leader, a standby, a wallet`,
          recovery: `a new leader after ${Math.round(elected)} ms at most, money moves ${Math.round(slowest)} ms after it at most; handed over by hand in ${Math.round(result.handedOverMs)} ms`,
        },
        [
          { is: slowest <= 5000, fact: `money moved only ${Math.round(slowest)} ms after the new leader was there` },
          { is: result.written.length === 0, fact: `an earlier leader took writes: ${result.written.join(', ')}` },
        ],
      ),
    ]
  },
}

async function loseLeader(cluster: Cluster): Promise<{ lost: Node; leader: Node; electedMs: number }> {
  const lost = await cluster.whenLed()
  const at = performance.now()
  lost.kill()
  const leader = await cluster.whenLed()
  return { lost, leader, electedMs: performance.now() - at }
}

/** Starts a lost node again, and tries to write to it all the while; gives what it took. */
async function comeBack(cluster: Cluster, node: Node): Promise<string[]> {
  const written: string[] = []
  let isWhole = false
  node.start()
  const whole = cluster.whenWhole().then(() => {
    isWhole = true
  })
  while (!isWhole) {
    if (await takesWrites(node)) written.push(node.name)
    await pause(100)
  }
  await whole
  return written
}

/** Changes the leader without a failure; gives the longest that nobody was told of a commit meanwhile, in milliseconds. */
async function handOver(cluster: Cluster, tally: Tally): Promise<number> {
  await pause(2000)
  const startedAt = performance.now()
  await cluster.switchOver()
  await cluster.whenWhole()
  await pause(2000)
  const times = tally.answers.map(({ at }) => at).filter((at) => at >= startedAt)
  return Math.max(...times.map((at, place) => at - (times[place - 1] ?? startedAt)))
}

async function takesWrites({ port }: Node): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'wallet', connectionTimeoutMillis: 500 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('create table taken_by_a_lost_leader ()')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function loseStandby(cluster: Cluster): Promise<void> {
  const standby = await cluster.whenStandby()
  standby.kill()
  await pause(2000)
  standby.start()
  await cluster.whenWhole()
}

async function loseWallet({ wallets }: World, round: number): Promise<void> {
  const wallet = wallets[round % wallets.length] ?? wallets[0]
  await wallet.kill()
  await wallet.start()
}
