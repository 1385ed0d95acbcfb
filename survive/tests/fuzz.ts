import fc from 'fast-check'
import { aUser, freshPhone, type TestUser } from '#tests/builders'
import { type Document, type DocumentedRequest, documentedRequests, Known } from '#tests/document-requests'
import { BROKEN_REQUESTS, invalidRequests } from '../invalid-requests.ts'
import type { Random } from '../random.ts'
import { bytesOf, openConnection, type RawAnswer, type RawConnection } from '../raw-http.ts'
import { brokenInvariants, settle } from '../reckoning.ts'
import { rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const LINES = 16
/** So many requests go out on a connection before the first is answered. */
const PIPELINED = 8

/** R20: whatever is sent, no 500, no word of how it is made, and nothing done for what was not well asked. */
export const fuzz: SurvivalTest = {
  id: 'R20',
  name: 'anything at all is sent',
  bar: '100 000 requests: no 5xx, no crash, nothing told of the inside, nothing changed by what is invalid',
  async run({ seed, random, isQuick, tell }) {
    const [invalid, mixed] = isQuick ? [1500, 300] : [85_000, 17_000]
    const world = await openWorld()
    try {
      const [anna, boris] = [await aUser(world, '100.00 USD', '100.00 EUR'), await aUser(world, '100.00 USD', '100.00 EUR')]
      const document = (await (await fetch(`${world.url}/v2/wallet/openapi.json`)).json()) as Document
      const given = await givenTo(boris)
      const documented = fc
        .sample(documentedRequests(document, [...given.keys()]), { seed, numRuns: isQuick ? 300 : 3000 })
        .filter(({ operation }) => operation.operationId !== 'logout' && operation.operationId !== 'endSessions')
        .map((request) => resolved(request, given))
      await settle(world)
      const log = createAnswerLog()
      const before = await stateOf(world)
      await sendAll(world, invalidRequests(document, documented, { token: anna.token, random }), {
        count: invalid,
        log,
        isInvalid: true,
      })
      for (const bytes of BROKEN_REQUESTS) await sendBroken(world, bytes, log)
      const changed = differenceOf(before, await stateOf(world))
      tell(`${log.count} invalid requests`)
      await sendAll(world, asTheyAre(documented, boris.token, random), { count: mixed, log, isInvalid: false })
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
      return [
        rowOfCounts(fuzz, counted, [
          {
            is: log.wrong.length === 0,
            fact: `${log.wrong.length} answers were wrong: ${log.wrong.slice(0, 5).join('\n   ')}`,
          },
          { is: changed === '', fact: `invalid requests changed ${changed}` },
          { is: crashed === 0, fact: `${crashed} wallets ended` },
          { is: withoutEnd === 0, fact: `${withoutEnd} never ended` },
        ]),
      ]
    } finally {
      await world.close()
    }
  },
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

/** The requests of the document, valid and corrupted, in no order and again and again. */
function* asTheyAre(requests: readonly DocumentedRequest[], token: string, random: Random): Generator<Buffer> {
  for (;;) {
    const request = requests[random.below(requests.length)]
    if (!request) return
    const { method, path, query, headers, asks, operation, body, contentType } = request
    const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))
    const mine = asks === 'user' ? token : 'A'.repeat(43)
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
  add(request: Buffer, answer: RawAnswer | undefined, isInvalid: boolean): void
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
    add(request, answer, isInvalid) {
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
    log.add(request, answer, isInvalid)
    // Those behind it are not looked at by anybody; where the answer says so, that is as agreed.
    if (!answer || /\r\nconnection: close/i.test(answer.head)) return line.close()
  }
}

const PATIENCE_MS = 300

/** Sends bytes that are no request on a connection of their own: it may end without a word, or wait for more. */
async function sendBroken({ wallets: [wallet] }: World, bytes: Buffer, log: AnswerLog): Promise<void> {
  const line = await openConnection(wallet.url)
  const timer = setTimeout(() => line.close(), PATIENCE_MS)
  const answer = await line.ask(bytes)
  clearTimeout(timer)
  line.close()
  if (answer) log.add(bytes, answer, true)
  else log.count += 1
}

const TABLES = [
  'account',
  'operation',
  'operation_leg',
  'transfer',
  'entry',
  'topup',
  'withdrawal',
  'wallet_user',
  'consent',
  'session',
  'notification',
  'operator_case',
  'provider_event',
  'registration',
  'phone_code',
  'pin',
  'identification',
  'idempotency_record',
]
const STATE = `${TABLES.map((table) => `select '${table}' as what, count(*)::text as state from ${table}`).join('\nunion all\n')}
  union all
  select 'balances', string_agg(id || ' ' || balance_minor || ' ' || owed_minor, ',' order by id) from account where role = 'user'
  union all
  select 'states', string_agg(id || ' ' || state, ',' order by id) from operation`

async function stateOf({ admin }: World): Promise<ReadonlyMap<string, string>> {
  const { rows } = await admin.query<{ what: string; state: string }>(STATE)
  return new Map(rows.map(({ what, state }) => [what, state]))
}

/** The names of what is not as it was. */
function differenceOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  return [...after].flatMap(([what, state]) => (before.get(what) === state ? [] : [what])).join(', ')
}
