import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { type UnderLoad, underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

// Less than is shipped: the balancer has seen after a second that a wallet stops.
const BEHIND_BALANCER = { isBalanced: true, settings: { STOP_DELAY_SECONDS: '2' } }
// A PIN takes long to compare: so many requests a second leave little time for it.
const FEW_PINS = { withdrawal: 3, p2p: 2, payment: 1 }

/** R15: two wallets behind a balancer are restarted in turn, and nobody outside notices. */
export const rollingRestart: SurvivalTest = {
  id: 'R15',
  name: 'restarted in turn',
  bar: '20 rolls: no request of 40 000 failed or had to be sent again, each stop in 10 s',
  async run({ random, openJournal, isQuick, tell }) {
    const rolls = isQuick ? 1 : 20
    const done = await underLoad(
      { people: 16, random, openJournal, clients: 24, perSecond: 200, shares: FEW_PINS, world: BEHIND_BALANCER },
      async (world, load) => {
        const stopsMs: number[] = []
        for (let roll = 1; roll <= rolls; roll += 1) {
          stopsMs.push(...(await rollOnce(world)))
          if (roll % 5 === 0) tell(`${roll} rolls, ${load.tally.told.length} acknowledged`)
        }
        while (!isQuick && load.tally.told.length < 40_000) await pause(200)
        return { stopMs: Math.max(...stopsMs), refusals: refusalsOf(world) }
      },
    )
    const recovery = `a stop took ${Math.round(done.result.stopMs)} ms at most`
    return [unnoticed(rollingRestart, done, { faults: `${rolls} rolls of two wallets`, recovery }, done.result.stopMs)]
  },
}

/** R23: an upgrade with a migration under the same load, wallet by wallet, while somebody holds the table; and back again. */
export const rollingUpgrade: SurvivalTest = {
  id: 'R23',
  name: 'upgraded and taken back, in turn',
  bar: 'old and new side by side on the migrated tables: no request failed or had to be sent again',
  async run({ random, openJournal, isQuick, tell }) {
    const rounds = isQuick ? 1 : 3
    const next = makeNextVersion()
    try {
      const done = await underLoad(
        { people: 16, random, openJournal, clients: 24, perSecond: 150, shares: FEW_PINS, world: BEHIND_BALANCER },
        async (world) => {
          for (let round = 1; round <= rounds; round += 1) {
            // A report that somebody runs meanwhile: the migration has to wait for it, and nobody behind the migration.
            const report = world.admin.query('begin; select count(*) from operation; select pg_sleep(3); commit')
            const startedAt = performance.now()
            await rollOnce(world, join(next, 'server/main.js'))
            await report
            tell(`upgraded in ${Math.round(performance.now() - startedAt)} ms`)
            await pause(1000)
            await rollOnce(world)
            await world.admin.query('alter table operation drop column if exists remark')
            await world.admin.query(`delete from migration where name = '${MIGRATION}'`)
          }
          return { refusals: refusalsOf(world) }
        },
      )
      return [unnoticed(rollingUpgrade, done, { faults: `${rounds} upgrades with a migration, and back`, recovery: '' })]
    } finally {
      rmSync(next, { recursive: true, force: true })
    }
  },
}

const MIGRATION = '9999_remark.sql'

/** The next version of the wallet: this one, and a migration that adds a column to a table that everybody writes to. */
function makeNextVersion(): string {
  cpSync('dist', 'dist-next', { recursive: true })
  writeFileSync(`dist-next/db/migrations/${MIGRATION}`, 'alter table operation add column remark text;\n')
  return 'dist-next'
}

// Two of the balancer's looks at a wallet: until it has seen that one is ready, the other must not go.
const NOTICED_MS = 600

/** Stops each wallet and starts it again, the next when the balancer knows that the last is ready; gives how long the stops took, in milliseconds. */
async function rollOnce(world: World, program?: string): Promise<number[]> {
  const stopsMs: number[] = []
  for (const wallet of world.wallets) {
    const startedAt = performance.now()
    const end = await wallet.stop()
    stopsMs.push(performance.now() - startedAt)
    if (end !== 0) throw new Error(`A wallet ended with ${end}`)
    await wallet.start({}, program)
    await world.whenReady(wallet)
    await pause(NOTICED_MS)
  }
  return stopsMs
}

/** What the wallets have said of requests that they refused. */
function refusalsOf({ wallets }: World): string[] {
  return wallets.flatMap(({ complaints }) => complaints.split('\n').filter((line) => line.includes('"Refused"')))
}

function unnoticed(
  test: SurvivalTest,
  done: UnderLoad<{ readonly refusals: readonly string[] }>,
  row: { faults: string; recovery: string },
  stopMs = 0,
) {
  const { load, perSecond, result } = done
  const [why = load.tally.whySentAgain[0]] = result.refusals
  return rowOf(test, { ...done, ...row, loadName: `${Math.round(perSecond)} a second, 24 clients` }, [
    { is: load.tally.sentAgain === 0, fact: `${load.tally.sentAgain} had to be sent again: ${why}` },
    { is: stopMs <= 10_000, fact: `a stop took ${Math.round(stopMs)} ms` },
  ])
}
