import { setTimeout as pause } from 'node:timers/promises'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiHeaders } from '#server/http/headers'
import { aUser, freshPhone, PIN, type TestUser } from '#tests/builders'
import { typeCard } from '#tests/card-field'
import { type Document, type DocumentedRequest, documentedRequests, Known } from '#tests/document-requests'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const REQUESTS = 2000
// Of these calls so many more, that each is answered, too: otherwise nothing but refusals would be looked at.
const CORE = ['register', 'wallet', 'exchangeRates', 'exchange', 'topup', 'topupStatus', 'withdrawal', 'transactions']
const CORE_REQUESTS = 300
const AT_ONCE = 8
// The same requests each time; DOCUMENT_SEED=<any number> sends others.
const seed = Number(process.env.DOCUMENT_SEED ?? 20_261_122)

let wallet: TestWallet
let document: Document
const users: TestUser[] = []
beforeAll(async () => {
  // One person may guess a PIN as often as the requests of all have it.
  wallet = await startTestWallet({
    PIN_FAILURES_IN_A_ROW: '40',
    CODE_GAP_SECONDS: '1',
    PERSON_DATA_PER_DAY: '1000',
    SANDBOX_CARD_FIELD: 'on',
  })
  document = (await (await fetch(`${wallet.url}/v2/wallet/openapi.json`)).json()) as Document
  users.push(...(await Promise.all([1, 2, 3, 4].map(aRichUser))))
  for (const [place, user] of users.entries()) {
    const cards = ['2200123456024821', '2200123456010002', '2200123456010135']
    seen.set(`${place} card_token`, await Promise.all(cards.map((card) => typeCard(user, card))))
  }
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

function aRichUser(): Promise<TestUser> {
  return aUser(wallet, '5000.00 RUB', '500.00 USD', '100.00 USDC')
}

const replacements = new Map<string, Promise<TestUser>>()

/** Puts another in the place of somebody who was signed out or has frozen their wallet, once. */
async function replace(place: number, token: string): Promise<void> {
  if (users[place]?.token !== token) return
  const replacement = replacements.get(token) ?? aRichUser()
  replacements.set(token, replacement)
  users[place] = await replacement
  // What the answers gave was the other's.
  for (const [, names] of Object.values(SOURCES).flat()) for (const name of names) seen.delete(`${place} ${name}`)
}

/** What a request may hold that nobody could find by chance. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  phone: Array.from({ length: 60 }, () => freshPhone()),
  pin: [PIN],
  currency_code: ['RUB', 'USD', 'USDC', 'EUR'],
  amount: ['10.00', '25.50', '1.00'],
  pan: ['2200123456784821', '2200123456780002', '2200123456784813'],
}
/** What the answers to each user gave, by the name under which a request asks for it. */
const seen = new Map<string, string[]>()
/** Where in the answers of a call a value is that others ask for. */
const SOURCES: Readonly<Record<string, readonly (readonly [field: string, names: readonly string[]])[]>> = {
  wallet: [['id', ['account_id', 'from_account_id', 'to_account_id']]],
  exchangeRates: [['id', ['rate_id']]],
  topup: [['order', ['order']]],
  recentRecipients: [['id', ['recipient_id']]],
  recipients: [['id', ['recipient_id']]],
  listRequests: [['id', ['request_id']]],
  sessions: [['id', ['session_id']]],
  transactions: [['next_cursor', ['cursor']]],
}
const KNOWN = [...Object.keys(GIVEN), 'card_token', ...Object.values(SOURCES).flatMap((all) => all.flatMap(([, names]) => names))]

/** Every text that an answer has under a name, all the way down. */
function textsUnder(name: string, answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([field, value]) =>
    field === name && typeof value === 'string' ? [value] : textsUnder(name, value),
  )
}

function remember({ operation, user }: DocumentedRequest, answer: unknown): void {
  for (const [field, names] of SOURCES[operation.operationId] ?? []) {
    const found = textsUnder(field, answer)
    for (const name of names) {
      const place = `${user % users.length} ${name}`
      seen.set(place, [...found, ...(seen.get(place) ?? [])].slice(0, 60))
    }
  }
}

/** The value to send: of what a user was given, one. */
function sent(value: unknown, user: number): unknown {
  if (value instanceof Known) {
    const all = GIVEN[value.name] ?? seen.get(`${user % users.length} ${value.name}`) ?? []
    return all[value.which % all.length] ?? 'none'
  }
  if (Array.isArray(value)) return value.map((each) => sent(each, user))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sent(each, user)]))
}

async function tokenOf({ asks, user, operation }: DocumentedRequest): Promise<string | undefined> {
  if (asks === 'nobody' || operation.security.length === 0) return undefined
  if (asks === 'stranger') return 'A'.repeat(43)
  return operation.operationId === 'logout' ? (await aUser(wallet)).token : users[user % users.length]?.token
}

/** For one exchange of three the amounts that the rate gives, which no chance would find; for one withdrawal of three what nothing is in the way of. */
async function bodyThatAgrees({ operation, asks, user }: DocumentedRequest): Promise<object | undefined> {
  if (asks !== 'user' || user % 3 !== 0) return undefined
  if (operation.operationId === 'withdrawal') return { amount: '1.00', currency_code: 'USD', pin: PIN, pan: '2200123456784821' }
  const person = users[user % users.length]
  return operation.operationId === 'exchange' ? person?.exchangeBody('1.00', 'RUB', 'USD').catch(() => undefined) : undefined
}

