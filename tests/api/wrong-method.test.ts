import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLS } from '#contract/calls'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

/** Asks as `fetch` cannot: with any method there is. */
async function ask(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  return new Promise<{ http: number; allow: string | undefined; said: string }>((resolve, reject) => {
    const asked = request(wallet.url + path, { method, headers }, async (answer) => {
      resolve({ http: answer.statusCode ?? 0, allow: answer.headers.allow, said: await text(answer) })
    })
    asked.on('error', reject).end(body)
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const WEBHOOKS = ['payments', 'payouts', 'identity'].map((name) => ({ path: `/webhooks/${name}`, method: 'POST' }))
const addresses = [...Object.values(CALLS), ...WEBHOOKS, { path: '/v2/wallet/openapi.json', method: 'GET' }]

test.each(addresses)('$path refuses every other method than $method and names what it takes', async ({ path, method }) => {
  for (const wrong of METHODS.filter((other) => other !== method)) {
    const { http, allow, said } = await ask(wrong, path)
    expect([wrong, http, allow]).toEqual([wrong, 405, method === 'GET' ? 'GET, HEAD' : 'POST'])
    expect(JSON.parse(said)).toMatchObject({ status: 'error', code: 'method_not_allowed', message: expect.any(String) })
  }
})

test('with a slash at the end, a query or a letter spelled by its number, an address takes the same methods', async () => {
  for (const spelled of ['/v2/wallet/exchange/', '/v2/wallet/exchange?a=b', '/v2/wallet/%65xchange']) {
    expect(await ask('GET', spelled)).toMatchObject({ http: 405, allow: 'POST' })
  }
})

test('a wrong method is told before the body is read, and in the language that is asked for', async () => {
  const answers = ['ru', 'en'].map((language) =>
    ask('PUT', '/v2/wallet/exchange', { 'content-type': 'text/plain', 'accept-language': language }, 'a=b'),
  )
  const [russian, english] = await Promise.all(answers)
  expect([russian?.http, english?.http]).toEqual([405, 405])
  expect(russian?.said).toMatch(/[а-я]/)
  expect(english?.said).not.toMatch(/[а-я]/)
})

test('what takes GET takes HEAD, and what is nowhere is not found by any method', async () => {
  expect(await ask('HEAD', '/v2/wallet/config')).toMatchObject({ http: 200, said: '' })
  expect(await ask('HEAD', '/v2/wallet/exchange')).toMatchObject({ http: 405, allow: 'POST', said: '' })
  for (const method of METHODS) expect(await ask(method, '/v2/wallet/nothing')).toMatchObject({ http: 404 })
})
