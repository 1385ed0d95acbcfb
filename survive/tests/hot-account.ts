import { setTimeout as pause } from 'node:timers/promises'
import { aKey, aUser, type TestUser } from '#tests/builders'
import { type Journal, toldOfExchange } from '../journal.ts'
import { bytesOf, openConnection, percentile } from '../raw-http.ts'
import { brokenInvariants, countLost, countRepeated } from '../reckoning.ts'
import { type Row, type Run, rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const CLIENTS = 48
const PEOPLE = 8
const PER_SECOND = 300
// What a machine that is shared may make of the same load a moment later.
const SLACK = 1.5

/** R2: one person exchanges from many devices at once, at two wallets, until the money is gone; nobody else notices. */
export const hotAccount: SurvivalTest = {
  id: 'R2',
  name: 'everybody wants one account',
  bar: `${PER_SECOND} a second on one account, p99 300 ms, of others 100 ms, or as good as ${SLACK} × the same load on many people; nobody below nothing`,
  async run(run) {
    const world = await openWorld()
    const journal = await run.openJournal()
    try {
      const measured = await measure(world, journal, run)
      return [await rowOf(world, journal, measured, run.isQuick)]
    } finally {
      await journal.close()
      await world.close()
    }
  },
}

interface Measured {
  /** As many clients on many people, and somebody else meanwhile. */
  readonly spread: Hammered
  readonly usual: Hammered
  /** The clients on one person, and the same somebody else. */
  readonly ofHot: Hammered
  readonly ofCold: Hammered
  /** Somebody with 20.00. */
  readonly ofPoor: Hammered
  readonly leftOfPoor: string
}

async function measure(world: World, journal: Journal, { isQuick, tell }: Run): Promise<Measured> {
  const seconds = isQuick ? 1 : 15
  const cold = await aUser(world, '2000.00 USD', '1.00 EUR')
  const hot = await aUser(world, '9000.00 USD', '1.00 EUR')
  const many: TestUser[] = []
  for (let made = 0; made < PEOPLE; made += 1) many.push(await aUser(world, '2000.00 USD', '1.00 EUR'))
  const beside = { journal, clients: 1, seconds, pauseMs: 50 }
  const [spread, usual] = await Promise.all([
    exchangeFor(world, many, { journal, clients: CLIENTS, seconds }),
    exchangeFor(world, [cold], beside),
  ])
  tell(`${Math.round(spread.perSecond)} a second on ${PEOPLE} people`)
  const [ofHot, ofCold] = await Promise.all([
    exchangeFor(world, [hot], { journal, clients: CLIENTS, seconds }),
    exchangeFor(world, [cold], beside),
  ])
  tell(`${Math.round(ofHot.perSecond)} a second on one person`)
  const poor = await aUser(world, '20.00 USD', '1.00 EUR')
  const ofPoor = await exchangeFor(world, [poor], { journal, clients: CLIENTS, seconds: isQuick ? 1 : 5, untilRefused: true })
  return { spread, usual, ofHot, ofCold, ofPoor, leftOfPoor: await poor.balance('USD') }
}

async function rowOf(world: World, journal: Journal, measured: Measured, isQuick: boolean): Promise<Row> {
  const { spread, usual, ofHot, ofCold, ofPoor, leftOfPoor } = measured
  const { rows } = await world.admin.query<{ done: bigint; below: bigint }>(DONE)
  const { done = 0n, below = 0n } = rows[0] ?? {}
  const all = [spread, usual, ofHot, ofCold, ofPoor]
  const told = await journal.read()
  const [wrong] = all.flatMap((each) => each.wrong)
  const p99 = ({ times }: Hammered): number => Math.round(percentile(times, 99))
  const isFast = ofHot.perSecond >= PER_SECOND || ofHot.perSecond * SLACK >= spread.perSecond
  const isQuickFor = (one: Hammered, ms: number, reference: Hammered): boolean => p99(one) <= Math.max(ms, p99(reference) * SLACK)
  const counted = {
    loadName: `${Math.round(ofHot.perSecond)} a second on one account, ${CLIENTS} clients, two wallets; ${Math.round(spread.perSecond)} on ${PEOPLE}`,
    faults: `${ofPoor.refused} refused for want of money`,
    recovery: `p99 ${p99(ofHot)} ms (${p99(spread)} on ${PEOPLE}), of others ${p99(ofCold)} ms (${p99(usual)})`,
    acknowledged: told.length,
    lost: await countLost(world, told),
    twice: countRepeated(told) + Math.max(0, Number(done) - told.length),
    broken: await brokenInvariants(world),
  }
  return rowOfCounts(hotAccount, counted, [
    { is: isQuick || isFast, fact: `only ${Math.round(ofHot.perSecond)} a second on one account` },
    { is: isQuick || isQuickFor(ofHot, 300, spread), fact: `p99 on the account was ${p99(ofHot)} ms` },
    { is: isQuick || isQuickFor(ofCold, 100, usual), fact: `p99 of others was ${p99(ofCold)} ms` },
    {
      is: ofPoor.done === 20 && leftOfPoor === '0.00',
      fact: `of 20.00 there were ${ofPoor.done} exchanges of 1.00, and ${leftOfPoor} is left`,
    },
    { is: ofPoor.refused > 0, fact: 'nobody was refused when the money was gone' },
    { is: below === 0n, fact: `${below} entries left somebody below nothing` },
    { is: wrong === undefined, fact: `not as agreed: ${wrong}` },
  ])
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
    journal,
    clients,
    seconds,
    pauseMs = 0,
    untilRefused = false,
  }: { journal: Journal; clients: number; seconds: number; pauseMs?: number; untilRefused?: boolean },
): Promise<Hammered> {
  const bodies = await Promise.all(people.map((person) => person.exchangeBody('1.00', 'USD', 'EUR')))
  const result: Hammered = { done: 0, refused: 0, again: 0, times: [], wrong: [], perSecond: 0 }
  // Nobody waits for the disk, which the wallets' database has for itself when they are measured.
  const writing: Promise<void>[] = []
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
        writing.push(journal.write(toldOfExchange(answer.body, 100n)))
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
  await Promise.all(writing)
  return result
}
