import { runProperties } from '../properties/properties.ts'
import { rowOfCounts, type SurvivalTest } from '../survival-test.ts'

/** R19: what is true of amounts, phones, exchanges and postings is true for any input. */
export const trueForAnyInput: SurvivalTest = {
  id: 'R19',
  name: 'true for any input',
  bar: '10^6 amounts and phones, 10^5 cycles of exchanges, 10^4 sequences of postings: no counterexample',
  async run({ seed, isQuick, tell }) {
    const tried = runProperties({ seed, scale: isQuick ? 0.002 : 1, tell })
    return tried.map(({ property, runs, seconds, counterexample }) => {
      const counted = {
        loadName: `${property}: ${runs} times`,
        faults: '',
        recovery: `${Math.round(seconds)} s`,
        acknowledged: runs,
        lost: 0,
        twice: 0,
        broken: [],
      }
      return rowOfCounts(trueForAnyInput, counted, [{ is: counterexample === undefined, fact: counterexample ?? '' }])
    })
  },
}
