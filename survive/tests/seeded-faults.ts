import { runSeededFaults } from '../faults/faults.ts'
import { rowOfCounts, type SurvivalTest } from '../survival-test.ts'

// Their tests need no database.
const QUICK = ['float-amount', 'exchange-rounded-up']

/** R22: mistakes are put into a copy of the code, one at a time, and the tests have to notice each. */
export const seededFaults: SurvivalTest = {
  id: 'R22',
  name: 'mistakes are noticed',
  bar: 'each of at least twenty seeded faults is caught by the test that is there for it',
  async run({ isQuick, parts = isQuick ? QUICK : undefined, tell }) {
    const results = await runSeededFaults({ ...(parts && { only: parts }), tell })
    const missed = results.filter(({ caughtBy }) => caughtBy === undefined).map(({ name }) => name)
    const seconds = results.reduce((sum, each) => sum + each.seconds, 0)
    const counted = {
      loadName: `${results.length} faults`,
      faults: results.map(({ name, caughtBy }) => `${name} (${caughtBy ?? 'by nothing'})`).join('; '),
      recovery: `${Math.round(seconds / Math.max(1, results.length))} s each`,
      acknowledged: results.length - missed.length,
      lost: missed.length,
      twice: 0,
      broken: [],
    }
    return [
      rowOfCounts(seededFaults, counted, [
        { is: missed.length === 0, fact: `not noticed: ${missed.join(', ')}` },
        { is: parts !== undefined || results.length >= 20, fact: `only ${results.length} faults` },
      ]),
    ]
  },
}
