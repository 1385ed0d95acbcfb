import { expect, test } from 'vitest'
import { runSimulation, type SimulationResult } from '#survive/simulation/simulation'

type Plant = NonNullable<Parameters<typeof runSimulation>[0]['plant']>

/** Simulates one seed in a process and on a PostgreSQL of its own. */
function simulate(seed: number, plant?: Plant): Promise<SimulationResult> {
  return runSimulation({ seeds: [seed], steps: 60, tell: () => undefined, ...(plant && { plant }) })
}

test('the same seed takes the same way, and another takes another', async () => {
  const [one, again, other] = await Promise.all([simulate(1), simulate(1), simulate(2)])
  expect([...one.deviations, ...again.deviations, ...other.deviations]).toEqual([])
  expect(one.operations).toBeGreaterThan(5)
  expect(again.traceHash).toBe(one.traceHash)
  expect(other.traceHash).not.toBe(one.traceHash)
}, 120_000)

test.each([
  ['a payout is paid twice', /the book of payouts has/],
  ['a payment is told wrong', /the book of payments has/],
] as const)(
  'what no wallet can put right is found: %s',
  async (plant, finding) => {
    // A seed with a payout.
    const { deviations } = await simulate(8, plant)
    expect(deviations.map(({ what }) => what)).toEqual([expect.stringMatching(finding)])
  },
  120_000,
)
