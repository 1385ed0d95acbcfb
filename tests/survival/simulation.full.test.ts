import { expect, test } from 'vitest'
import { PEOPLES_KINDS } from '#survive/made-by'
import { runSimulation, type SimulationResult } from '#survive/simulation/simulation'

type Plant = NonNullable<Parameters<typeof runSimulation>[0]['plant']>

/** Simulates the seeds in processes and on a PostgreSQL of their own. */
function simulate(seeds: readonly number[], plant?: Plant): Promise<SimulationResult> {
  return runSimulation({ seeds, steps: 60, tell: () => undefined, ...(plant && { plant }) })
}

function countOf({ operations }: SimulationResult, kind = ''): number {
  const counts = Object.entries(operations).flatMap(([what, count]) => (what.startsWith(kind) ? [count] : []))
  return counts.reduce((sum, count) => sum + count, 0)
}

test('the same seed repeats a run, and another seed gives another run', async () => {
  const [one, again, other] = await Promise.all([simulate([1]), simulate([1]), simulate([2])])
  expect([...one.deviations, ...again.deviations, ...other.deviations]).toEqual([])
  expect(countOf(one)).toBeGreaterThan(5)
  expect(again.traceHash).toBe(one.traceHash)
  expect(other.traceHash).not.toBe(one.traceHash)
})

test('every kind of operation that people make, and requests for money, are drawn, and come to what the model says', async () => {
  const result = await runSimulation({ seeds: [1, 2, 3], steps: 200, tell: () => undefined })
  expect(result.deviations).toEqual([])
  expect([...PEOPLES_KINDS, 'request'].filter((kind) => countOf(result, `${kind} `) === 0)).toEqual([])
}, 120_000)

test.each([
  ['a payout is paid twice', /the book of payouts has/],
  ['a payment to a seller is paid twice', /the book of merchants has/],
  ['a payment is told wrong', /the book of payments has/],
] as const)(
  'an error that no wallet can repair is found: %s',
  async (plant, finding) => {
    // About every second seed has a payout, and which have one changes with what people are asked on the way.
    const { deviations } = await simulate([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], plant)
    expect(deviations).not.toEqual([])
    for (const { what } of deviations) expect(what).toMatch(finding)
  },
  120_000,
)
