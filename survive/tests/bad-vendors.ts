import { setTimeout as pause } from 'node:timers/promises'
import { aUser, type TestUser } from '#tests/builders'
import { rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import { VENDOR_FAULTS } from '../vendors.ts'
import type { World } from '../world.ts'

/** R10: every third call of a provider goes wrong, before or after what it asked for was done. */
export const badVendors: SurvivalTest = {
  id: 'R10',
  name: 'the providers fail',
  bar: '2 000 withdrawals, 30 calls of 100 fail or come twice, every event comes twice: all ended 60 s after they are mended, their books like ours; when they fall silent, people are told at once from 5 s later on',
  async run({ random, openJournal, isQuick, tell }) {
    const withdrawals = isQuick ? 40 : 2000
    const { perSecond, result, ...done } = await underLoad(
      { people: 24, random, openJournal, clients: 24, shares: { withdrawal: 60, payment: 20, topup: 15, p2p: 2 } },
      async (world, load) => {
        const witness = await aUser(world)
        world.vendors.misbehave(() => (random.below(100) < 30 ? random.pick(VENDOR_FAULTS) : undefined))
        const made = (): number => load.tally.told.filter(({ kind }) => kind === 'withdrawal').length
        for (let said = 0; made() < withdrawals; await pause(100)) {
          await world.vendors.repeatEvents()
          if (made() < said + 500) continue
          said = made()
          tell(`${said} withdrawals, ${world.vendors.faults} calls went wrong`)
        }
        const silence = await fallSilent(world, witness)
        return { faults: world.vendors.faults, ...silence }
      },
    )
    const settledMs = done.reckoning.settledAt - result.mendedAt
    return [
      rowOf(
        badVendors,
        {
          ...done,
          loadName: `${Math.round(perSecond)} a second, 24 clients, ${withdrawals} withdrawals`,
          faults: `${result.faults} calls: ${VENDOR_FAULTS.join(', ')}; every event told twice`,
          recovery: `all ended after ${Math.round(settledMs)} ms; silence was told at once after ${Math.round(result.noticedMs)} ms, its end found after ${Math.round(result.foundMs)} ms`,
        },
        [
          { is: settledMs <= 60_000, fact: `all had ended only after ${Math.round(settledMs)} ms` },
          { is: result.noticedMs <= 5000, fact: `silence was told at once only after ${Math.round(result.noticedMs)} ms` },
          { is: result.foundMs <= 5000, fact: `its end was found only after ${Math.round(result.foundMs)} ms` },
        ],
      ),
    ]
  },
}

/** So many people need a provider when it falls silent. */
const AT_ONCE = 16
/** Who is told within so many milliseconds has not waited for a provider. */
const AT_ONCE_MS = 300
const PATIENCE_MS = 20_000

/** Has all providers say nothing until each wallet tells so at once, and mends them then; gives how long both took, in milliseconds. */
async function fallSilent(world: World, person: TestUser) {
  const silentAt = performance.now()
  world.vendors.misbehave(() => 'stalled')
  const waiting = Array.from({ length: AT_ONCE }, () => order(person))
  // People come to both wallets in turn.
  const noticedMs = await untilFourTimes(silentAt, async () => {
    const askedAt = performance.now()
    const { http } = await order(person)
    return http === 503 && performance.now() - askedAt < AT_ONCE_MS
  })
  await Promise.all(waiting)
  const mendedAt = performance.now()
  world.vendors.misbehave(undefined)
  const foundMs = await untilFourTimes(mendedAt, async () => (await order(person)).http === 200)
  return { noticedMs, mendedAt, foundMs }
}

const order = (person: TestUser) => person.post('/v2/wallet/top-up', { amount: '1.00', currency_code: 'USD' })

/** Waits until something is so four times in a row; gives how long after an instant that began, in milliseconds. */
async function untilFourTimes(since: number, isSo: () => Promise<boolean>): Promise<number> {
  let [inRow, beganAt] = [0, since]
  while (inRow < 4 && performance.now() < since + PATIENCE_MS) {
    const at = performance.now()
    if (!(await isSo())) inRow = 0
    else {
      if (inRow === 0) beganAt = at
      inRow += 1
    }
    await pause(50)
  }
  return inRow < 4 ? PATIENCE_MS : beganAt - since
}
