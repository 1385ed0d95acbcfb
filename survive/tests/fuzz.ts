import fc from 'fast-check'
import { aUser, freshPhone, PIN, type TestUser } from '#tests/builders'
import { type Document, type DocumentedRequest, documentedRequests, Known } from '#tests/document-requests'
import { BROKEN_REQUESTS, invalidRequests } from '../invalid-requests.ts'
import { mutated } from '../mutated-bytes.ts'
import type { Random } from '../random.ts'
import { bytesOf, openConnection, type RawAnswer, type RawConnection } from '../raw-http.ts'
import { brokenInvariants, settle } from '../reckoning.ts'
import { differenceOf, stateOf } from '../state.ts'
import { type Run, rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const LINES = 16
/** So many requests go out on a connection before the first is answered. */
const PIPELINED = 8

interface Amounts {
  readonly invalid: number
  readonly mutated: number
  /** Each with somebody new. */
  readonly rounds: number
  readonly perRound: number
}

const QUICK: Amounts = { invalid: 1500, mutated: 200, rounds: 1, perRound: 300 }
const WHOLE: Amounts = { invalid: 77_000, mutated: 8000, rounds: 17, perRound: 1000 }

/** R20: whatever is sent, no 500, no word of how it is made, and nothing done for what was not well asked. */
export const fuzz: SurvivalTest = {
  id: 'R20',
  name: 'anything at all is sent',
  bar: '100 000 requests: no 5xx, no crash, nothing told of the inside, nothing changed by what is invalid; who asks well can move money all the time',
  async run(run) {
    const world = await openWorld()
    try {
      const log = createAnswerLog()
      const { changed, idle } = await sendEverything(world, log, run)
      const crashed = world.wallets.filter((wallet) => !wallet.isRunning()).length
      const { withoutEnd } = await settle(world)
      const counted = {
        loadName: `${log.count} requests, ${LINES} connections, ${PIPELINED} in a row on each, two wallets`,
        faults: [...log.statuses]
          .sort()
          .map(([status, count]) => `${count} × ${status || 'cut off'}`)
          .join(', '),
        recovery: '',
        acknowledged: log.statuses.get(200) ?? 0,
        lost: 0,
        twice: 0,
        broken: await brokenInvariants(world),
      }
      const wrong = log.wrong.slice(0, 5).join('\n   ')
      return [
        rowOfCounts(fuzz, counted, [
          { is: log.wrong.length === 0, fact: `${log.wrong.length} answers were wrong: ${wrong}` },
          { is: changed === '', fact: `invalid requests changed ${changed}` },
          { is: idle === 0, fact: `${idle} people who asked well have moved no money` },
          { is: crashed === 0, fact: `${crashed} wallets ended` },
          { is: withoutEnd === 0, fact: `${withoutEnd} never ended` },
        ]),
      ]
    } finally {
      await world.close()
    }
  },
}

/** Sends what is invalid, what is no request, what is changed on the way and what is well asked; tells what the first two changed, and for whom the last did nothing. */
async function sendEverything(world: World, log: AnswerLog, { seed, random, isQuick, tell }: Run) {
  const amounts = isQuick ? QUICK : WHOLE
  const document = (await (await fetch(`${world.url}/v2/wallet/openapi.json`)).json()) as Document
  const anna = await someone(world)
  const documented = fc
    .sample(documentedRequests(document, [...anna.given.keys()]), { seed, numRuns: isQuick ? 300 : 3000 })
    .filter(({ operation }) => !ENDS_SESSIONS.includes(operation.operationId))
  const ofAnna = documented.map((request) => resolved(request, anna.given))
  await settle(world)
  const before = await stateOf(world)
  const invalid = invalidRequests(document, ofAnna, { token: anna.token, random })
  await sendAll(world, invalid, { count: amounts.invalid, log, isInvalid: true })
  for (const bytes of BROKEN_REQUESTS) await sendAlone(world, bytes, { log, isInvalid: true })
  const changed = differenceOf(before, await stateOf(world))
  tell(`${log.count} invalid requests`)

  const clara = await someone(world)
  const ofClara = documented.map((request) => resolved(request, clara.given))
  await sendMutated(world, asTheyAre(ofClara, { token: clara.token, random }), { count: amounts.mutated, log, random })
  tell(`${amounts.mutated} requests with bytes that nobody meant`)

  // Whoever freezes a wallet can do nothing with it afterwards.
  const frozen = await someone(world)
  let idle = 0
  for (let round = 0; round < amounts.rounds; round += 1) {
    const boris = await someone(world)
    const had = await operationsOf(world)
    const ofBoris = documented.map((request) => resolved(request, boris.given))
    const requests = asTheyAre(ofBoris, { token: boris.token, freezer: frozen.token, random })
    await sendAll(world, requests, { count: amounts.perRound, log, isInvalid: false })
    if ((await operationsOf(world)) === had) idle += 1
  }
  return { changed, idle }
}

const ENDS_SESSIONS = ['logout', 'endSessions']

/** Somebody with money, and what their requests may hold that nobody could find by chance. */
async function someone(world: World): Promise<{ token: string; given: ReadonlyMap<string, readonly string[]> }> {
  const user = await aUser(world, '100.00 USD', '100.00 EUR')
  return { token: user.token, given: await givenTo(user) }
}

async function operationsOf({ admin }: World): Promise<number> {
  return (await admin.query<{ count: number }>('select count(*)::integer from operation')).rows[0]?.count ?? 0
}

/** What a request may hold that nobody could find by chance. */
async function givenTo(user: TestUser): Promise<ReadonlyMap<string, readonly string[]>> {
  const accounts = (await user.accounts()).map(({ id }) => id)
  const rate = await user.rate('USD', 'EUR')
  return new Map(
    Object.entries({
      phone: Array.from({ length: 40 }, () => freshPhone()),
      currency_code: ['RUB', 'USD', 'EUR', 'USDC'],
      amount: ['1.00', '10.00'],
      pan: ['2200123456784821', '2200123456780002'],
      account_id: accounts,
      from_account_id: accounts,
      to_account_id: accounts,
      rate_id: [rate.id],
      pin: [PIN],
      pin_code: [PIN],
    }),
  )
}

function resolved(request: DocumentedRequest, given: ReadonlyMap<string, readonly string[]>): DocumentedRequest {
  const known = (value: unknown): unknown => {
    if (value instanceof Known) {
      const all = given.get(value.name) ?? []
      return all[value.which % all.length] ?? 'none'
    }
    if (Array.isArray(value)) return value.map(known)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, known(each)]))
  }
  return { ...request, body: known(request.body), query: request.query.map(([name, value]) => [name, known(value)]) }
}

