import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call'
import { CALLS } from '#contract/calls'
import { FEATURE_FLAGS } from '#contract/config'
import { OPERATION_KINDS } from '#contract/operation-kinds'
import { REFUSALS } from '#contract/refusals'
import { aKey, ask, aUser, freshPhone, PIN, type Reachable, type TestUser, until } from '#tests/builders'
import { aShopOrder, quoteOf } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly { readonly $ref: string }[]
  readonly allOf?: readonly Schema[]
  readonly 'x-extensible-enum'?: readonly string[]
}
interface Operation {
  readonly description: string
  readonly parameters: readonly { readonly name: string; readonly description: string; readonly schema: Schema }[]
  readonly responses: Readonly<
    Record<string, { readonly headers: object; readonly content: { readonly 'application/json': { readonly schema: Schema } } }>
  >
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

let wallet: TestWallet
let document: Document
beforeAll(async () => {
  wallet = await startTestWallet()
  document = (await (await fetch(`${wallet.url}/v2/wallet/openapi.json`)).json()) as Document
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

const calls: [keyof typeof CALLS, Call][] = Object.entries(CALLS) as [keyof typeof CALLS, Call][]
const idempotent = calls.filter(([, call]) => call.idempotent)

function operationOf(name: keyof typeof CALLS): Operation {
  const { path, method } = CALLS[name]
  const found = document.paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`${name} is not described`)
  return found
}

/** The codes that a call is described to be refused with, by status. */
function codesOf(name: keyof typeof CALLS): Record<string, readonly string[]> {
  const refused = Object.entries(operationOf(name).responses).filter(([status]) => status !== '200')
  return Object.fromEntries(
    refused.map(([status, { content }]) => {
      const [, one] = content['application/json'].schema.allOf ?? []
      return [status, one?.properties?.code?.enum ?? []]
    }),
  )
}

function schema(name: string): Schema {
  return document.components.schemas[name] ?? {}
}

/** The fields of a schema, all the way down, each with the names of those around it. */
function fieldsOf(whole: Schema, at: string): [place: string, field: Schema][] {
  const below = Object.entries(whole.properties ?? {}).flatMap(([name, each]) => [
    [`${at}.${name}`, each] satisfies [string, Schema],
    ...fieldsOf(each, `${at}.${name}`),
  ])
  const others = [...(whole.items ? [whole.items] : []), ...(whole.anyOf ?? [])]
  return [...below, ...others.flatMap((each) => [[at, each] satisfies [string, Schema], ...fieldsOf(each, at)])]
}

test.each(calls.map(([name]) => name))('%s names the codes it can be refused with, each under its status', (name) => {
  const codes = codesOf(name)
  expect(Object.values(codes).flat()).toEqual(expect.arrayContaining(['too_many_requests', 'busy', 'internal']))
  for (const [status, named] of Object.entries(codes)) {
    expect(named.map((code) => REFUSALS[code as keyof typeof REFUSALS])).toEqual(named.map(() => Number(status)))
  }
})

test.each(idempotent)('%s tells of a key that was used with another body, and for how long a key is kept', (name) => {
  expect(codesOf(name)['422']).toContain('idempotency_mismatch')
  const key = operationOf(name).parameters.find((parameter) => parameter.name === 'Idempotency-Key')
  expect(key?.description).toContain('A key is kept for 7 days')
})

test('a key that was used with another body is refused as the document says, by every call that takes one', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const terms = await anna.exchangeBody('10.00', 'USD', 'RUB')
  const { code: sellerCode } = await aShopOrder(wallet, { format: 'pix', amount: '1.00' })
  const quote_id = String((await quoteOf(anna, sellerCode)).quote_id)
  const account_id = (await anna.account('USD')).id
  const boris = await aUser(wallet, '10.00 USD')
  const code = { protection_code: '4711' }
  const waiting = async (from: TestUser, to: TestUser): Promise<object> => {
    const { transaction_id } = await from.send('1.00', 'USD', { phone: to.phone }, code)
    return { transaction_id }
  }
  const asked = async (maker: TestUser, of: TestUser): Promise<object> => {
    const account_id = (await maker.account('USD')).id
    const made = await maker.post('/v2/wallet/request', { account_id, to: { phone: of.phone } })
    return { request_id: (made.request as { id: string }).id }
  }
  const unpaid = async (): Promise<object> => {
    const { order } = await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })
    return { order }
  }
  const sending = { from_account_id: terms.from_account_id, to: { phone: boris.phone }, pin: PIN }
  const another = { transaction_id: aKey() }
  const bodies: Record<string, [object, object]> = {
    '/v2/wallet/transfer': [
      { ...sending, amount: '1.00' },
      { ...sending, amount: '2.00' },
    ],
    '/v2/wallet/transfer/receive': [{ ...(await waiting(boris, anna)), ...code }, another],
    '/v2/wallet/transfer/decline': [await waiting(boris, anna), another],
    '/v2/wallet/transfer/take-back': [await waiting(anna, boris), another],
    '/v2/wallet/request': [
      { account_id: terms.from_account_id, amount: '10.00' },
      { account_id: terms.from_account_id, amount: '11.00' },
    ],
    '/v2/wallet/request/withdraw': [await asked(anna, boris), { request_id: aKey() }],
    '/v2/wallet/request/decline': [await asked(boris, anna), { request_id: aKey() }],
    '/v2/wallet/top-up': [
      { amount: '5.00', currency_code: 'USD' },
      { amount: '6.00', currency_code: 'USD' },
    ],
    '/v2/wallet/top-up/cancel': [await unpaid(), { order: aKey() }],
    '/v2/wallet/exchange': [terms, { ...terms, from_amount: '11.00' }],
    '/v2/wallet/withdrawal': [
      { amount: '5.00', currency_code: 'USD', pin: PIN, pan: '2200123456784821' },
      { amount: '6.00', currency_code: 'USD', pin: PIN, pan: '2200123456784821' },
    ],
    '/v2/wallet/payment': [
      { quote_id, account_id, pin: PIN },
      { quote_id, account_id, pin: PIN, amount: '2.00' },
    ],
    '/v2/wallet/exchange/alerts/set': [
      { from_currency: 'USD', to_currency: 'RUB', rate: '60' },
      { from_currency: 'USD', to_currency: 'RUB', rate: '61' },
    ],
    '/v2/wallet/accounts': [{ currency_code: 'EUR' }, { currency_code: 'GBP' }],
    '/v2/wallet/auth/pin/change': [
      { pin_code: PIN, new_pin_code: '7293' },
      { pin_code: PIN, new_pin_code: '1468' },
    ],
  }
  expect(new Set(Object.keys(bodies))).toEqual(new Set(idempotent.map(([, { path }]) => path)))
  for (const [path, [first, other]] of Object.entries(bodies)) {
    const key = aKey()
    expect(await anna.post(path, first, { key })).toMatchObject({ http: 200 })
    expect(await anna.post(path, other, { key })).toMatchObject({ http: 422, code: 'idempotency_mismatch' })
  }
})

