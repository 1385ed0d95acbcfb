import type { Brand } from '#brands/brand'
import type { DemoKind } from '#contract/operation-kinds'
import type { Currency } from '#money/currency'
import { parseRate } from '#money/rate'
import { ratesOf } from '#sandbox/rates'
import type { Database } from './db/pool.ts'
import { DemoPerson } from './demo-person.ts'
import { ignoreClosedPipe } from './process/closed-pipe.ts'
import { createLog } from './process/log.ts'
import { reasonOf } from './process/reason.ts'
import { keepPoints } from './rates/points.ts'
import { demoUserOf, loadBrandAssets } from './settings/brand.ts'
import { readCommandSettings, readSettings } from './settings/env.ts'
import { startServer } from './start-server.ts'

const MONTHS = 6
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
// The demo user signs in again before their token ends.
const SIGN_IN_DAYS = 6
const FRIENDS_PIN = '8642'

/**
 * `npm run demo`: gives a demo user months of operations, made one after the other through the wallet's own API while its clock runs
 * through those months, and then starts the wallet. When the user exists already, it only starts.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { brand } = await loadBrandAssets(settings.BRAND)
  const { phone, pin } = demoUserOf(brand)
  let now = new Date(Date.now() - MONTHS * 30 * DAY_MS)
  // Every read of the clock advances it a little, so that later operations have later times.
  const tick = (): Date => {
    now = new Date(now.getTime() + 20)
    return now
  }
  const wallet = await startServer(
    // For nobody but itself, which asks more than others may.
    { ...readCommandSettings(process.env), PORT: 0 },
    { log: createLog('silent'), shiftTime: tick, servesPage: false, sandboxBeatMs: 20 },
  )
  try {
    const exists = await wallet.database.find({ name: 'demo.find', text: 'select id from wallet_user where phone = $1' }, [
      `+${phone}`,
    ])
    if (!exists) {
      process.stdout.write('Making a demo user …\n')
      const setClock = (instant: Date): void => {
        now = instant
      }
      const until = new Date()
      await keepRates(wallet.database, brand.accountCurrencies, until)
      await live(peopleOf(brand, wallet.url), { brand, from: now, until, setClock })
    }
  } finally {
    await wallet.close()
  }
  process.stdout.write(`Demo user: +${phone}, PIN ${pin}; the code of a sign-in is in the SMS inbox.\n`)
  await import('./main.ts')
}

const QUARTER_MS = 900_000
const RATES_SLOT_MS = 30_000

/** What the sandbox's market has given in the last year: a point a day, in the last month an hour, in the last days a quarter of an hour. */
async function keepRates(database: Database, currencies: readonly Currency[], until: Date): Promise<void> {
  const end = until.getTime()
  const spans = [
    { from: end - 365 * DAY_MS, everyMs: DAY_MS },
    { from: end - 32 * DAY_MS, everyMs: HOUR_MS },
    { from: end - 2 * DAY_MS, everyMs: QUARTER_MS },
  ]
  for (const { from, everyMs } of spans) {
    for (let at = Math.ceil(from / everyMs) * everyMs; at < end; at += everyMs) {
      const rates = ratesOf(BigInt(Math.floor(at / RATES_SLOT_MS)))
        .filter((quoted) => currencies.includes(quoted.from) && currencies.includes(quoted.to))
        .flatMap(({ from: base, to, rate }) => parseRate(base, to, '1', rate) ?? [])
      await keepPoints(database, rates, new Date(at))
    }
  }
}

/** The demo user, and a friend of theirs. */
interface People {
  readonly anna: DemoPerson
  readonly friend: DemoPerson
}

function peopleOf(brand: Brand, url: string): People {
  const { phone, pin } = demoUserOf(brand)
  const friendsPhone = `${phone.slice(0, -1)}0`
  const [anna, friend] = phone.startsWith('7')
    ? ([
        ['Анна', 'Смирнова'],
        ['Илья', 'Орлов'],
      ] as const)
    : ([
        ['Anna', 'Smith'],
        ['Elliot', 'Ward'],
      ] as const)
  return {
    anna: new DemoPerson(url, brand, { phone, pin, name: anna, email: 'anna@mail.example' }),
    friend: new DemoPerson(url, brand, { phone: friendsPhone, pin: FRIENDS_PIN, name: friend, email: 'friend@mail.example' }),
  }
}

interface Currencies {
  readonly home: Currency
  readonly second: Currency
  readonly third: Currency
}

interface Life {
  readonly brand: Brand
  readonly from: Date
  readonly until: Date
  readonly setClock: (instant: Date) => void
}

/** Simulates the time between two instants, a few operations a week. */
async function live(people: People, { brand, from, until, setClock }: Life): Promise<void> {
  const { anna, friend } = people
  await anna.signUp()
  await friend.signUp()
  const [home = 'RUB', second = 'USD'] = brand.firstAccounts
  const third: Currency = brand.firstAccounts.includes('EUR') ? 'GBP' : 'EUR'
  for (const currency of [third, 'USDC'] as const) await anna.openAccount(currency)
  for (let day = 1; from.getTime() + day * DAY_MS < until.getTime() - DAY_MS; day += 1) {
    setClock(new Date(from.getTime() + day * DAY_MS + anna.dice(10, 20) * HOUR_MS + anna.dice(0, 59) * 60_000))
    if (day % SIGN_IN_DAYS === 0) for (const person of [anna, friend]) await person.signIn()
    for (const act of Object.values(HABITS)) await act(people, day, { home, second, third })
  }
}

/** What the demo user does on a day, for each kind of operation in the demo: paid monthly, exchanges a little, sends money; now and then something fails. */
const HABITS: Readonly<Record<DemoKind, (people: People, day: number, currencies: Currencies) => Promise<void>>> = {
  topup: async ({ anna, friend }, day, { home }) => {
    if (day % 30 === 1) await anna.topUp(anna.amount(home, 60_000, 95_000), home, 'pay')
    if (day % 50 === 33) await anna.topUp(anna.amount(home, 1000, 3000), home, 'decline')
    if (day % 60 === 2) await friend.topUp(friend.amount(home, 9000, 12_000), home, 'pay')
  },
  exchange: async ({ anna }, day, { home, second, third }) => {
    if (day % 9 === 4) await anna.exchange(anna.amount(home, 3000, 9000), home, day % 2 === 0 ? second : third)
    if (day % 40 === 20) await anna.exchange('15.00', second, 'USDC')
  },
  withdrawal: async ({ anna }, day, { home }) => {
    const pan = day % 4 === 1 ? '2200123456787730' : '2200123456784821'
    if (day % 6 === 5) await anna.withdraw(anna.amount(home, 1500, 7000), home, pan)
    if (day % 70 === 41) await anna.withdraw(anna.amount(home, 500, 900), home, '2200123456780002')
  },
  p2p: async ({ anna, friend }, day, { home }) => {
    const isRussian = home === 'RUB'
    if (day % 21 === 13) await anna.send(friend, anna.amount(home, 600, 1900), home, isRussian ? 'За ужин' : 'Dinner on Friday')
    if (day % 28 === 16)
      await friend.send(anna, friend.amount(home, 900, 2500), home, isRussian ? 'Билеты в театр' : 'Theatre tickets')
  },
}

ignoreClosedPipe()
main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
})
