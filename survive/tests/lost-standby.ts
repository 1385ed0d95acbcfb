import { setTimeout as pause } from 'node:timers/promises'
import { untilAnswered } from '../load.ts'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

/** R8: the standby that every commit has to reach is away, again and again. */
export const lostStandby: SurvivalTest = {
  id: 'R8',
  name: 'the standby is away',
  bar: 'nobody is told of a commit that it does not have, a 503 comes in 4 s, money moves 5 s after it is back',
  async run({ random, openJournal, isQuick, tell }) {
    const absences = isQuick ? 1 : 10
    const { perSecond, result, ...done } = await underLoad(
      { people: 12, random, openJournal, clients: 24, perSecond: 100 },
      async (world, load) => {
        const backMs: number[] = []
        let toldMeanwhile = 0
        for (let absence = 1; absence <= absences; absence += 1) {
          await pause(1000 + random.below(1000))
          await waitForStandby(world, 'away')
          // What had been asked for before may have been committed before.
          const since = performance.now() + 100
          await pause(isQuick ? 3500 : 4000 + random.below(4000))
          toldMeanwhile += load.tally.answers.filter(({ askedAt }) => askedAt >= since).length
          await waitForStandby(world, '')
          backMs.push(await untilAnswered(load.tally, performance.now(), 30_000))
          tell(`${absence} absences, ${load.tally.told.length} acknowledged`)
        }
        await pause(1000)
        return { back: Math.max(...backMs), toldMeanwhile }
      },
    )
    const { silentMs } = done.load.tally
    return [
      rowOf(
        lostStandby,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, 24 clients`,
          faults: `${absences} absences`,
          recovery: `${Math.round(result.back)} ms at most; longest silence ${Math.round(silentMs)} ms`,
        },
        [
          {
            is: result.toldMeanwhile === 0,
            fact: `${result.toldMeanwhile} were told that money had moved while the standby was away`,
          },
          { is: isQuick || result.back <= 5000, fact: `money moved only ${Math.round(result.back)} ms after it was back` },
          { is: isQuick || silentMs <= 4000, fact: `a call was silent for ${Math.round(silentMs)} ms` },
        ],
      ),
    ]
  },
}

/** Has every commit wait for a standby of this name, which there is not; none with ''. */
async function waitForStandby({ admin }: World, name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
}
