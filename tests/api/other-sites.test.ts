import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call'
import { CALLS } from '#contract/calls'
import { type Answer, ask, aUser, freshPhone, readMessages, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  wallet = await startTestWallet()
  anna = await aUser(wallet, '10.00 USD')
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const REFUSED = { http: 400, code: 'invalid_request' }
const sendCode = (phone: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone }, headers })

const open = Object.values(CALLS).filter(({ auth, method }: Call) => auth === 'none' && method === 'POST')

describe('the page of another site, in a browser that says so', () => {
  test.each(open.map(({ path }) => path))('gets nothing by %s, which needs no token [other-sites-1]', async (path) => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect(await ask(wallet, 'POST', path, { body: {}, headers })).toMatchObject(REFUSED)
    expect(await ask(wallet, 'POST', path, { body: {}, headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject(REFUSED)
  })

  test('has nobody sent a code [other-sites-2]', async () => {
    const phone = freshPhone()
    expect(await sendCode(phone, { 'sec-fetch-site': 'cross-site', origin: 'null' })).toMatchObject(REFUSED)
    expect(await readMessages(wallet, phone)).toEqual([])
  })
})

test('our own page is heard, also from another site than this server, and so is a client that is no browser [other-sites-3]', async () => {
  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-origin', origin: wallet.url },
    { 'sec-fetch-site': 'same-site', origin: 'https://www.example' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: wallet.url },
  ] as Record<string, string>[]) {
    expect(await sendCode(freshPhone(), headers)).toMatchObject({ status: 'ok' })
  }
})

describe('where a page of another origin is allowed by the setting', () => {
  const PAGE = 'https://wallet.example'
  let open: TestWallet
  beforeAll(async () => {
    open = await startTestWallet({ CORS_ORIGINS: `${PAGE}, http://localhost:5173` })
  })
  afterAll(() => open.close())

  const corsOf = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))
  const preflight = (origin: string, path = '/v2/wallet/transfer') =>
    fetch(open.url + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    })

  test('its preflight is answered with all that the page sends, and it may read answers and refusals', async () => {
    const asked = await preflight(PAGE)
    expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('vary')]).toEqual([
      204,
      PAGE,
      expect.stringMatching(/origin/i),
    ])
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, POST')
    expect(asked.headers.get('access-control-allow-headers')).toBe('authorization, content-type, idempotency-key')
    const read = await fetch(`${open.url}/v2/wallet/config`, { headers: { origin: PAGE } })
    const refused = await fetch(`${open.url}/v2/wallet`, { headers: { origin: PAGE } })
    for (const answer of [read, refused]) expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
    expect([read.status, refused.status]).toEqual([200, 401])
  })

  test('and signs people up, which no other site does', async () => {
    const send = (origin: string) =>
      ask(open, 'POST', '/v2/wallet/auth/send_code', {
        body: { phone: freshPhone() },
        headers: { 'sec-fetch-site': 'cross-site', origin },
      })
    expect(await send(PAGE)).toMatchObject({ status: 'ok' })
    expect(await send('https://evil.example')).toMatchObject(REFUSED)
  })

  test('every other origin hears nothing, and neither does anybody of what is not the API', async () => {
    for (const origin of ['https://wallet.example.evil.example', 'http://wallet.example', 'null', `${PAGE}:8443`]) {
      const asked = await preflight(origin)
      expect([asked.status, corsOf(asked)]).toEqual([405, []])
    }
    expect(corsOf(await preflight(PAGE, '/webhooks/payments'))).toEqual([])
    expect(corsOf(await fetch(`${open.url}/version.json`, { headers: { origin: PAGE } }))).toEqual([])
  })
})

test('no other origin may read an answer, whichever it says it is [other-sites-4]', async () => {
  const origins = [
    'null',
    'https://evil.example',
    'http://localhost',
    `${wallet.url}.evil.example`,
    wallet.url.replace('127.', '128.'),
  ]
  for (const origin of origins) {
    for (const [method, headers] of [
      ['GET', { origin, authorization: `Token ${anna.token}` }],
      ['OPTIONS', { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }],
    ] as const) {
      const answer = await fetch(`${wallet.url}/v2/wallet`, { method, headers })
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect(allowed).toEqual([])
    }
  }
})
