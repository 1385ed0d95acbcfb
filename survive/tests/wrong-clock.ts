import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, aUser, readCode, type TestUser } from '#tests/builders'
import { environmentOfMachineClock, setMachineClock } from '#tests/fake-time'
import type { Load } from '../load.ts'
import { type MachineClock, openMachineClock } from '../machine-clock.ts'
import { type Row, type Run, rowOf, type SurvivalTest } from '../survival-test.ts'
import { underLoad } from '../under-load.ts'
import type { World } from '../world.ts'

const HOUR = 3600
const DAY = 86_400
const JUMPS: readonly [number, ...number[]] = [-DAY, -HOUR, -1, 1, HOUR, DAY]
// Where clocks are put forward in March and back in October.
const ZONE = 'Europe/Berlin'

/** An instant at which clocks do something that few think of, and how many seconds they are put back then, as in a leap second. */
interface OddInstant {
  readonly name: string
  readonly at: string
  readonly stepsBack: number
}

const ODD_INSTANTS: readonly OddInstant[] = [
  { name: 'an hour that is there twice', at: '2026-10-25T01:00:00Z', stepsBack: 0 },
  { name: 'an hour that is not there', at: '2027-03-28T01:00:00Z', stepsBack: 0 },
  { name: 'a leap day', at: '2028-02-29T00:00:00Z', stepsBack: 0 },
  { name: 'a leap second', at: '2017-01-01T00:00:00Z', stepsBack: 1 },
]

/** R14: clocks jump under load: of one wallet's machine, of PostgreSQL's, and of all where daylight saving or a leap day does it. Codes and rates: tests/survival/clock.full.test.ts. */
export const wrongClock: SurvivalTest = {
  id: 'R14',
  name: 'a clock that jumps',
  bar: 'what every operation and posting is dated is the database’s clock, give or take a second, and in the order of posting; what is used up stays so when that clock goes back',
  async run(run) {
    const rows = [await jumpAtWallet(run), await jumpAtDatabase(run)]
    for (const instant of run.isQuick ? ODD_INSTANTS.slice(0, 1) : ODD_INSTANTS) rows.push(await passOver(run, instant))
    return rows
  },
}

async function jumpAtWallet({ random, openJournal, isQuick }: Run): Promise<Row> {
  const jumps = isQuick ? 2 : 30
  const { result, ...done } = await underLoad({ people: 12, random, openJournal, clients: 16, perSecond: 100 }, async (world) => {
    const file = join(world.folder, 'machine-clock')
    const [, second] = world.wallets
    if (!second) throw new Error('There are two wallets')
    setMachineClock(file, 0)
    await second.kill()
    await second.start({ ...(await environmentOfMachineClock(file)), TZ: ZONE })
    for (let jump = 0; jump < jumps; jump += 1) {
      setMachineClock(file, random.pick(JUMPS))
      await pause(500 + random.below(1000))
    }
    setMachineClock(file, 0)
    return await strangeInstants(world, 1)
  })
  return rowOfClock(done, `a wallet’s: ${jumps} jumps of up to a day`, [
    { is: result.length === 0, fact: `${result.length} instants are strange: ${result[0]}` },
  ])
}

/** Whoever asks for money to be moved meanwhile may be refused for the age of a rate; what is signed by a vendor's clock is taken later. */
async function jumpAtDatabase({ random, openJournal, isQuick }: Run): Promise<Row> {
  const jumps = isQuick ? 2 : 20
  const databaseClock = await openMachineClock(0)
  try {
    const { result, ...done } = await underLoad(
      { people: 12, random, openJournal, clients: 16, perSecond: 100, isRenewing: true, world: { databaseClock } },
      async (world, load) => {
        const isStillUsedUp = await useUp(world)
        const revived: string[] = []
        for (let jump = 0; jump < jumps; jump += 1) {
          databaseClock.set(random.pick(JUMPS))
          // Until the wallets have read it.
          await pause(2500)
          revived.push(...(await isStillUsedUp()))
        }
        databaseClock.set(0)
        await pause(2500)
        return { revived, afterwards: await movesWithin(load, 5000) }
      },
    )
    return rowOfClock(done, `PostgreSQL’s: ${jumps} jumps of up to a day`, [
      { is: result.revived.length === 0, fact: `used up before, and taken again: ${result.revived[0]}` },
      { is: result.afterwards > 0, fact: 'no money moved when the clock was right again' },
    ])
  } finally {
    databaseClock.close()
  }
}

