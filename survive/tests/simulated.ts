import { runSimulation } from '../simulation/simulation.ts'
import { rowOfCounts, type SurvivalTest } from '../survival-test.ts'

const SEEDS = 1000
const STEPS = 200

/** R18: the wallet's code, its vendors and its clock are simulated from seeds, and a model says what every step has to come to. */
export const simulated: SurvivalTest = {
  id: 'R18',
  name: 'simulated from seeds',
  bar: `${SEEDS} seeds × ${STEPS} steps in 10 min, none deviates`,
  async run({ seed, isQuick, parts, tell }) {
    const [count, steps] = isQuick ? [2, 60] : [SEEDS, STEPS]
    const seeds = parts?.map(Number) ?? Array.from({ length: count }, (_, place) => seed + place)
    const { deviations, seconds, ...done } = await runSimulation({ seeds, steps, tell })
    const operations = Object.values(done.operations).reduce((sum, count) => sum + count, 0)
    tell(
      Object.entries(done.operations)
        .map(([what, count]) => `${what} ${count}`)
        .join(', '),
    )
    const counted = {
      loadName: `${seeds.length} seeds from ${seeds[0]}, ${done.steps} steps, ${operations} operations`,
      faults: `${done.crashes} crashes, ${done.faults} calls or answers lost`,
      recovery: `${Math.round(seconds)} s; traces ${done.traceHash.slice(0, 12)}`,
      acknowledged: operations,
      lost: 0,
      twice: 0,
      broken: [],
    }
    return [
      rowOfCounts(simulated, counted, [
        ...deviations.map(({ seed: own, step, what }) => ({ is: false, fact: `seed ${own} deviates at step ${step}: ${what}` })),
        { is: isQuick || seconds <= 600, fact: `it took ${Math.round(seconds)} s` },
      ]),
    ]
  },
}
