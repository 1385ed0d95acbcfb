import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CALLS } from '#contract/calls'
import { ask, aUser, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  wallet = await startTestWallet()
  anna = await aUser(wallet)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const SPECIFIED = [
  'GET /v2/wallet/auth/info',
  'GET /v2/wallet/text-data',
  'POST /v2/wallet/auth/register',
  'POST /v2/wallet/auth/send_code',
  'POST /v2/wallet/auth/register/phone/confirm',
  'POST /v2/wallet/auth/register/set/pin',
  'POST /v2/wallet/auth/login',
  'GET /v2/wallet',
  'GET /v2/wallet/user/notification',
  'POST /v2/wallet/exchange/rates',
  'POST /v2/wallet/exchange',
  'GET /v2/wallet/transaction',
  'GET /v2/wallet/stat',
  'POST /v2/wallet/top-up',
  'GET /v2/wallet/top-up/status',
  'POST /v2/wallet/withdrawal',
  'POST /v2/wallet/identification-level/upgrade',
  'POST /v2/wallet/identification-level/status',
]

test('every call of the specification that this version has stands in the contract [contract-1]', () => {
  const described = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`)
  expect(described).toEqual(expect.arrayContaining(SPECIFIED))
})

test('every call of the contract has a route, and every route of the API a contract', () => {
  const described = new Set<string>(Object.values(CALLS).map(({ method, path }) => `${method} ${path}`))
  for (const { method, path } of Object.values(CALLS)) expect(wallet.app.hasRoute({ method, url: path })).toBe(true)
  const routes = wallet.app.printRoutes({ commonPrefix: false, includeHooks: false })
  const routed = routes.split('\n').flatMap((line) => {
    const [, path = '', methods = ''] = /(\/v2\/wallet\S*) \(([^)]+)\)/.exec(line) ?? []
    return methods
      .split(', ')
      .filter((method) => path && method !== 'HEAD')
      .map((method) => `${method} ${path}`)
  })
  const beyond = routed.filter((route) => !(described.has(route) || /openapi\.json|docs/.test(route)))
  expect(beyond).toEqual([])
})

test('paths answer with and without a slash at the end [contract-2]', async () => {
  for (const path of ['/v2/wallet', '/v2/wallet/', '/v2/wallet/text-data', '/v2/wallet/text-data/']) {
    expect(await anna.get(path)).toMatchObject({ http: 200, status: 'ok' })
  }
})

test('an address that cannot be read is refused in the same words as any other, and not repeated', async () => {
  const unreadable = '/v2/wallet/auth/info/%E0%A4%A'
  const answer = await fetch(wallet.url + unreadable, { headers: { 'accept-language': 'en' } })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const said = await answer.text()
  expect(JSON.parse(said)).toMatchObject({ status: 'error', code: 'invalid_request', message: expect.any(String) })
  expect(said).not.toContain('%E0')
  expect((await fetch(`${wallet.url}/%E0%A4%A`)).status).toBe(400)
})

test('a browser that asks for a page at such an address is led to one that can be read; other callers are not', async () => {
  const asked = (path: string, accept = 'text/html,*/*;q=0.8') =>
    fetch(wallet.url + path, { headers: { accept }, redirect: 'manual' })
  const led = await asked('/wallet/%E0%A4%A?next=%')
  expect([led.status, led.headers.get('location')]).toEqual([302, '/wallet/%25E0%25A4%25A'])
  expect([led.headers.get('x-content-type-options'), led.headers.get('cache-control')]).toEqual(['nosniff', 'no-store'])
  expect((await asked('//evil.example/%')).headers.get('location')).toBe('/evil.example/%25')
  expect((await asked('/v2/wallet/%E0%A4%A')).status).toBe(400)
  expect((await asked('/wallet/%', 'application/json')).status).toBe(400)
})

test('the API document describes every call', async () => {
  const document = (await (await fetch(`${wallet.url}/v2/wallet/openapi.json`)).json()) as {
    openapi: string
    paths: Record<string, Record<string, { responses: Record<string, unknown>; security: unknown }>>
  }
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path, auth } of Object.values(CALLS)) {
    const described = document.paths[path]?.[method.toLowerCase()]
    expect(described?.responses['200']).toBeDefined()
    expect(described?.security).toEqual(auth === 'token' ? [{ token: [] }] : [])
  }
})

test('messages come in the language that is asked for, codes do not change', async () => {
  const body = { amount: '5000.00', currency_code: 'USD', pin: '0000', pan: '2200123456784821' }
  const russian = await anna.post('/v2/wallet/withdrawal', body)
  const english = await anna.post('/v2/wallet/withdrawal', body, { language: 'en' })
  expect(russian.code).toBe(english.code)
  expect(russian.message).toMatch(/[а-я]/)
  expect(english.message).not.toMatch(/[а-я]/)
})

test('what the page needs before sign-in is open to all', async () => {
  expect(await ask(wallet, 'GET', '/v2/wallet/config')).toMatchObject({
    status: 'ok',
    brand: 'stater',
    sandbox: true,
    version: 'v0.0.57-stage',
    switches: { market: false, sbp_withdrawal: false, qr_payment: true, topup: true },
    support: { phone: expect.any(String) },
  })
})

test('texts come by key, the brand’s above the catalogue’s [contract-3]', async () => {
  const texts = (await anna.get('/v2/wallet/text-data/', 'ru')).results as { iname: string; text: string }[]
  const find = (iname: string) => texts.find((text) => text.iname === iname)?.text
  expect(find('payment.topup_btn')).toBe('Пополнить')
  expect(find('qr_payment.title')).toBe('Оплачивайте товары и услуги')
})

test('a new user has the brand’s first accounts, an empty history and may top up and withdraw [contract-4]', async () => {
  const boris = await aUser(wallet)
  expect((await boris.accounts()).map(({ currency_code, balance }) => [currency_code, balance])).toEqual([
    ['RUB', '0.00'],
    ['USD', '0.00'],
  ])
  expect(await boris.get('/v2/wallet/transaction')).toMatchObject({ results: [], next_cursor: null })
  expect(await boris.get('/v2/wallet/auth/info')).toMatchObject({
    is_topup_allowed: true,
    is_withdrawal_allowed: true,
    has_pin: true,
    active_identification: null,
    identification_level: { name: expect.any(String), ask_for_next: true },
  })
})

test('every line of the history has the category default [contract-5]', async () => {
  const boris = await aUser(wallet, '100.00 RUB')
  await boris.exchange('50.00', 'RUB', 'USD')
  await boris.withdraw('10.00', 'RUB')
  const { results } = await boris.get('/v2/wallet/transaction?ordering=-created_at')
  const lines = results as { kind: string; category: string }[]
  expect(lines.map(({ kind, category }) => [kind, category])).toEqual([
    ['withdrawal', 'default'],
    ['exchange', 'default'],
    ['exchange', 'default'],
    ['topup', 'default'],
  ])
})

test('an account is opened once per currency, in currencies the brand offers [contract-6]', async () => {
  const boris = await aUser(wallet)
  expect(await boris.post('/v2/wallet/accounts', { currency_code: 'EUR' })).toMatchObject({
    status: 'ok',
    account: { balance: '0.00' },
  })
  expect(await boris.post('/v2/wallet/accounts', { currency_code: 'EUR' })).toMatchObject({ http: 409, code: 'account_exists' })
  expect(await boris.post('/v2/wallet/accounts', { currency_code: 'JPY' })).toMatchObject({
    http: 422,
    code: 'currency_unsupported',
  })
})

test('the statement comes in pages that together are the whole, newest first [contract-7]', async () => {
  const boris = await aUser(wallet, '10.00 USD', '20.00 USD', '30.00 USD')
  const whole = (await boris.get('/v2/wallet/transaction?ordering=-created_at')).results as { id: string }[]
  const paged: { id: string }[] = []
  let cursor = ''
  do {
    const page = await boris.get(`/v2/wallet/transaction?limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...(page.results as { id: string }[]))
    cursor = (page.next_cursor as string | null) ?? ''
  } while (cursor)
  expect(paged).toEqual(whole)
  expect(paged).toHaveLength(3)
})
