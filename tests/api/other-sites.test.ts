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