interface Senders {
  readonly token: string
  /** Whose wallet is frozen where somebody's is; nobody's without. */
  readonly freezer?: string
  readonly random: Random
}

/** The requests of the document, valid and corrupted, in no order and again and again. */
function* asTheyAre(requests: readonly DocumentedRequest[], { token, freezer, random }: Senders): Generator<Buffer> {
  for (;;) {
    const request = requests[random.below(requests.length)]
    if (!request) return
    const { method, path, query, headers, asks, operation, body, contentType } = request
    const isFreeze = operation.operationId === 'freeze'
    if (isFreeze && freezer === undefined) continue
    const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))
    const mine = asks === 'user' ? (isFreeze && freezer) || token : 'A'.repeat(43)
    yield bytesOf({
      method,
      path: search.size > 0 ? `${path}?${search}` : path,
      ...(asks !== 'nobody' && operation.security.length > 0 && { token: mine }),
      headers: { ...(body !== undefined && { 'content-type': contentType }), ...headers },
      body,
    })
  }
}

/** Keeps what was answered, and what of it should not have been. */
interface AnswerLog {
  count: number
  /** How often each status came; 0 for none. */
  readonly statuses: Map<number, number>
  readonly wrong: string[]
  look(request: Buffer, answer: RawAnswer | undefined, isInvalid: boolean): void
}

