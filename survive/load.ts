import { setTimeout as pause } from 'node:timers/promises'
import { parseDecimal } from '#money/amount'
import { type Answer, aKey, ask, aUser, type TestUser } from '#tests/builders'
import type { Journal, ToldOutcome } from './journal.ts'
import { AMOUNTS, drawKind, LOAD_KINDS, type LoadCurrency, type LoadKind, type LoadRequest } from './load-kinds.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** What became of a load, as far as its clients remember. */
export interface Tally {
  readonly told: ToldOutcome[]
  /** Refused for good (4xx): nothing may have happened. */
  refused: number
  /** Refused for the age of a rate, and asked for again at a fresh one. */
  renewed: number
  /** The orders of top-ups that nobody pays. */
  readonly unpaid: string[]
  /** Sent again because nobody knew: no answer, busy, under way. */
  sentAgain: number
  /** The first reasons of that. */
  readonly whySentAgain: string[]
  /** Neither told nor refused when the clients' patience ended. */
  unresolved: number
  /** Answers that are not as agreed: a 500, a body that is no envelope, a `busy` without Retry-After. */
  readonly unclean: string[]
  /** The longest that a call went without any answer, in milliseconds. */
  silentMs: number
  /** Of each answer of 200 when it was asked for, in the try that brought it, and when it came, in milliseconds (performance.now). */
  readonly answers: { readonly askedAt: number; readonly at: number }[]
}

/** People with money who go on asking for things, each request under a key of its own and sent until somebody says what became of it. */
export interface Load {
  readonly people: readonly TestUser[]
  /** How many operations they have had before the load: the top-ups they were given money by. */
  readonly before: number
  readonly tally: Tally
  readonly journal: Journal
  /** Runs clients side by side until told to stop, then waits for what is still unknown. */
  run(clients: number, isOver: () => boolean): Promise<void>
  /** One request of a kind by a person, until it is resolved. */
  once(kind: LoadKind, person: number): Promise<void>
}

export interface LoadOptions {
  readonly people: number
  readonly random: Random
  /** What they have, and exchange each for the next; dollars and euros without. */
  readonly currencies?: readonly [LoadCurrency, LoadCurrency, ...LoadCurrency[]]
  readonly journal: Journal
  /** Of a hundred requests so many are of a kind; as load-kinds.ts says where nothing is said. */
  readonly shares?: Readonly<Partial<Record<LoadKind, number>>>
  /** Of a hundred top-ups so many are never paid; none without. */
  readonly unpaid?: number
  /** Whether who is refused for the age of a rate takes a fresh one; it is a refusal like any other without. */
  readonly isRenewing?: boolean
  /** At most so many requests a second, all clients together. */
  readonly perSecond?: number
  /** For how long after the end a client asks again, in milliseconds. */
  readonly patienceMs?: number
  /** Sends everything that was answered once more, under the same key: the answer has to be the same. */
  readonly sendsAgain?: boolean
}

// Longer than any bar: a call that is never answered is seen as one.
const SILENT_MS = 15_000

// For so long people are signed up in the beginning, however often the machine is too busy for one.
const SIGN_UP_MS = 60_000

/** Of each person the exchange that they ask for next, by the place of the currency that it is from. */
type Exchanges = Record<string, string>[][]

type Currencies = NonNullable<LoadOptions['currencies']>

function exchangeFrom(person: TestUser, currencies: Currencies, from: LoadCurrency): Promise<Record<string, string>> {
  const to = currencies[(currencies.indexOf(from) + 1) % currencies.length] ?? currencies[0]
  return person.exchangeBody(AMOUNTS[from].moved, from, to)
}