/** The header of a refusal that says when to try again, what its body says of it, and the statuses of the call that have the header. */
async function refusedUntil(
  { url }: Reachable,
  name: 'exchange' | 'withdrawal',
  { token }: TestUser,
  body: object,
  key = aKey(),
) {
  const headers = { 'content-type': 'application/json', authorization: `Token ${token}`, 'idempotency-key': key }
  const response = await fetch(`${url}${CALLS[name].path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, retry_after } = (await response.json()) as { code: string; retry_after: number }
  return { code, status: String(response.status), header: response.headers.get('retry-after'), said: String(retry_after) }
}

function statusesWithRetryAfter(name: keyof typeof CALLS): readonly string[] {
  return Object.entries(operationOf(name).responses).flatMap(([status, { headers }]) =>
    'Retry-After' in headers ? [status] : [],
  )
}

test('a refusal says when to try again only where the document has the header for it', async () => {
  expect(statusesWithRetryAfter('wallet')).toEqual(['429', '503'])
  expect(statusesWithRetryAfter('topup')).toEqual(['409', '429', '503'])
  expect(statusesWithRetryAfter('exchange')).toEqual(['403', '409', '429', '503'])
  expect(statusesWithRetryAfter('withdrawal')).toEqual(['409', '422', '429', '503'])

  const anna = await aUser(wallet, '5000.00 USD', '1.00 EUR')
  const first = { amount: '2000.01', currency_code: 'USD', pin: PIN, pan: '2200123456784821' }
  const capped = await refusedUntil(wallet, 'withdrawal', anna, first)
  expect(capped).toMatchObject({ code: 'limit_first_day', status: '422', header: capped.said })

  const back = await anna.exchange('5000.00', 'USD', 'EUR')
  await anna.exchange(back, 'EUR', 'USD')
  const unproven = await anna.exchangeBody('1.00', 'USD', 'EUR')
  for (let time = 0; time < 11; time += 1) await anna.post('/v2/wallet/exchange', unproven)
  const stopped = await refusedUntil(wallet, 'exchange', anna, unproven)
  expect(stopped).toMatchObject({ code: 'exchange_stopped', status: '403', header: stopped.said })

  const slow = await startTestWallet({ PROVIDER_TIMEOUT_MS: '6000' }, { databaseUrl: wallet.databaseUrl })
  const hasty = await startTestWallet({ PROVIDER_TIMEOUT_MS: '200' }, { databaseUrl: wallet.databaseUrl })
  // A card whose payout the provider is silent about.
  const silent = { ...first, amount: '10.00', pan: '2200123456780119' }
  const key = aKey()
  const before = await anna.balance('USD')
  const running = refusedUntil(slow, 'withdrawal', anna, silent, key)
  await until(async () => (await anna.balance('USD')) !== before)
  const again = await refusedUntil(hasty, 'withdrawal', anna, silent, key)
  expect(again).toMatchObject({ code: 'idempotency_running', status: '409', header: again.said })
  await running
  await Promise.all([slow.close(), hasty.close()])
})

test.each(['withdrawal', 'payment', 'transfer'] as const)('a %s may be refused while the same one is under way', (call) => {
  expect(codesOf(call)['409']).toContain('idempotency_running')
})

test('a withdrawal has one of eight bodies, told apart by the two fields that each needs', () => {
  const { oneOf = [] } = schema('WithdrawalRequest')
  const shapes = oneOf.map(({ $ref }) => schema($ref.split('/').pop() ?? ''))
  const pairs = ['pin', 'passkey'].flatMap((proof) => ['pan', 'card_token', 'address', 'recipient_id'].map((to) => [proof, to]))
  expect(shapes.map(({ required }) => required)).toEqual(pairs.map((pair) => ['amount', 'currency_code', ...pair]))
  expect(shapes.map(({ properties = {} }) => new Set(Object.keys(properties)))).toEqual(
    pairs.map((pair) => new Set(['amount', 'currency_code', 'total', ...pair])),
  )
})

test('feature flags are named one by one', () => {
  const { switches, switched_off_until: until } = schema('ConfigAnswer').properties ?? {}
  expect(Object.keys(switches?.properties ?? {})).toEqual([...FEATURE_FLAGS])
  expect(Object.values(until?.properties ?? {}).map(({ format }) => format)).toEqual(FEATURE_FLAGS.map(() => 'date-time'))
})

test('the state of an operation is told from its translated status, and its kind is an open name', () => {
  const line = schema('TransactionsAnswer').properties?.results?.items?.properties
  expect(line?.state?.enum).toEqual(['pending', 'complete', 'failed'])
  expect(line?.status?.enum).toBeUndefined()
  expect(line?.status?.description).toContain('translated: compare `state`, not this')
  expect(line?.kind?.enum).toBeUndefined()
  expect(line?.kind?.['x-extensible-enum']).toEqual(Object.keys(OPERATION_KINDS))
})

test('ids, instants and amounts have a form; what has none is a name or is for people', () => {
  const free =
    /\.(message|name|device|device_name|brand|version|hours|text|iname|description|description_amount|category|status|reason|howto_text|masked|masked_message|network|kind|wallet_transaction_type|next_cursor|(support\.)?(phone|email)|field|consents(\.id)?|missing_consents|proof|challenge|level|from_level|to_level|options|credential|passkey|passkey_name|person|shown|note|holder|bank|reference)$/
  const fields = Object.entries(document.components.schemas).flatMap(([name, whole]) => fieldsOf(whole, name))
  const texts = fields.filter(([, field]) => field.type === 'string')
  expect(texts.length).toBeGreaterThan(150)
  const formless = texts.filter(([, field]) => !(field.format ?? field.pattern ?? field.const ?? field.enum))
  expect(formless.map(([place]) => place).filter((place) => !free.test(place))).toEqual([])
})

test('the document says how the amounts of an exchange are rounded', () => {
  const { description } = operationOf('exchange')
  expect(description).toContain('`to_amount` is `from_amount` × `quantity_out`, rounded down to two decimals')
  expect(description).toContain('`from_amount` is `to_amount` ÷ `quantity_out`, rounded up to two decimals')
})

test('one name with two meanings is described by both', () => {
  expect(schema('RegisterRequest').properties?.phone?.description).toContain('Country code and digits')
  expect(schema('ConfigAnswer').properties?.support?.properties?.phone?.description).toBe('As people read it')
})

test('who asks too often is told so by the headers that the document has', async () => {
  const strict = await startTestWallet({ REQUESTS_PER_MINUTE: '1' })
  await fetch(`${strict.url}/v2/wallet/config`)
  const refused = await fetch(`${strict.url}/v2/wallet/config`)
  expect(refused.status).toBe(429)
  const described = Object.keys(operationOf('config').responses['429']?.headers ?? {})
  expect(described).toEqual([
    'Cache-Control',
    'X-Request-Id',
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ])
  expect(described.filter((name) => !refused.headers.has(name))).toEqual([])
  await strict.close()
})

test('headers that are too long are answered before any call, as the document says', async () => {
  const { info } = (await (await fetch(`${wallet.url}/v2/wallet/openapi.json`)).json()) as { info: { description: string } }
  expect(info.description).toContain('with 400, 431 or 408')
  const answer = await fetch(`${wallet.url}/v2/wallet/config`, { headers: { 'x-filler': 'x'.repeat(20_000) } })
  expect(answer.status).toBe(431)
})

const PERSON = { first_name: 'Anna', email: 'anna@mail.example' }
const HOME = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }

test.each([
  { brand: 'stater', fields: [] as string[], consents: ['offer', 'data'], country: 'RU' as const },
  { brand: 'grok', fields: Object.keys(HOME), consents: [] as string[], country: 'GB' as const },
])('a stranger learns from the config call what $brand asks for at a sign-up', async ({ brand, fields, consents, country }) => {
  const other = await startTestWallet({ BRAND: brand })
  const { registration } = (await ask(other, 'GET', '/v2/wallet/config')) as unknown as {
    registration: { fields: string[]; consents: { id: string; version: string; url: string }[] }
  }
  expect(registration.fields).toEqual(fields)
  expect(registration.consents.map(({ id }) => id)).toEqual(consents)
  expect(registration.consents.every(({ version, url }) => version !== '' && /^(\/documents\/|https:\/\/)/.test(url))).toBe(true)
  const asked = Object.fromEntries(Object.entries(HOME).filter(([field]) => fields.includes(field)))
  const signUp = (body: object) =>
    ask(other, 'POST', '/v2/wallet/auth/register', { body: { ...PERSON, phone: freshPhone(country), ...body } })
  expect(await signUp({ ...asked, consents })).toMatchObject({ http: 200, status: 'ok' })
  for (const field of fields) {
    const { [field]: _left, ...rest } = asked
    expect(await signUp({ ...rest, consents })).toMatchObject({ http: 400, field })
  }
  for (const left of consents) {
    expect(await signUp({ ...asked, consents: consents.filter((id) => id !== left) })).toMatchObject({
      http: 400,
      field: 'consents',
    })
  }
  await other.close()
})