/** For one whole list of three no choice among its lines, most of which contradict each other. */
function queryOf({ operation, asks, user, query }: DocumentedRequest): DocumentedRequest['query'] {
  return operation.operationId === 'transactions' && asks === 'user' && user % 3 === 0 ? [] : query
}

async function send(request: DocumentedRequest, token: string | undefined) {
  const search = new URLSearchParams(
    queryOf(request).map(([name, value]): [string, string] => [name, String(sent(value, request.user))]),
  )
  const body = (await bodyThatAgrees(request)) ?? sent(request.body, request.user)
  const told = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${wallet.url}${request.path}${search.size > 0 ? `?${search}` : ''}`, {
    method: request.method,
    headers: {
      ...(told !== undefined && { 'content-type': request.contentType }),
      ...(token && { authorization: `Token ${token}` }),
      ...request.headers,
    },
    ...(told !== undefined && { body: told }),
  })
  const asked = `${request.method} ${request.path}?${search} ${JSON.stringify(request.headers)} ${String(told).slice(0, 300)}`
  return { response, asked, text: await response.text() }
}

const TRANSPORT = [
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'content-type',
  'content-encoding',
  'vary',
]
const EVERYWHERE = new Set([...TRANSPORT, ...Object.keys(apiHeaders(true)).filter((name) => name !== 'cache-control')])

/** A schema that takes no field but its own, all the way down. A client has to take more: here it would be undocumented. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const below = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, closed(each)]))
  return 'properties' in schema && 'type' in schema ? { ...below, additionalProperties: false } : below
}

/** A person is sent one file at a time, and a machine may be slow: whoever is too many comes back when it says, for two minutes. */
async function sendUntilTaken(...request: Parameters<typeof send>): ReturnType<typeof send> {
  for (let time = 1; ; time += 1) {
    const sent = await send(...request)
    const isBusy = sent.response.status === 503 && sent.text.includes('"busy"')
    if (!isBusy || time > 120) return sent
    expect(sent.response.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/)
    await pause(1000)
  }
}

function isFile(headers: Headers): boolean {
  return headers.get('content-type') === 'application/pdf'
}

function isTable(headers: Headers): boolean {
  return headers.get('content-type') === 'text/csv; charset=utf-8'
}

/** Checks answers by the document. */
class DocumentCheck {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(described: Document) {
    formats.default(this.#ajv)
    const schemas = Object.entries(described.components.schemas).map(([name, schema]) => [name, closed(schema)])
    this.#ajv.addSchema({ ...described, components: { schemas: Object.fromEntries(schemas) } }, 'wallet')
  }

  /** What about an answer is not as the document has it; nothing when all is. */
  findFault({ path, method, operation }: DocumentedRequest, response: Response, text: string): string | undefined {
    const { status, headers } = response
    const described = operation.responses[status]
    if (status >= 500) return `it is a fault of the server, ${status}`
    if (!described) return `the status ${status} is not documented`
    const named = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase())
    const beyond = [...headers.keys()].filter((name) => !(named.includes(name) || EVERYWHERE.has(name)))
    if (beyond.length > 0) return `the headers ${beyond} are not documented`
    if (headers.get('cache-control') !== 'no-store') return 'it may be kept'
    if (isFile(headers) && described.content?.['application/pdf']) return text.startsWith('%PDF-') ? undefined : 'it is no PDF'
    if (isTable(headers) && described.content?.['text/csv'])
      return text.endsWith('\r\n') ? undefined : 'its last line is not ended'
    if (headers.get('content-type') !== 'application/json; charset=utf-8') return `it is ${headers.get('content-type')}`
    const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema']
    const place = `wallet#/${steps.map((step) => step.replaceAll('/', '~1')).join('/')}`
    const validate = this.#validators.get(place) ?? this.#ajv.compile({ $ref: place })
    this.#validators.set(place, validate)
    return validate(JSON.parse(text)) ? undefined : this.#ajv.errorsText(validate.errors)
  }
}

describe(`seed ${seed}`, () => {
  test('whatever is sent, in and out of the document, the answer is as the document has it', async () => {
    const paths = Object.entries(document.paths).filter(([, calls]) =>
      Object.values(calls).some(({ operationId }) => CORE.includes(operationId)),
    )
    const core = documentedRequests({ ...document, paths: Object.fromEntries(paths) }, KNOWN)
    const requests = [
      ...fc.sample(documentedRequests(document, KNOWN), { seed, numRuns: REQUESTS }),
      ...fc.sample(core, { seed, numRuns: CORE_REQUESTS }),
    ]
    const check = new DocumentCheck(document)
    const faults: string[] = []
    const done = new Set<string>()
    const queue = requests.values()
    const work = async (): Promise<void> => {
      for (const request of queue) {
        const token = await tokenOf(request)
        const { response, asked, text } = await sendUntilTaken(request, token)
        const fault = check.findFault(request, response, text)
        if (fault) faults.push(`${asked}\n→ ${response.status} ${text.slice(0, 300)}\n→ ${fault}`)
        else if (response.ok) {
          done.add(request.operation.operationId)
          if (!(isFile(response.headers) || isTable(response.headers))) remember(request, JSON.parse(text))
        }
        const isOut = response.status === 401 || text.includes('wallet_frozen')
        if (isOut && token) await replace(request.user % users.length, token)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    expect(faults).toEqual([])
    expect(requests).toHaveLength(REQUESTS + CORE_REQUESTS)
    expect(CORE.filter((call) => !done.has(call))).toEqual([])
  })
})