/** Signs people up, gives them money in their currencies, and makes the load of what they ask for. */
export async function createLoad(world: World, options: LoadOptions): Promise<Load> {
  const { random, journal, currencies = ['USD', 'EUR'], shares = {}, unpaid = 0 } = options
  const given = currencies.map((currency) => `${AMOUNTS[currency].given} ${currency}`)
  const people = await signUpPeople(world, options.people, ...given)
  const exchanges = await firstExchanges(people, currencies)
  const tally = emptyTally()
  const patience = { endsAt: Number.POSITIVE_INFINITY }
  const resolve = createResolve(world, options, { people, currencies, exchanges, tally, patience })

  const requestOf = async (kind: LoadKind, place: number): Promise<LoadRequest | undefined> => {
    const at = random.below(currencies.length)
    const currency = currencies[at] ?? currencies[0]
    const [person, payee] = [people[place], people[(place + 1) % people.length]]
    if (!(person && payee)) throw new Error('There is no such person')
    const made = await LOAD_KINDS[kind].request({ world, person, payee, currency, exchange: exchanges[place]?.[at] ?? {} })
    return made && { kind, ...made }
  }

  const once = async (kind: LoadKind, person: number): Promise<void> => {
    const request = await requestOf(kind, person)
    const id = request && (await resolve(request, person))
    if (kind !== 'topup' || id === undefined) return
    // The vendor's page is the vendor's: people pay there whatever becomes of the wallet meanwhile.
    if (unpaid > 0 && random.below(100) < unpaid) tally.unpaid.push(id)
    else await pay(world, id)
  }

  const run = runner(options, { once: (turn) => once(drawKind(random, shares), turn % people.length), patience })
  return { people, before: people.length * currencies.length, tally, journal, once, run }
}

/** Makes what runs so many clients until it is over, and lets them ask again for a while after that. */
function runner(
  { perSecond, patienceMs = 60_000 }: LoadOptions,
  { once, patience }: { readonly once: (turn: number) => Promise<void>; readonly patience: { endsAt: number } },
): Load['run'] {
  return async (clients, isOver) => {
    patience.endsAt = Number.POSITIVE_INFINITY
    let nextAt = performance.now()
    const loop = async (client: number): Promise<void> => {
      for (let round = 0; !isOver(); round += 1) {
        if (perSecond !== undefined) {
          nextAt = Math.max(nextAt + 1000 / perSecond, performance.now() - 1000)
          await pause(Math.max(0, nextAt - performance.now()))
        }
        await once(client + round * clients)
      }
    }
    const running = Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
    const watching = (async () => {
      while (!isOver()) await pause(50)
      patience.endsAt = performance.now() + patienceMs
    })()
    await Promise.all([running, watching])
  }
}

/**
 * Signs people up, four at a time, and gives each so much money; somebody else as often as the machine was too busy for one of them, since a
 * load begins when its people are there. Throws what the last one was refused with after a minute.
 */
export async function signUpPeople(world: World, count: number, ...given: string[]): Promise<TestUser[]> {
  const endsAt = performance.now() + SIGN_UP_MS
  const someone = (): Promise<TestUser> =>
    aUser(world, ...given).catch((error: unknown) => {
      if (performance.now() > endsAt) throw error
      return someone()
    })
  const people: TestUser[] = []
  for (let made = 0; made < count; made += 4) {
    const some = Math.min(4, count - made)
    people.push(...(await Promise.all(Array.from({ length: some }, someone))))
  }
  return people
}

async function firstExchanges(people: readonly TestUser[], currencies: Currencies): Promise<Exchanges> {
  const exchanges: Exchanges = []
  for (const person of people) {
    const bodies: Record<string, string>[] = []
    for (const currency of currencies) bodies.push(await exchangeFrom(person, currencies, currency))
    exchanges.push(bodies)
  }
  return exchanges
}

function emptyTally(): Tally {
  const counts = { refused: 0, renewed: 0, sentAgain: 0, unresolved: 0, silentMs: 0 }
  return { ...counts, told: [], unpaid: [], whySentAgain: [], unclean: [], answers: [] }
}

interface Underway {
  readonly people: readonly TestUser[]
  readonly currencies: Currencies
  readonly exchanges: Exchanges
  readonly tally: Tally
  /** Until when a client goes on asking. */
  readonly patience: { readonly endsAt: number }
}

