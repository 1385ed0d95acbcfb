import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aKey, ask, aUser, freshPhone, readCode, until, whenNotBusy } from '#tests/builders'
import { createLoad, type Load } from '../load.ts'
import { type MachineClock, openMachineClock } from '../machine-clock.ts'
import { reckon } from '../reckoning.ts'
import { listBloated, listUnvacuumed } from '../soak/bloat.ts'
import { type Footprint, footprintOf, growthAfterWarming } from '../soak/footprint.ts'
import { countUnexpired, type Late, listEmpty, listLate } from '../soak/lifetimes.ts'
import { type Finding, type Row, type Run, rowOf, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SPEED = 288
const OPERATIONS = DAY
const REAL_SECONDS = 600
// An hour more: what is kept for a day ends within it.
const LIVED = DAY + HOUR
const GROWTH = 0.02
// One in twenty comes and goes with the clients' connections.
const FLAT = 0.05
// A job that runs every second does so every five minutes here, by a clock that is read every two seconds and then stands for ten
// minutes; twice that, for a busy machine.
const LATE = 30 * MINUTE
const SAMPLE_MS = 2000

/** R17: a day of all that people do, on machines whose clock goes 288 times as fast; whatever has an end comes to it, and nothing grows. */
export const soak: SurvivalTest = {
  id: 'R17',
  name: 'a day in minutes',
  bar: `${OPERATIONS} operations and 24 h by all clocks in ${REAL_SECONDS / 60} min; memory grows by ${GROWTH * 100} % at most, descriptors and connections do not; all that has an end comes to it, ${LATE / MINUTE} min late at most; tables take twice their content at most`,
  async run(run) {
    const clock = await openMachineClock(-401 * DAY)
    try {
      const world = await openWorld({ clock, settings: SETTINGS })
      try {
        return [await live(world, clock, run)]
      } finally {
        await world.close()
      }
    } finally {
      clock.close()
    }
  },
}

const SETTINGS = {
  // With gigabytes to spare Node lets garbage lie for minutes, and its memory goes up and down by half; what is kept for good does not fit
  // into little.
  NODE_OPTIONS: `--max-old-space-size=96 --import=${resolve('survive/long-timers.js')}`,
  LONG_TIMERS_SPEED: String(SPEED),
  // A week is longer than the test.
  SESSION_IDLE_SECONDS: String(6 * HOUR),
}

// By PostgreSQL's clock, which hurries, too: it looks for dead rows every minute, and writes everything down every five, of the real time
// each. The first cannot be more often than every second. Whoever keeps a lock is not waited for without end.
const PACE = ["lock_timeout = '10s'", "autovacuum_naptime = '1s'", `checkpoint_timeout = '${300 * SPEED}s'`]

async function live(world: World, clock: MachineClock, run: Run): Promise<Row> {
  for (const setting of PACE) await world.admin.query(`alter system set ${setting}`)
  await world.admin.query('select pg_reload_conf()')
  await livePast(world, clock)
  const mortal = await makeMortal(world)
  const journal = await run.openJournal()
  try {
    const people = run.isQuick ? 4 : 24
    const load = await createLoad(world, { people, random: run.random, journal, ...MIXTURE })
    const day = await liveDay(world, clock, load, run)
    run.tell(`${load.tally.told.length} operations in ${Math.round(day.seconds)} s`)
    // First by less than vendors wait for a payment: the wallet has to end it by itself.
    for (const leap of [2 * HOUR, Math.max(0, LIVED - day.lived)]) {
      clock.set(clock.secondsAhead() + leap)
      await until(async () => (await listLate(world)).length === 0, 60).catch(() => undefined)
    }
    const findings = [...(await findingsOfEnds(world, load, mortal)), ...findingsOfDay(day, load, run)]
    const reckoning = await reckon(world, load)
    const bloat = await findingsOfBloat(world)
    const growth = growthAfterWarming(day.footprints)
    const columns = {
      loadName: `${Math.round(load.tally.told.length / day.seconds)} a second for ${Math.round(day.seconds)} s, ${CLIENTS} clients on ${people} people`,
      faults: `clock × ${SPEED}: ${(day.lived / HOUR).toFixed(1)} h; ${load.tally.renewed} rates too old, ${load.tally.unpaid.length} top-ups not paid`,
      recovery: `memory ${percent(growth.memory)}, descriptors ${percent(growth.descriptors)}, connections ${percent(growth.connections)}; ends ${Math.round(day.latest.seconds / MINUTE)} min late at most`,
    }
    return rowOf(soak, { load, reckoning, ...columns }, [...findings, ...bloat])
  } finally {
    await journal.close()
  }
}

const CLIENTS = 32
// A withdrawal has a PIN checked, which is meant to cost a machine dear.
const MIXTURE = { shares: { withdrawal: 1, p2p: 1, payment: 1, topup: 4 }, unpaid: 30, isRenewing: true, perSecond: 320 }

const percent = (share: number): string => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`

/** Leaves behind, more than a year ago, one at least of everything that is kept for a time, and comes back. Throws when something is missing. */
async function livePast(world: World, clock: MachineClock): Promise<void> {
  const person = await aUser(world, '2.00 USD', '2.00 EUR')
  await person.exchange('1.00', 'USD', 'EUR')
  // So many that the owner is told by a message.
  for (let guess = 0; guess < 5; guess += 1) await whenNotBusy(() => person.withdraw('1.00', 'USD', { pin: '0000' }))
  await beginSignUp(world)
  await whenNotBusy(() => person.post('/v2/wallet/auth/email/send_code', { email: 'anna@mail.example' }))
  await whenNotBusy(() => ask(world, 'POST', '/v2/wallet/passkeys/sign_in/start'))
  await whenNotBusy(() => person.post('/v2/wallet/live/ticket', {}))
  // The vendors here have no card field of their own.
  await world.admin.query(
    "insert into typed_card_use (provider, token, used_by, usable_until) values ('sandbox', 'left', $1, now() + interval '10 minutes')",
    [aKey()],
  )
  await until(async () => (await listEmpty(world)).join() === 'reconciliation').catch(async () => {
    throw new Error(`Nothing was left in ${await listEmpty(world)}`)
  })
  // What has ended is looked at again after a day, and that is noted.
  await wakeAt(world, clock, clock.secondsAhead() + DAY + HOUR)
  await until(async () => !(await listEmpty(world)).includes('reconciliation'))
  await wakeAt(world, clock, 0)
}

/** Sets the clock while the wallets do not run, so that none of them counts on from what it had read of it before. */
async function wakeAt({ wallets }: World, clock: MachineClock, secondsAhead: number): Promise<void> {
  await Promise.all(wallets.map((wallet) => wallet.kill()))
  clock.set(secondsAhead)
  await Promise.all(wallets.map((wallet) => wallet.start()))
}

/** Begins to sign somebody up, who never enters the code. */
async function beginSignUp(world: World): Promise<string> {
  const phone = freshPhone()
  const body = { phone, first_name: 'Анна', last_name: 'Смирнова', email: 'anna@mail.example' }
  const { http, message } = await whenNotBusy(() => ask(world, 'POST', '/v2/wallet/auth/register', { body }))
  if (http !== 200) throw new Error(message)
  return phone
}

/** What somebody was given at the beginning that is worth nothing at the end, tried then: the words in which it still is something. */
type Mortal = () => Promise<Finding[]>

async function makeMortal(world: World): Promise<Mortal> {
  const idle = await aUser(world, '2.00 USD', '2.00 EUR')
  const { rate_id } = await idle.exchangeBody('1.00', 'USD', 'EUR')
  const phone = await beginSignUp(world)
  const confirm_code = await readCode(world, phone)
  return async () => {
    const young = await aUser(world, '2.00 USD', '2.00 EUR')
    const body = await young.exchangeBody('1.00', 'USD', 'EUR')
    const withOld = await young.post('/v2/wallet/exchange', { ...body, rate_id })
    const withNew = await young.post('/v2/wallet/exchange', body)
    const signedUp = await ask(world, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code } })
    const visit = await idle.get('/v2/wallet')
    const isOld = withOld.code === 'rate_expired' || withOld.code === 'rate_unknown'
    return [
      { is: isOld && withNew.http === 200, fact: `a rate of yesterday: ${withOld.http}, one of today: ${withNew.http}` },
      { is: signedUp.http === 422, fact: `a code of yesterday was answered with ${signedUp.http}` },
      { is: visit.http === 401, fact: `somebody who was away all day was answered with ${visit.http}` },
    ]
  }
}

interface Day {
  /** Of real time. */
  readonly seconds: number
  /** In seconds of the clock. */
  readonly lived: number
  readonly footprints: readonly Footprint[]
  /** What came to its end latest. */
  readonly latest: Late
}

/** Lets the clock go while people ask for things, until a day is over and there was enough of them, ten minutes at most. */
async function liveDay(world: World, clock: MachineClock, load: Load, { isQuick, tell }: Run): Promise<Day> {
  const footprints: Footprint[] = []
  let latest: Late = { what: 'nothing', seconds: 0 }
  let isOver = false
  const [beganAt, startedAt] = [clock.now().getTime(), performance.now()]
  const lived = (): number => (clock.now().getTime() - beganAt) / 1000
  const seconds = (): number => (performance.now() - startedAt) / 1000
  const isDone = (): boolean => (isQuick ? seconds() > 3 : lived() >= LIVED && load.tally.told.length >= OPERATIONS)
  const halt = clock.hurry(SPEED)
  const running = load.run(CLIENTS, () => isOver)
  // Awaited below, where it says why.
  running.catch(() => {
    isOver = true
  })
  try {
    while (!isOver && !isDone() && seconds() < REAL_SECONDS) {
      await pause(isQuick ? SAMPLE_MS / 4 : SAMPLE_MS)
      await beginSignUp(world)
      footprints.push(await footprintOf(world))
      for (const late of await listLate(world)) if (late.seconds > latest.seconds) latest = late
      if (footprints.length % 15 === 0) tell(toldOf(footprints.at(-1), load, lived()))
    }
  } finally {
    isOver = true
    await running
    halt()
  }
  return { seconds: seconds(), lived: lived(), footprints, latest }
}

function toldOf(footprint: Footprint | undefined, { tally }: Load, lived: number): string {
  const { memory = [], descriptors = [], connections } = footprint ?? {}
  const megabytes = memory.map((each) => Math.round(each)).join(' and ')
  return `${(lived / HOUR).toFixed(1)} h, ${tally.told.length} operations, ${megabytes} MB, ${descriptors.join(' and ')} descriptors, ${connections} connections`
}

function findingsOfDay({ seconds, lived, footprints, latest }: Day, { tally }: Load, { isQuick }: Run): Finding[] {
  const growth = growthAfterWarming(footprints)
  const done = tally.told.length
  return [
    { is: isQuick || (lived >= DAY && seconds <= REAL_SECONDS + 5), fact: `${lived / HOUR} h went by in ${seconds} s` },
    { is: isQuick || done >= OPERATIONS, fact: `there were only ${done} operations` },
    { is: tally.renewed > 0 || isQuick, fact: 'no rate ever was too old' },
    { is: latest.seconds <= LATE, fact: `${latest.what} was ${Math.round(latest.seconds / MINUTE)} min late` },
    { is: isQuick || growth.memory <= GROWTH, fact: `memory grew by ${percent(growth.memory)}` },
    { is: isQuick || growth.descriptors <= FLAT, fact: `descriptors grew by ${percent(growth.descriptors)}` },
    { is: isQuick || growth.connections <= FLAT, fact: `connections grew by ${percent(growth.connections)}` },
  ]
}

async function findingsOfEnds(world: World, { tally }: Load, mortal: Mortal): Promise<Finding[]> {
  const late = (await listLate(world)).map(({ what, seconds }) => `${what} by ${Math.round(seconds / MINUTE)} min`)
  const unexpired = await countUnexpired(world, tally.unpaid)
  return [
    { is: late.length === 0, fact: `at the end there were late: ${late.join(', ')}` },
    { is: tally.unpaid.length > 0, fact: 'every top-up was paid' },
    { is: unexpired === 0, fact: `${unexpired} top-ups that nobody paid have not expired` },
    ...(await mortal()),
  ]
}

async function findingsOfBloat(world: World): Promise<Finding[]> {
  await until(async () => (await listUnvacuumed(world)).length === 0, 20).catch(() => undefined)
  const unvacuumed = await listUnvacuumed(world)
  // Rewriting would wait for whoever still looks at a table.
  const bloated = unvacuumed.length > 0 ? [] : await listBloated(world)
  return [
    { is: unvacuumed.length === 0, fact: unvacuumed.join(', ') },
    { is: bloated.length === 0, fact: bloated.join(', ') },
  ]
}
