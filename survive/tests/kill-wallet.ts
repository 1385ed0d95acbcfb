import { setTimeout as pause } from 'node:timers/promises'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'

/** R4: one of two wallets is killed at random moments under load, as by a power cut. */
export const killWallet: SurvivalTest = {
  id: 'R4',
  name: 'a wallet is killed',
  bar: '50 kills at 150 a second: serving again in 2 s, all ended in 10 s',
  async run({ random, openJournal, isQuick, tell }) {
    const kills = isQuick ? 1 : 50
    const { perSecond, result, ...done } = await underLoad(
      { people: isQuick ? 4 : 12, random, openJournal, clients: 32, perSecond: 250 },
      async (world, load) => {
        const backMs: number[] = []
        for (let kill = 1; kill <= kills; kill += 1) {
          await pause(1000 + random.below(2000))
          const wallet = random.pick(world.wallets)
          await wallet.kill()
          const startedAt = performance.now()
          await wallet.start()
          backMs.push(performance.now() - startedAt)
          if (kill % 10 === 0) tell(`${kill} kills, ${load.tally.told.length} acknowledged`)
        }
        await pause(1000)
        return Math.max(...backMs)
      },
    )
    const { settledMs } = done.reckoning
    const recovery = `serving after ${Math.round(result)} ms at most, all ended after ${Math.round(settledMs)} ms`
    return [
      rowOf(
        killWallet,
        { ...done, loadName: `${Math.round(perSecond)} a second, 32 clients`, faults: `${kills} × kill -9`, recovery },
        [
          { is: isQuick || result <= 2000, fact: `it took ${Math.round(result)} ms to serve again` },
          { is: isQuick || settledMs <= 10_000, fact: `all had ended only after ${Math.round(settledMs)} ms` },
          { is: isQuick || perSecond >= 150, fact: `only ${Math.round(perSecond)} a second` },
        ],
      ),
    ]
  },
}
