import { setTimeout as pause } from 'node:timers/promises'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import { VENDOR_FAULTS } from '../vendors.ts'

/** R10: every third call of a provider goes wrong, before or after what it asked for was done. */
export const badVendors: SurvivalTest = {
  id: 'R10',
  name: 'the providers fail',
  bar: '2 000 withdrawals, 30 calls of 100 fail: all ended 60 s after they are mended, their books like ours',
  async run({ random, openJournal, isQuick, tell }) {
    const withdrawals = isQuick ? 40 : 2000
    const { perSecond, result, ...done } = await underLoad(
      { people: 24, random, openJournal, clients: 24, withdrawals: 80, topups: 15 },
      async (world, load) => {
        world.vendors.misbehave(() => (random.below(100) < 30 ? random.pick(VENDOR_FAULTS) : undefined))
        const made = (): number => load.tally.told.filter(({ kind }) => kind === 'withdrawal').length
        for (let said = 0; made() < withdrawals; await pause(100)) {
          if (made() < said + 500) continue
          said = made()
          tell(`${said} withdrawals, ${world.vendors.faults} calls went wrong`)
        }
        world.vendors.misbehave(undefined)
        return { faults: world.vendors.faults, mendedAt: performance.now() }
      },
    )
    const settledMs = done.reckoning.settledAt - result.mendedAt
    return [
      rowOf(
        badVendors,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, 24 clients, ${withdrawals} withdrawals`,
          faults: `${result.faults} calls: ${VENDOR_FAULTS.join(', ')}`,
          recovery: `all ended after ${Math.round(settledMs)} ms`,
        },
        [{ is: settledMs <= 60_000, fact: `all had ended only after ${Math.round(settledMs)} ms` }],
      ),
    ]
  },
}