// Files and lines of programs, statements and errors of the database, names of the system's errors.
const INSIDE =
  /\.(ts|js):\d|node_modules|\n\s+at |\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b|syntax error|violates|duplicate key|relation "|ECONN|EPIPE|TypeError|RangeError/i

function createAnswerLog(): AnswerLog {
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  return {
    count: 0,
    statuses,
    wrong,
    look(request, answer, isInvalid) {
      this.count += 1
      const status = answer?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const fault = faultOf(answer, isInvalid)
      if (fault === undefined) return
      wrong.push(
        `${fault}: ${JSON.stringify(request.toString('latin1').slice(0, 400))} → ${answer?.status} ${answer?.body.slice(0, 300)}`,
      )
    },
  }
}

function faultOf(answer: RawAnswer | undefined, isInvalid: boolean): string | undefined {
  if (!answer) return 'the connection ended'
  // Two processes do not look at one person's PIN at once.
  const isBusy = answer.status === 503 && answer.body.includes('"busy"') && /\r\nretry-after: /i.test(answer.head)
  if (answer.status >= 500 && !isBusy) return 'a fault of the server'
  if (answer.status === 200) return isInvalid ? 'it was taken' : undefined
  return INSIDE.test(answer.body) ? 'it tells of the inside' : undefined
}

/** Sends so many of the requests, several in a row on each of some connections. */
async function sendAll(
  world: World,
  requests: Iterator<Buffer>,
  { count, log, isInvalid }: { count: number; log: AnswerLog; isInvalid: boolean },
): Promise<void> {
  const last = log.count + count
  const work = async (place: number): Promise<void> => {
    const { url } = world.wallets[place % world.wallets.length] ?? world.wallets[0]
    let line = await openConnection(url)
    while (log.count < last) {
      const row: Buffer[] = []
      for (let made = 0; made < PIPELINED; made += 1) row.push(requests.next().value)
      void line.send(Buffer.concat(row))
      await logRow(line, row, log, isInvalid)
      if (!line.isOpen()) line = await openConnection(url)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: LINES }, (_, place) => work(place)))
}

async function logRow(line: RawConnection, row: readonly Buffer[], log: AnswerLog, isInvalid: boolean): Promise<void> {
  for (const request of row) {
    const answer = await line.answer()
    log.look(request, answer, isInvalid)
    // Those behind it are not looked at by anybody; where the answer says so, that is as agreed.
    if (!answer || /\r\nconnection: close/i.test(answer.head)) return line.close()
  }
}

// Longer than an answer takes.
const PATIENCE_MS = 1000

/** Sends bytes that may be no request on a connection of their own: it may end without a word, or wait for more. */
async function sendAlone(
  { wallets: [wallet] }: World,
  bytes: Buffer,
  { log, isInvalid }: { log: AnswerLog; isInvalid: boolean },
): Promise<void> {
  const line = await openConnection(wallet.url)
  const timer = setTimeout(() => line.close(), PATIENCE_MS)
  const answer = await line.ask(bytes)
  clearTimeout(timer)
  line.close()
  if (answer) log.look(bytes, answer, isInvalid)
  else log.count += 1
}

/** Sends so many of the requests, each with a few of its bytes changed, so that nobody knows any more where it ends. */
async function sendMutated(
  world: World,
  requests: Iterator<Buffer>,
  { count, log, random }: { count: number; log: AnswerLog; random: Random },
): Promise<void> {
  let left = count
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await sendAlone(world, mutated(requests.next().value, random), { log, isInvalid: false })
    }
  }
  await Promise.all(Array.from({ length: LINES }, work))
}
