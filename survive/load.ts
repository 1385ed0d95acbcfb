import { setTimeout as pause } from 'node:timers/promises'
import { parseDecimal } from '#money/amount'
import { type Answer, aKey, ask, aUser, type TestUser } from '#tests/builders'
import type { Journal, ToldOutcome } from './journal.ts'
import { AMOUNTS, drawKind, LOAD_KINDS, type LoadCurrency, type LoadRequest } from './load-kinds.ts'
import type { PeoplesKind } from './made-by.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** The results of a load, as its clients remember them. */
export interface Tally {
  readonly told: ToldOutcome[]
  /** Requests that were refused for good (4xx): nothing may have happened. */
  refused: number
  /** Requests that were refused for the age of their rate, and sent again at a fresh rate. */
  renewed: number
  /** The orders of top-ups that nobody pays. */
  readonly unpaid: string[]
  /** Requests that were sent again because their outcome was unknown: no answer, busy, still running. */
  sentAgain: number
  /** The first reasons for sending again. */
  readonly whySentAgain: string[]
  /** Requests without an outcome when the clients' patience ended. */
  unresolved: number
  /** Answers that break the contract: a 500, a body that is no envelope, a `busy` without Retry-After. */
  readonly unclean: string[]
  /** The longest time that a call had no answer, in milliseconds. */
  silentMs: number
  /** For each answer of 200: when the try that brought it was sent, and when it came, in milliseconds (performance.now). */
  readonly answers: { readonly askedAt: number; readonly at: number }[]
}

/** People with money who keep sending requests, each under its own key and until its outcome is known. */
export interface Load {
  readonly people: readonly TestUser[]
  /** How many operations the people had before the load: the top-ups that gave them their money. */
  readonly before: number
  readonly tally: Tally
  readonly journal: Journal
  /** Runs clients side by side until told to stop, then waits for the outcomes that are still unknown. */
  run(clients: number, isOver: () => boolean): Promise<void>
  /** Sends one request of a kind by a person, until its outcome is known. */
  once(kind: PeoplesKind, person: number): Promise<void>
}

export interface LoadOptions {
  readonly people: number
  readonly random: Random
  /** The currencies that people have, each exchanged for the next; dollars and euros by default. */
  readonly currencies?: readonly [LoadCurrency, LoadCurrency, ...LoadCurrency[]]
  readonly journal: Journal
  /** How many of a hundred requests are of each kind; load-kinds.ts has the defaults. */
  readonly shares?: Readonly<Partial<Record<PeoplesKind, number>>>
  /** How many of a hundred top-ups are never paid; none by default. */
  readonly unpaid?: number
  /** Whether a request that was refused for the age of its rate is sent again at a fresh rate; by default it counts as refused. */
  readonly isRenewing?: boolean
  /** The most requests in a second, from all clients together. */
  readonly perSecond?: number
  /** How long after the end of the load a client still sends again, in milliseconds. */
  readonly patienceMs?: number
  /** Whether every answered request is sent once more under the same key: the answer has to be the same. */
  readonly sendsAgain?: boolean
}

// Longer than the limit of any test, so that a call without an answer exceeds the limit.
const SILENT_MS = 15_000

// How long the sign-up of people is retried at the start while the machine is too busy.
const SIGN_UP_MS = 60_000

/** The next exchange of each person, by the place of the currency that it is from. */
type Exchanges = Record<string, string>[][]

type Currencies = NonNullable<LoadOptions['currencies']>

function exchangeFrom(person: TestUser, currencies: Currencies, from: LoadCurrency): Promise<Record<string, string>> {
  const to = currencies[(currencies.indexOf(from) + 1) % currencies.length] ?? currencies[0]
  return person.exchangeBody(AMOUNTS[from].moved, from, to)
}

