import { expect, test } from 'vitest'
import { runProperties } from '#survive/properties/properties'

test('for any generated input, the pure functions of the wallet agree with independent oracles and models', () => {
  const rows = runProperties({ seed: 7, scale: 0.005, tell: () => undefined })
  expect(rows.map(({ runs, counterexample }) => [runs, counterexample])).toEqual([
    [2500, undefined],
    [2500, undefined],
    [500, undefined],
    [50, undefined],
  ])
})
