import { setTimeout as pause } from 'node:timers/promises'
import { aKey, aUser, type TestUser } from '#tests/builders'
import { bytesOf, openConnection, percentile } from '../raw-http.ts'
import { brokenInvariants } from '../reckoning.ts'
import { rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const HOT_CLIENTS = 48
const COLD_PEOPLE = 8
const PER_SECOND = 300
const OF_SPREAD = 0.5

/** R2: one person exchanges from many devices at once, at two wallets, until the money is gone; nobody else notices. */
export const hotAccount: SurvivalTest = {
  id: 'R2',
  name: 'everybody wants one account',
  bar: `${PER_SECOND} a second on one account, or ${OF_SPREAD} of what as many clients do on many; p99 300 ms, 100 ms for others; nobody below nothing`,
  async run({ isQuick, tell }) {
    const seconds = isQuick ? 1.5 : 30
    const world = await openWorld()
    try {
      const hot = await aUser(world, '9000.00 USD', '1.00 EUR')
      const cold: TestUser[] = []
      for (let made = 0; made < COLD_PEOPLE; made += 1) cold.push(await aUser(world, '2000.00 USD', '1.00 EUR'))
      const spread = await exchangeFor(world, cold, { clients: HOT_CLIENTS, seconds: seconds / 3 })
      tell(`${Math.round(spread.perSecond)} a second on ${COLD_PEOPLE} people`)
      const [first = hot] = cold
      const [ofHot, ofCold] = await Promise.all([
        exchangeFor(world, [hot], { clients: HOT_CLIENTS, seconds }),
        exchangeFor(world, [first], { clients: 1, seconds, pauseMs: 50 }),
      ])
      tell(`${Math.round(ofHot.perSecond)} a second on one person`)
      const poor = await aUser(world, '20.00 USD', '1.00 EUR')
      const ofPoor = await exchangeFor(world, [poor], { clients: HOT_CLIENTS, seconds: isQuick ? 1 : 5, untilRefused: true })
      const left = await poor.balance('USD')
      const { rows } = await world.admin.query<{ done: bigint; below: bigint }>(DONE)
      const { done = 0n, below = 0n } = rows[0] ?? {}
      const all = [spread, ofHot, ofCold, ofPoor]
      const acknowledged = all.reduce((sum, each) => sum + each.done, 0)
      const unknown = all.reduce((sum, each) => sum + each.again, 0)
      const [hotMs, coldMs] = [percentile(ofHot.times, 99), percentile(ofCold.times, 99)]
      const [wrong] = all.flatMap((each) => each.wrong)
      const counted = {
        loadName: `${Math.round(ofHot.perSecond)} a second on one account, ${HOT_CLIENTS} clients, two wallets; ${Math.round(spread.perSecond)} on ${COLD_PEOPLE}`,
        faults: `${ofPoor.refused} refused for want of money`,
        recovery: `p99 ${Math.round(hotMs)} ms, of others ${Math.round(coldMs)} ms; ${unknown} × busy`,
        acknowledged,
        lost: Math.max(0, acknowledged - Number(done)),
        twice: Math.max(0, Number(done) - acknowledged - unknown),
        broken: await brokenInvariants(world),
      }
      return [
        rowOfCounts(hotAccount, counted, [
          {
            is: isQuick || ofHot.perSecond >= PER_SECOND || ofHot.perSecond >= OF_SPREAD * spread.perSecond,
            fact: `only ${Math.round(ofHot.perSecond)} a second on one account, ${Math.round(spread.perSecond)} on many`,
          },
          { is: isQuick || hotMs <= 300, fact: `p99 on the account was ${Math.round(hotMs)} ms` },
          { is: isQuick || coldMs <= 100, fact: `p99 of others was ${Math.round(coldMs)} ms` },
          {
            is: ofPoor.done === 20 && left === '0.00',
            fact: `of 20.00 there were ${ofPoor.done} exchanges of 1.00, and ${left} is left`,
          },
          { is: ofPoor.refused > 0, fact: 'nobody was refused when the money was gone' },
          { is: below === 0n, fact: `${below} entries left somebody below nothing` },
          { is: wrong === undefined, fact: `not as agreed: ${wrong}` },
        ]),
      ]
    } finally {
      await world.close()
    }
  },
}

const DONE = `select (select count(*) from operation where kind = 'exchange') as done,
    (select count(*) from entry where balance_after_minor < 0) as below`

interface Hammered {
  done: number
  /** With insufficient_funds. */
  refused: number
  /** Busy or cut off, and asked for again under the same key. */
  again: number
  readonly times: number[]
  readonly wrong: string[]
  perSecond: number
}

/** Has people exchange 1.00 as fast as so many clients can, each request under a key of its own and until it is answered. */
async function exchangeFor(
  world: World,
  people: readonly TestUser[],
  {
    clients,
    seconds,
    pauseMs = 0,
    untilRefused = false,
  }: { clients: number; seconds: number; pauseMs?: number; untilRefused?: boolean },
): Promise<Hammered> {
  const bodies = await Promise.all(people.map((person) => person.exchangeBody('1.00', 'USD', 'EUR')))
  const result: Hammered = { done: 0, refused: 0, again: 0, times: [], wrong: [], perSecond: 0 }
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const loop = async (client: number): Promise<void> => {
    const place = client % people.length
    const wallet = world.wallets[client % world.wallets.length] ?? world.wallets[0]
    const line = await openConnection(wallet.url)
    while (performance.now() < endsAt) {
      const request = bytesOf({
        path: '/v2/wallet/exchange',
        token: people[place]?.token ?? '',
        key: aKey(),
        body: bodies[place],
      })
      let answer = await line.ask(request)
      for (; answer?.status === 503; answer = await line.ask(request)) {
        result.again += 1
        await pause(40)
      }
      if (answer?.status === 200) {
        result.done += 1
        result.times.push(answer.ms)
      } else if (answer?.body.includes('"insufficient_funds"')) {
        result.refused += 1
        if (untilRefused && result.refused > clients) break
      } else result.wrong.push(answer ? `${answer.status} ${answer.body}` : 'a connection ended')
      if (result.wrong.length > 0) break
      if (pauseMs > 0) await pause(pauseMs)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
  result.perSecond = (result.done * 1000) / (performance.now() - startedAt)
  return result
}