/** Signs people up, gives them money in their currencies, and creates the load of their requests. */
export async function createLoad(world: World, options: LoadOptions): Promise<Load> {
  const { random, journal, currencies = ['USD', 'EUR'], shares = {}, unpaid = 0 } = options
  const given = currencies.map((currency) => `${AMOUNTS[currency].given} ${currency}`)
  const people = await signUpPeople(world, options.people, ...given)
  const exchanges = await firstExchanges(people, currencies)
  const tally = emptyTally()
  const patience = { endsAt: Number.POSITIVE_INFINITY }
  const resolve = createResolve(world, options, { people, currencies, exchanges, tally, patience })

  const requestOf = async (kind: PeoplesKind, place: number): Promise<LoadRequest | undefined> => {
    const at = random.below(currencies.length)
    const currency = currencies[at] ?? currencies[0]
    const [person, payee] = [people[place], people[(place + 1) % people.length]]
    if (!(person && payee)) throw new Error('There is no such person')
    const asker = { world, person, payee, currency, exchange: exchanges[place]?.[at] ?? {} }
    for (;;) {
      const made = await LOAD_KINDS[kind].request(asker)
      if (made) return { kind, ...made }
      if (performance.now() > patience.endsAt) return undefined
      tally.sentAgain += 1
      await pause(40)
    }
  }

  const once = async (kind: PeoplesKind, person: number): Promise<void> => {
    const request = await requestOf(kind, person)
    const id = request && (await resolve(request, person))
    if (kind !== 'topup' || id === undefined) return
    // The page belongs to the vendor, so people can pay there even while the wallet is down.
    if (unpaid > 0 && random.below(100) < unpaid) tally.unpaid.push(id)
    else await pay(world, id)
  }

  const run = runner(options, { once: (turn) => once(drawKind(random, shares), turn % people.length), patience })
  return { people, before: people.length * currencies.length, tally, journal, once, run }
}

/** Creates the function that runs the clients until the load is over, and lets them send again for a while after that. */
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
 * Signs people up, four at a time, and gives each the same money. When the machine is too busy for one of them, another person is tried, since a
 * load begins with all of its people. After a minute it throws the last refusal.
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
  /** Until when a client keeps sending. */
  readonly patience: { readonly endsAt: number }
}

/** Creates the function that sends a person's request until its outcome is known, and returns the id of the operation. */
function createResolve(
  world: World,
  { journal, isRenewing = false, sendsAgain = false }: LoadOptions,
  { people, currencies, exchanges, tally, patience }: Underway,
): (request: LoadRequest, person: number) => Promise<string | undefined> {
  /** Sends a request once; undefined when no answer came. */
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

  /** Fetches a fresh rate and sends the request with it, under a new key. */
  const renew = async ({ kind, path, currency }: LoadRequest, person: number): Promise<string | undefined> => {
    const [user, bodies] = [people[person], exchanges[person]]
    if (!(user && bodies)) throw new Error('There is no such person')
    tally.renewed += 1
    const place = currencies.indexOf(currency)
    // When no fresh rate can be had, the old rate is sent and refused again.
    bodies[place] = await exchangeFrom(user, currencies, currency).catch(() => bodies[place] ?? {})
    return await resolve({ kind, path, currency, body: bodies[place] }, person)
  }
  return resolve
}

/** The outcome that a client knows from an answer of 200. */
function toldBy({ kind, currency }: LoadRequest, answer: Answer): ToldOutcome {
  const id = String(answer.transaction_id ?? answer.order)
  return { kind, id, currency, minor: parseDecimal(AMOUNTS[currency].moved, currency).minor }
}

/** Sends an answered request again until there is another answer, which has to be the same. */
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

/** Whether a request was refused for good. A request that was busy or is still running is sent again. */
function isFinal({ http, code }: Answer): boolean {
  return http >= 400 && http < 500 && http !== 429 && code !== 'busy' && code !== 'idempotency_running'
}

function noteUnclean({ unclean }: Tally, answer: Answer): void {
  const isEnvelope = answer.status === 'error' && typeof answer.message === 'string' && typeof answer.code === 'string'
  // The answer about a provider's outage needs no time, but a `busy` has to say when to try again.
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
 * Waits until `count` requests that were sent after an instant have an answer of 200. Returns how long after the instant that was, in
 * milliseconds; `limitMs` when it took longer.
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
