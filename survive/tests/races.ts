import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, aKey, ask, aUser, freshPhone, PIN, readCode, type TestUser } from '#tests/builders'
import { paymentEvent } from '#tests/vendors'
import type { ToldOutcome } from '../journal.ts'
import { bytesOf, openConnection, type RawAnswer, type RawConnection } from '../raw-http.ts'
import { brokenInvariants, countLost, settle } from '../reckoning.ts'
import { rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const AT_ONCE = 30

/** What a round of a race came to: how often it had an effect, where it may have one, and what was wrong with the answers. */
interface Outcome {
  readonly effects: number
  readonly wrong?: string
}

/** Requests that are let go at the same moment, and how to find out what came of them. */
interface Round {
  readonly requests: readonly Buffer[]
  evaluate(answers: readonly Answer[]): Promise<Outcome>
}

/** The same thing asked for by many at the same moment: one effect a round. */
interface Race {
  readonly name: string
  /** What money it moves, where whoever is told of that gets an id: 1.00 USD each. */
  readonly moves?: ToldOutcome['kind']
  prepare(): Promise<Round>
}

/** R3: thirty requests of which all but the last byte has been sent, and then the last byte of each. */
export const races: SurvivalTest = {
  id: 'R3',
  name: 'thirty at the same moment',
  bar: '50 rounds × 7 races × 30 requests: one effect a round',
  async run({ openJournal, isQuick, tell }) {
    const rounds = isQuick ? 2 : 50
    const world = await openWorld()
    const journal = await openJournal()
    const lines: RawConnection[] = []
    try {
      const all = await racesOf(world)
      const done = { acknowledged: 0, lost: 0, twice: 0 }
      const wrong: string[] = []
      for (const race of all) {
        for (let number = 1; number <= rounds; number += 1) {
          await openLines(world, lines)
          const { requests, evaluate } = await race.prepare()
          const answers = await releaseTogether(lines, requests)
          const unclean = answers.filter((answer) => !isClean(answer))
          const { effects, wrong: fault } = await evaluate(answers)
          done.acknowledged += answers.filter(({ http }) => http === 200).length
          await Promise.all(movesIn(race, answers).map((move) => journal.write(move)))
          done.lost += effects === 0 ? 1 : 0
          done.twice += Math.max(0, effects - 1)
          if (fault !== undefined) wrong.push(`${race.name}, round ${number}: ${fault} (${told(answers)})`)
          for (const answer of unclean) wrong.push(`${race.name}, round ${number}: ${JSON.stringify(answer)}`)
        }
        tell(`${race.name}: ${rounds} rounds`)
      }
      const { withoutEnd } = await settle(world)
      const moves = await journal.read()
      const moved = await countOf(world, MOVED)
      const tooMuch = moved - new Set(moves.map(({ id }) => id)).size
      const counted = {
        loadName: `${rounds} rounds × ${all.length} races × ${AT_ONCE} requests, last byte at once, two wallets`,
        faults: '',
        recovery: '',
        acknowledged: done.acknowledged,
        lost: done.lost + (await countLost(world, moves)),
        twice: done.twice + Math.max(0, tooMuch),
        broken: await brokenInvariants(world),
      }
      return [
        rowOfCounts(races, counted, [
          { is: wrong.length === 0, fact: `${wrong.length} rounds were not as agreed: ${wrong[0]}` },
          { is: withoutEnd === 0, fact: `${withoutEnd} never ended` },
        ]),
      ]
    } finally {
      for (const line of lines) line.close()
      await journal.close()
      await world.close()
    }
  },
}

const MOVED = "select count(*) from operation where kind in ('exchange', 'withdrawal')"

/** What the answers of a race tell of money that has moved. */
function movesIn({ moves }: Race, answers: readonly Answer[]): ToldOutcome[] {
  if (moves === undefined) return []
  return done(answers).map(({ transaction_id }) => ({ kind: moves, id: String(transaction_id), currency: 'USD', minor: 100n }))
}

/** Opens as many connections as are missing, to both wallets in turn. */
async function openLines({ wallets }: World, lines: RawConnection[]): Promise<void> {
  for (let place = 0; place < AT_ONCE; place += 1) {
    const wallet = wallets[place % wallets.length]
    if (wallet && !lines[place]?.isOpen()) lines[place] = await openConnection(wallet.url)
  }
}

async function releaseTogether(lines: readonly RawConnection[], requests: readonly Buffer[]): Promise<Answer[]> {
  const pairs = lines.flatMap((line, place) => {
    const request = requests[place]
    return request ? [{ line, request }] : []
  })
  await Promise.all(pairs.map(({ line, request }) => line.send(request.subarray(0, -1))))
  // For the wallets to have read it.
  await pause(15)
  const answers = pairs.map(({ line }) => line.answer())
  for (const { line, request } of pairs) void line.send(request.subarray(-1))
  return (await Promise.all(answers)).map(asAnswer)
}

function asAnswer(raw: RawAnswer | undefined): Answer {
  if (!raw) return { http: 0, status: '', message: 'The connection ended' }
  return { ...(JSON.parse(raw.body) as Answer), http: raw.status }
}

function isClean({ http, code }: Answer): boolean {
  return (http > 0 && http < 500) || (http === 503 && code === 'busy')
}

/** What was answered, and how often. */
function told(answers: readonly Answer[]): string {
  const counts = new Map<string, number>()
  for (const { http, code = '' } of answers) {
    const name = `${http} ${code}`.trim()
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}

const times = (make: (place: number) => Buffer): Buffer[] => Array.from({ length: AT_ONCE }, (_, place) => make(place))
const MAY_WAIT = ['busy', 'idempotency_running']

/** What is wrong when anybody was told anything but these. */
function unlessOnly(answers: readonly Answer[], codes: readonly string[]): { wrong?: string } {
  const other = answers.find(({ http, code = '' }) => http !== 200 && !codes.includes(code))
  return other ? { wrong: `told ${other.http} ${other.code}` } : {}
}

const done = (answers: readonly Answer[]): readonly Answer[] => answers.filter(({ http }) => http === 200)

/** All who were told that it is done were told of the same thing. */
function sameForAll(answers: readonly Answer[], field: string): { wrong?: string } {
  const ids = new Set(done(answers).map((answer) => answer[field]))
  return ids.size > 1 ? { wrong: `${ids.size} different ${field}` } : {}
}

async function racesOf(world: World): Promise<Race[]> {
  const [anna, boris, clara, diana] = [
    await aUser(world, '100.00 USD', '100.00 EUR'),
    await aUser(world, '1.00 USD'),
    await aUser(world, '100.00 USD'),
    await aUser(world, '100.00 USD'),
  ]
  return [
    sameExchange(world, anna, await anna.exchangeBody('1.00', 'USD', 'EUR')),
    lastMoney(world, boris),
    sameWithdrawal(world, clara),
    sameEvent(world, anna),
    sameCode(world),
    wrongPins(world, diana),
    sameAccount(world),
  ]
}

function sameExchange(world: World, { token, phone }: TestUser, body: object): Race {
  return {
    name: 'the same exchange under the same key',
    moves: 'exchange',
    async prepare() {
      const [key, before] = [aKey(), await operationsOf(world, phone, 'exchange')]
      return {
        requests: times(() => bytesOf({ path: '/v2/wallet/exchange', token, key, body })),
        evaluate: async (answers) => ({
          effects: (await operationsOf(world, phone, 'exchange')) - before,
          ...unlessOnly(answers, MAY_WAIT),
          ...sameForAll(answers, 'transaction_id'),
        }),
      }
    },
  }
}

const withdrawalOf = (token: string, key: string, pin = PIN): Buffer =>
  bytesOf({
    path: '/v2/wallet/withdrawal',
    token,
    key,
    body: { amount: '1.00', currency_code: 'USD', pin, pan: '2200123456784821' },
  })

function lastMoney(world: World, user: TestUser): Race {
  return {
    name: 'the last money withdrawn under different keys',
    moves: 'withdrawal',
    async prepare() {
      if ((await user.balance('USD')) === '0.00') await user.topUp('1.00', 'USD')
      const before = await operationsOf(world, user.phone, 'withdrawal')
      return {
        requests: times(() => withdrawalOf(user.token, aKey())),
        evaluate: async (answers) => {
          const effects = (await operationsOf(world, user.phone, 'withdrawal')) - before
          const fault = done(answers).length === effects ? {} : { wrong: `${effects} effects` }
          return { effects, ...fault, ...unlessOnly(answers, ['insufficient_funds', ...MAY_WAIT]) }
        },
      }
    },
  }
}

function sameWithdrawal(world: World, { token, phone }: TestUser): Race {
  return {
    name: 'the same withdrawal under the same key',
    moves: 'withdrawal',
    async prepare() {
      const [key, before] = [aKey(), await operationsOf(world, phone, 'withdrawal')]
      return {
        requests: times(() => withdrawalOf(token, key)),
        evaluate: async (answers) => ({
          effects: (await operationsOf(world, phone, 'withdrawal')) - before,
          ...unlessOnly(answers, MAY_WAIT),
          ...sameForAll(answers, 'transaction_id'),
        }),
      }
    },
  }
}

function sameEvent(world: World, user: TestUser): Race {
  return {
    name: 'the same event of a paid top-up',
    async prepare() {
      const order = String((await user.post('/v2/wallet/top-up', { amount: '1.00', currency_code: 'USD' })).order)
      // Paid, and nobody else tells of it.
      await world.vendors.pool.query(PAID, [[order]])
      const { body, headers } = paymentEvent({ order, status: 'complete', amount: '1.00', currency: 'USD' })
      return {
        requests: times(() => bytesOf({ path: '/webhooks/payments', headers, body })),
        evaluate: async (answers) => ({
          effects: await countOf(world, "select count(*) from transfer where operation_id = $1 and kind = 'topup'", order),
          ...unlessOnly(answers, MAY_WAIT),
        }),
      }
    },
  }
}

const PAID =
  "update sandbox.payment set outcome = 'complete', decided_at = clock_timestamp() where reference = any($1) and outcome is null"

function sameCode(world: World): Race {
  const person = { first_name: 'Anna', last_name: 'Smith', email: 'anna@mail.example' }
  return {
    name: 'a phone confirmed with the same code',
    async prepare() {
      const phone = freshPhone()
      await ask(world, 'POST', '/v2/wallet/auth/register', { body: { ...person, phone } })
      const body = { phone, confirm_code: await readCode(world, phone) }
      return {
        requests: times(() => bytesOf({ path: '/v2/wallet/auth/register/phone/confirm', body })),
        evaluate: async (answers) => {
          const effects = await countOf(world, SESSIONS, `+${phone}`)
          const fault = done(answers).length === effects ? {} : { wrong: `${effects} sessions` }
          return { effects, ...fault, ...unlessOnly(answers, ['code_wrong', 'code_expired', 'code_limit', 'busy']) }
        },
      }
    },
  }
}

const SESSIONS = 'select count(*) from session join wallet_user on wallet_user.id = user_id where phone = $1'

interface Tries {
  readonly failures: number
  readonly is_blocked: boolean
}

/** The effect is that what was told was counted: each wrong PIN once, and the fifth blocks. */
function wrongPins(world: World, { token, phone }: TestUser): Race {
  return {
    name: 'a wrong PIN',
    async prepare() {
      await world.admin.query(FORGIVE, [`+${phone}`])
      const before = await operationsOf(world, phone, 'withdrawal')
      return {
        requests: times(() => withdrawalOf(token, aKey(), '0000')),
        evaluate: async (answers) => {
          const { rows } = await world.admin.query<Tries>(TRIES, [`+${phone}`])
          const { failures = 0, is_blocked: isBlocked = false } = rows[0] ?? {}
          const left = answers.flatMap(({ attempts_left }) => (typeof attempts_left === 'number' ? [attempts_left] : []))
          const isTold = left.length + (isBlocked ? 1 : 0) === failures && new Set(left).size === left.length
          const isRight = isTold && failures >= 1 && failures <= 5 && isBlocked === (failures === 5)
          const moved = (await operationsOf(world, phone, 'withdrawal')) - before
          if (moved > 0) return { effects: 1 + moved, wrong: 'a wrong PIN moved money' }
          const fault = isRight ? {} : { wrong: `${failures} were counted, blocked: ${isBlocked}, left: ${left}` }
          return { effects: 1, ...fault, ...unlessOnly(answers, ['pin_wrong', 'pin_blocked', 'busy']) }
        },
      }
    },
  }
}

const FORGIVE = 'delete from pin_failure using wallet_user where wallet_user.id = user_id and phone = $1'
const TRIES = `select count(*)::integer as failures, count(*) >= 5 as is_blocked
  from pin_failure join wallet_user on wallet_user.id = user_id where phone = $1`

function sameAccount(world: World): Race {
  const currencies = ['EUR', 'GBP', 'IDR', 'USDC']
  let user: TestUser | undefined
  let turn = 0
  return {
    name: 'an account of the same currency',
    async prepare() {
      const currency_code = currencies[turn % currencies.length]
      if (turn % currencies.length === 0) user = await aUser(world)
      turn += 1
      const { token = '', phone = '' } = user ?? {}
      const before = await countOf(world, ACCOUNTS, `+${phone}`)
      return {
        requests: times(() => bytesOf({ path: '/v2/wallet/accounts', token, key: aKey(), body: { currency_code } })),
        evaluate: async (answers) => {
          const effects = (await countOf(world, ACCOUNTS, `+${phone}`)) - before
          const fault = done(answers).length === effects ? {} : { wrong: `${effects} accounts` }
          return { effects, ...fault, ...unlessOnly(answers, ['account_exists', 'busy']) }
        },
      }
    },
  }
}

const ACCOUNTS = 'select count(*) from account join wallet_user on wallet_user.id = user_id where phone = $1'
const OPERATIONS = `select count(*)
  from operation
  join operation_leg on operation_leg.operation_id = operation.id and leg = 0
  join wallet_user on wallet_user.id = user_id
  where phone = $1 and kind = $2`

function operationsOf(world: World, phone: string, kind: string): Promise<number> {
  return countOf(world, OPERATIONS, `+${phone}`, kind)
}

async function countOf({ admin }: World, text: string, ...values: string[]): Promise<number> {
  return Number((await admin.query<{ count: bigint }>(text, values)).rows[0]?.count)
}
