import { setTimeout as pause } from 'node:timers/promises'
import type { TestUser } from '#tests/builders'
import { type Forgery, type PaymentEventData, paymentEvent, type SignedEvent } from '#tests/vendors'
import type { Journal } from '../journal.ts'
import { signUpPeople } from '../load.ts'
import type { Random } from '../random.ts'
import { brokenInvariants, settle } from '../reckoning.ts'
import { rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const DELIVERIES = 10
const AT_ONCE = 32

/** R11: every event comes ten times in no order to two wallets of which one or the other is being killed, and as many forgeries with them. */
export const webhooks: SurvivalTest = {
  id: 'R11',
  name: 'webhooks again and again, and forged ones',
  bar: '1 000 events × 10 and 1 000 forgeries, 5 kills: 1 000 credits',
  async run({ random, openJournal, isQuick, tell }) {
    const [events, kills, count] = isQuick ? [40, 1, 8] : [1000, 5, 40]
    const world = await openWorld()
    const journal = await openJournal()
    try {
      const people = await signUpPeople(world, count, '1.00 USD')
      const ordered = await orderTopups(people, events * 2)
      // The second half is never paid: whoever forges its events would be credited for nothing.
      const [paid, unpaid] = [ordered.slice(0, events), ordered.slice(events)]
      await world.vendors.pool.query(PAID, [paid])
      tell(`${paid.length} orders were paid, ${unpaid.length} were not`)
      const deliveries = random.shuffled([
        ...paid.flatMap((order) => Array<Delivery>(DELIVERIES).fill({ order, event: paymentEvent(paidInFull(order)) })),
        ...unpaid.map((order, place) => ({ order, event: forged(order, paid[place] ?? order, place), isForged: true })),
      ])
      const startedAt = performance.now()
      const [result] = await Promise.all([deliverAll(world, deliveries, journal), killSome(world, kills, random)])
      const seconds = (performance.now() - startedAt) / 1000
      const { withoutEnd, settledMs } = await settle(world)
      const credits = new Map(
        (await world.admin.query<Credit>(CREDITS, [ordered])).rows.map(({ id, count }) => [id, Number(count)]),
      )
      const credited = (orders: readonly string[]): number[] => orders.map((order) => credits.get(order) ?? 0)
      const forgedIn = credited(unpaid).filter((count) => count > 0).length
      const told = await journal.read()
      const taken = [...new Set(told.map(({ id }) => id))]
      const expected = people.length * 100 + events * 100
      const { rows } = await world.admin.query<{ held: bigint }>(HELD)
      const counted = {
        loadName: `${events} events × ${DELIVERIES} and ${unpaid.length} forgeries, ${Math.round(deliveries.length / seconds)} a second, ${result.again} of them again`,
        faults: `${kills} × kill -9`,
        recovery: `all ended after ${Math.round(settledMs)} ms`,
        acknowledged: told.length,
        lost: credited(taken).filter((count) => count === 0).length,
        twice: credited(paid).filter((count) => count > 1).length,
        broken: await brokenInvariants(world),
      }
      return [
        rowOfCounts(webhooks, counted, [
          { is: forgedIn === 0, fact: `${forgedIn} orders that nobody paid were credited` },
          { is: taken.length === paid.length, fact: `${paid.length - taken.length} events were never taken` },
          { is: result.wrong.length === 0, fact: `${result.wrong.length} answers were not as agreed: ${result.wrong[0]}` },
          { is: Number(rows[0]?.held) === expected, fact: `people have ${rows[0]?.held} instead of ${expected}` },
          { is: withoutEnd === 0, fact: `${withoutEnd} never ended` },
        ]),
      ]
    } finally {
      await journal.close()
      await world.close()
    }
  },
}

interface Credit {
  readonly id: string
  readonly count: bigint
}

const PAID = "update sandbox.payment set outcome = 'complete', decided_at = clock_timestamp() where reference = any($1)"
const CREDITS = `select operation_id::text as id, count(*)
  from transfer
  where operation_id = any($1::uuid[])
  group by operation_id`
const HELD = "select sum(balance_minor)::bigint as held from account where role = 'user'"

interface Delivery {
  readonly order: string
  readonly event: SignedEvent
  readonly isForged?: boolean
}

async function orderTopups(people: readonly TestUser[], count: number): Promise<string[]> {
  const orders: string[] = []
  const loop = async (person: TestUser): Promise<void> => {
    while (orders.length < count) {
      const place = orders.push('') - 1
      const { order } = await person.post('/v2/wallet/top-up', { amount: '1.00', currency_code: 'USD' })
      orders[place] = String(order)
    }
  }
  await Promise.all(people.map(loop))
  return orders
}

const paidInFull = (order: string): PaymentEventData => ({ order, status: 'complete', amount: '1.00', currency: 'USD' })

/** An event that says an unpaid order is paid, signed by somebody else, long ago, for something else or not at all. */
function forged(order: string, other: string, place: number): SignedEvent {
  const forgeries: readonly [Forgery, PaymentEventData][] = [
    [{ secret: 'guessed' }, paidInFull(order)],
    [{ secondsOff: -3600 }, paidInFull(order)],
    [{ secondsOff: 3600 }, paidInFull(order)],
    [{ change: (body) => body.replace('"1.00"', '"1000.00"') }, paidInFull(order)],
    [{ change: (body) => body.replaceAll(other, order) }, paidInFull(other)],
    [{ header: null }, paidInFull(order)],
  ]
  const [forgery, event] = forgeries[place % forgeries.length] ?? [{ header: null }, paidInFull(order)]
  return paymentEvent(event, forgery)
}

/** Delivers each until a wallet has answered it for good: a provider sends again what was not taken. */
async function deliverAll(world: World, deliveries: readonly Delivery[], journal: Journal) {
  const result = { again: 0, wrong: [] as string[] }
  const queue = [...deliveries]
  const work = async (): Promise<void> => {
    for (let delivery = queue.pop(); delivery !== undefined; delivery = queue.pop()) {
      const { order, event, isForged = false } = delivery
      const status = await fetch(`${world.url}/webhooks/payments`, { method: 'POST', ...event }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 0,
      )
      if (status === 0 || status === 503) {
        result.again += 1
        queue.unshift(delivery)
        await pause(20)
      } else if (status !== (isForged ? 401 : 200)) result.wrong.push(`${status} for ${isForged ? 'a forgery' : 'an event'}`)
      else if (!isForged) await journal.write({ kind: 'topup', id: order, currency: 'USD', minor: 100n })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return result
}

async function killSome({ wallets }: World, kills: number, random: Random): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(200 + random.below(800))
    const wallet = random.pick(wallets)
    await wallet.kill()
    await wallet.start()
  }
}