/** Makes what sends a request of a person until it is resolved, and gives the id of what was done. */
function createResolve(
  world: World,
  { journal, isRenewing = false, sendsAgain = false }: LoadOptions,
  { people, currencies, exchanges, tally, patience }: Underway,
): (request: LoadRequest, person: number) => Promise<string | undefined> {
  /** Sends it once; nothing when no answer came. */
  const send = async ({ path, body }: LoadRequest, { token }: TestUser, key: string): Promise<Answer | undefined> =>
    ask(world, 'POST', path, { body, token, key, signal: AbortSignal.timeout(SILENT_MS) }).catch((error: unknown) => {
      if (tally.whySentAgain.length < 5) tally.whySentAgain.push(String(error instanceof Error ? (error.cause ?? error) : error))
      return undefined
    })

  const resolve = async (request: LoadRequest, person: number): Promise<string | undefined> => {
    const key = aKey()
    const user = people[person]
    if (!user) throw new Error('There is no such person')
    for (;;) {
      const askedAt = performance.now()
      const answer = await send(request, user, key)
      tally.silentMs = Math.max(tally.silentMs, performance.now() - askedAt)
      if (answer?.http === 200) {
        const told = toldBy(request, answer)
        await journal.write(told)
        tally.told.push(told)
        tally.answers.push({ askedAt, at: performance.now() })
        if (sendsAgain) await sendAgain(() => send(request, user, key), told.id, { tally, patience })
        return told.id
      }
      if (isRenewing && answer?.code === 'rate_expired') return await renew(request, person)
      if (answer && isFinal(answer)) {
        tally.refused += 1
        return undefined
      }
      if (answer) noteUnclean(tally, answer)
      if (answer && tally.whySentAgain.length < 5) tally.whySentAgain.push(JSON.stringify(answer))
      if (performance.now() > patience.endsAt) {
        tally.unresolved += 1
        return undefined
      }
      tally.sentAgain += 1
      await pause(40)
    }
  }

  /** Asks for a fresh rate and sends it with that, under a new key. */
  const renew = async ({ kind, path, currency }: LoadRequest, person: number): Promise<string | undefined> => {
    const [user, bodies] = [people[person], exchanges[person]]
    if (!(user && bodies)) throw new Error('There is no such person')
    tally.renewed += 1
    const place = currencies.indexOf(currency)
    // When rates are busy, too, the old one is refused again.
    bodies[place] = await exchangeFrom(user, currencies, currency).catch(() => bodies[place] ?? {})
    return await resolve({ kind, path, currency, body: bodies[place] }, person)
  }
  return resolve
}

/** What a client knows by an answer that went well. */
function toldBy({ kind, currency }: LoadRequest, answer: Answer): ToldOutcome {
  const id = String(answer.transaction_id ?? answer.order)
  return { kind, id, currency, minor: parseDecimal(AMOUNTS[currency].moved, currency).minor }
}

/** Sends what is done once more, until there is an answer: it has to be the same. */
async function sendAgain(
  send: () => Promise<Answer | undefined>,
  id: string,
  { tally, patience }: Pick<Underway, 'tally' | 'patience'>,
): Promise<void> {
  while (performance.now() < patience.endsAt) {
    const answer = await send()
    if (answer?.http === 200 && String(answer.transaction_id ?? answer.order) === id) return
    if (answer && (answer.http === 200 || isFinal(answer))) {
      tally.unclean.push(`sent again, ${id} became ${JSON.stringify(answer)}`)
      return
    }
    await pause(40)
  }
}

/** Whether a request was refused for good; what is busy, or still under way, is asked for again. */
function isFinal({ http, code }: Answer): boolean {
  return http >= 400 && http < 500 && http !== 429 && code !== 'busy' && code !== 'idempotency_running'
}

function noteUnclean({ unclean }: Tally, answer: Answer): void {
  const isEnvelope = answer.status === 'error' && typeof answer.message === 'string' && typeof answer.code === 'string'
  // A provider's outage is told in words; whoever is only busy says when to come back.
  const isDated = answer.code !== 'busy' || typeof answer.retry_after === 'number'
  if (answer.http === 500 || !isEnvelope || !isDated) unclean.push(`${answer.http} ${JSON.stringify(answer)}`)
}

async function pay({ vendors }: World, order: string): Promise<void> {
  const response = await fetch(`${vendors.url}/payments/${order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'pay' }),
  })
  if (!response.ok) throw new Error(`The vendor's page answered ${response.status}`)
}

/**
 * Waits until something was done that was asked for after an instant, or so many things; gives how long after it that was, in
 * milliseconds: `limitMs` when it was not within that.
 */
export async function untilAnswered({ answers }: Tally, since: number, limitMs: number, count = 1): Promise<number> {
  for (;;) {
    const times = answers.flatMap(({ askedAt, at }) => (askedAt >= since ? [at - since] : [])).sort((one, other) => one - other)
    const last = times[count - 1]
    if (last !== undefined) return last
    if (performance.now() > since + limitMs) return limitMs
    await pause(20)
  }
}
