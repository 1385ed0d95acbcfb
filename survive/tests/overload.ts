import { aKey, aUser, type TestUser } from '#tests/builders'
import { type Journal, toldOfExchange } from '../journal.ts'
import { bytesOf, openConnection, percentile } from '../raw-http.ts'
import { brokenInvariants, countLost, countRepeated } from '../reckoning.ts'
import { type Run, rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const PEOPLE = 16
const GOODPUT = 0.7
const NEARLY = 0.85

/** R16: five times as many clients as the wallets can make use of, none of whom ever pauses. */
export const overload: SurvivalTest = {
  id: 'R16',
  name: 'more than it can do',
  bar: `5 × the clients of the peak for 4 × 15 s: ${GOODPUT * 100} % of its goodput, refusals with Retry-After in 100 ms (p99) or what an exchange takes at the peak, as usual 5 s later`,
  async run(run) {
    const { isQuick, tell } = run
    const world = await openWorld({ settings: isQuick ? { CALLS_AT_ONCE: '8' } : {} })
    const journal = await run.openJournal()
    try {
      const people: TestUser[] = []
      for (let made = 0; made < PEOPLE; made += 1) people.push(await aUser(world, '9000.00 USD', '1.00 EUR'))
      const hammer = await hammerOf(world, people, journal)
      const peak = await findPeak(hammer, run)
      const clients = peak.clients * 5
      tell(`the peak is ${Math.round(peak.perSecond)} a second with ${peak.clients} clients; now ${clients}`)
      const { over, usual } = await inTurns(hammer, { clients, peak, isQuick })
      tell(`${Math.round(over.perSecond)} a second, ${over.refusals.length} refused`)
      const normalMs = await untilNormal(hammer, peak)
      const { rows } = await world.admin.query<{ done: bigint }>("select count(*) as done from operation where kind = 'exchange'")
      const told = await journal.read()
      const done = Number(rows[0]?.done)
      const [refusedMs, doneMs] = [percentile(over.refusals, 99), percentile(over.times, 99)]
      const share = over.perSecond / usual.perSecond
      const wrong = over.wrong.length
      const counted = {
        loadName: `${clients} clients without a pause; the peak is ${Math.round(usual.perSecond)} a second with ${peak.clients}`,
        faults: `${over.refusals.length} were refused`,
        recovery: `${Math.round(share * 100)} % of the peak, p99 ${Math.round(doneMs)} ms (${Math.round(usual.p99Ms)} at the peak); refusals p99 ${Math.round(refusedMs)} ms; as usual after ${Math.round(normalMs)} ms`,
        acknowledged: told.length,
        lost: await countLost(world, told),
        // What was under way when a connection was ended is done, and nobody was told.
        twice: countRepeated(told) + Math.max(0, done - told.length - hammer.cutOff()),
        broken: await brokenInvariants(world),
      }
      return [
        rowOfCounts(overload, counted, [
          { is: isQuick || share >= GOODPUT, fact: `the goodput fell to ${Math.round(share * 100)} %` },
          { is: isQuick || refusedMs <= Math.max(100, usual.p99Ms), fact: `a refusal took ${Math.round(refusedMs)} ms` },
          { is: normalMs <= 5000, fact: `it was not as usual after ${Math.round(normalMs)} ms` },
          { is: wrong === 0, fact: `${wrong} answers were not as agreed: ${over.wrong[0]}` },
        ]),
      ]
    } finally {
      await journal.close()
      await world.close()
    }
  },
}

/** What clients met while they asked as fast as they could. */
interface Met {
  /** Exchanges a second. */
  readonly perSecond: number
  /** How long each took, in milliseconds. */
  readonly times: readonly number[]
  /** How long each refusal took. */
  readonly refusals: readonly number[]
  readonly wrong: readonly string[]
}

interface Hammer {
  (clients: number, seconds: number): Promise<Met>
  /** How many connections ended before their answer. */
  cutOff(): number
}

/** Clients who exchange ten cents each and ask again at once, whatever they are told. */
async function hammerOf(world: World, people: readonly TestUser[], journal: Journal): Promise<Hammer> {
  const bodies = await Promise.all(people.map((person) => person.exchangeBody('0.10', 'USD', 'EUR')))
  let cutOff = 0
  const hammer = async (clients: number, seconds: number): Promise<Met> => {
    const [times, refusals, wrong]: [number[], number[], string[]] = [[], [], []]
    // Nobody waits for the disk, which the wallets' database has for itself when they are measured.
    const writing: Promise<void>[] = []
    const startedAt = performance.now()
    const endsAt = startedAt + seconds * 1000
    const loop = async (client: number): Promise<void> => {
      const place = client % people.length
      const wallet = world.wallets[client % world.wallets.length] ?? world.wallets[0]
      let line = await openConnection(wallet.url)
      while (performance.now() < endsAt) {
        const { token = '' } = people[place] ?? {}
        const answer = await line.ask(bytesOf({ path: '/v2/wallet/exchange', token, key: aKey(), body: bodies[place] }))
        if (answer?.status === 200) {
          times.push(answer.ms)
          writing.push(journal.write(toldOfExchange(answer.body, 10n)))
        } else if (answer?.status === 503 && /\r\nretry-after: \d/i.test(answer.head)) refusals.push(answer.ms)
        else wrong.push(answer ? `${answer.status} ${answer.body}` : 'a connection ended')
        if (answer) continue
        cutOff += 1
        line = await openConnection(wallet.url)
      }
      line.close()
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
    const perSecond = (times.length * 1000) / (performance.now() - startedAt)
    await Promise.all(writing)
    return { perSecond, times, refusals, wrong }
  }
  return Object.assign(hammer, { cutOff: () => cutOff })
}

interface Peak {
  readonly clients: number
  readonly perSecond: number
  /** Of an exchange, in milliseconds. */
  readonly p99Ms: number
}

/** Tries growing numbers of clients twice: a shared machine is not always as fast. The peak is the least number that does nearly as much as any. */
async function findPeak(hammer: Hammer, { isQuick, tell }: Run): Promise<Peak> {
  const numbers = isQuick ? [8] : [8, 16, 32, 64]
  await hammer(8, isQuick ? 0.3 : 3)
  const best = new Map<number, Peak>()
  for (const clients of [...numbers, ...numbers.toReversed()]) {
    const { perSecond, times } = await hammer(clients, isQuick ? 0.5 : 2.5)
    if (perSecond > (best.get(clients)?.perSecond ?? 0)) best.set(clients, { clients, perSecond, p99Ms: percentile(times, 99) })
  }
  const all = [...best.values()]
  tell(all.map(({ clients, perSecond }) => `${clients} clients: ${Math.round(perSecond)} a second`).join(', '))
  const most = Math.max(...all.map(({ perSecond }) => perSecond))
  const peak = all.find(({ perSecond }) => perSecond >= most * NEARLY)
  if (!peak) throw new Error('Nothing was exchanged')
  return peak
}

/** Too many and as many as at the peak, in turns: what a shared machine can do changes from minute to minute, and both get the same of it. */
async function inTurns(
  hammer: Hammer,
  { clients, peak, isQuick }: { clients: number; peak: Peak; isQuick: boolean },
): Promise<{ over: Met; usual: Peak }> {
  const [overs, usuals]: [Met[], Met[]] = [[], []]
  for (let turn = 0; turn < (isQuick ? 1 : 4); turn += 1) {
    overs.push(await hammer(clients, isQuick ? 1.5 : 15))
    usuals.push(await hammer(peak.clients, isQuick ? 1 : 5))
  }
  const { perSecond, times } = together(usuals)
  return { over: together(overs), usual: { clients: peak.clients, perSecond, p99Ms: percentile(times, 99) } }
}

function together(all: readonly Met[]): Met {
  return {
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0) / all.length,
    times: all.flatMap(({ times }) => times),
    refusals: all.flatMap(({ refusals }) => refusals),
    wrong: all.flatMap(({ wrong }) => wrong),
  }
}

/** How long it takes, with the clients of the peak, until a second's goodput is as it was then, less a third; in milliseconds. */
async function untilNormal(hammer: Hammer, { clients, perSecond: usual }: Peak): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { perSecond, refusals } = await hammer(clients, 0.5)
    const passedMs = performance.now() - startedAt
    if ((perSecond >= usual * GOODPUT && refusals.length === 0) || passedMs > 30_000) return passedMs
  }
}