const BEFORE_SECONDS = 30

/** Lets all machines' clocks, in a zone with daylight saving, pass over an instant. */
async function passOver({ random, openJournal }: Run, { name, at, stepsBack }: OddInstant): Promise<Row> {
  const clock = await openMachineClock((Date.parse(at) - Date.now()) / 1000 - BEFORE_SECONDS)
  const inZone: MachineClock = { ...clock, environment: { ...clock.environment, TZ: ZONE } }
  try {
    const { result, ...done } = await underLoad(
      { people: 4, random, openJournal, clients: 8, perSecond: 60, world: { clock: inZone } },
      async (world, load) => {
        // People have signed up meanwhile, and the load goes on.
        await pause(Math.max(0, Date.parse(at) - clock.now().getTime()))
        clock.set(clock.secondsAhead() - stepsBack)
        const moved = await movesWithin(load, 4000)
        return { moved, strange: await strangeInstants(world, 1 + stepsBack) }
      },
    )
    return rowOfClock(done, `all machines’, in ${ZONE}: ${name}`, [
      { is: result.moved > 0, fact: 'no money moved behind it' },
      { is: result.strange.length === 0, fact: `${result.strange.length} instants are strange: ${result.strange[0]}` },
    ])
  } finally {
    clock.close()
  }
}

function rowOfClock(
  done: Omit<Parameters<typeof rowOf>[1], 'loadName' | 'faults' | 'recovery'> & { readonly perSecond: number },
  faults: string,
  findings: Parameters<typeof rowOf>[2],
): Row {
  return rowOf(wrongClock, { ...done, loadName: `${Math.round(done.perSecond)} a second`, faults, recovery: '' }, findings)
}

/** How much is done within so many milliseconds. */
async function movesWithin({ tally }: Load, ms: number): Promise<number> {
  const before = tally.told.length
  await pause(ms)
  return tally.told.length - before
}

/** Uses a code and ends a session; what comes back tells which of them is worth something again. */
async function useUp(world: World): Promise<() => Promise<string[]>> {
  const { phone, token }: TestUser = await aUser(world)
  // The one that it signed up with.
  const confirm_code = await readCode(world, phone)
  await ask(world, 'POST', '/v2/wallet/auth/logout', { token })
  return async () => {
    const again = await ask(world, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code } })
    const visit = await ask(world, 'GET', '/v2/wallet', { token })
    return [again, visit].filter(({ http }) => http === 200).map((answer) => JSON.stringify(answer))
  }
}

// The order of seq is that of posting on one account; two processes' readings of one clock may differ by a moment.
const STRANGE = `with posted as (
    select transfer.id, seq, posted_at, lag(posted_at) over (partition by account_id order by seq) as before
    from transfer join entry on transfer_id = transfer.id join account on account.id = account_id
    where account.user_id is not null
  )
  select id || ' was posted at ' || posted_at || ', after one at ' || before as strange
  from posted
  where posted_at < before - $1::interval or posted_at > clock_timestamp() + $1::interval
    or posted_at < pg_postmaster_start_time() - $1::interval
  union all
  select id || ' was made at ' || created_at
  from operation
  where created_at not between pg_postmaster_start_time() - $1::interval and clock_timestamp() + $1::interval`

/** What is dated before the start, after now, or before what was posted before it, by more than so many seconds. */
async function strangeInstants({ admin }: World, seconds: number): Promise<string[]> {
  return (await admin.query<{ strange: string }>(STRANGE, [`${seconds} seconds`])).rows.map(({ strange }) => strange)
}
