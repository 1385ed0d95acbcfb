import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '#contract/version'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let alone: TestWallet
let inMessenger: TestWallet
beforeAll(async () => {
  alone = await startTestWallet()
  inMessenger = await startTestWallet({ MESSENGER_WEB: 'on', API_BASE_URL: 'https://api.example/wallet' })
})
afterAll(async () => {
  for (const wallet of [alone, inMessenger]) {
    await wallet.expectTrueBooks()
    await wallet.close()
  }
})

async function protectionOf(wallet: TestWallet, path: string) {
  const { headers } = await fetch(wallet.url + path)
  const policy = headers.get('content-security-policy') ?? ''
  return { framedBy: /frame-ancestors ([^;]*)/.exec(policy)?.[1], frames: headers.get('x-frame-options') }
}

test('nobody shows the page in a frame [page-headers-1]', async () => {
  expect(await protectionOf(alone, '/version.json')).toEqual({ framedBy: "'none'", frames: 'DENY' })
  expect(await protectionOf(alone, '/v2/wallet/config')).toEqual({ framedBy: "'none'", frames: 'DENY' })
})

test('as a mini app the page is shown by the messenger’s own web version, and by nobody else; the API by nobody at all', async () => {
  expect(await protectionOf(inMessenger, '/version.json')).toEqual({ framedBy: 'https://web.telegram.org', frames: null })
  expect(await protectionOf(inMessenger, '/v2/wallet/config')).toEqual({ framedBy: "'none'", frames: 'DENY' })
})

test('the page may ask its own server only, and the API where the setting says that it is [page-headers-2]', async () => {
  const policyOf = async ({ url }: TestWallet) => (await fetch(`${url}/version.json`)).headers.get('content-security-policy')
  expect(await policyOf(alone)).toContain("default-src 'self'")
  expect(await policyOf(alone)).not.toContain('connect-src')
  expect(await policyOf(inMessenger)).toContain("connect-src 'self' https://api.example;")
})

test('the version is told anew every time', async () => {
  const answer = await fetch(`${alone.url}/version.json?${Date.now()}`)
  expect(answer.headers.get('cache-control')).toBe('no-cache, no-store, must-revalidate')
  expect(await answer.json()).toEqual({ version: VERSION })
  const config = await fetch(`${alone.url}/v2/wallet/config`)
  expect(await config.json()).toMatchObject({ version: VERSION })
})

test.each([
  '/v2/wallet/config',
  '/%762/wallet/config',
  '/v2/w%61llet/config',
  '/v2/wallet/config/',
  '/v2/wallet/docsx',
  '/%762/wallet/nothing',
])('%s is an answer of the API however its address is spelled, and nobody keeps it', async (path) => {
  const { headers } = await fetch(alone.url + path)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('what nobody finds, and what providers are answered, is under the strictest policy, too', async () => {
  for (const path of ['/nothing', '/webhooks/payments', '/webhooks/nothing']) {
    const { headers } = await fetch(alone.url + path, { method: 'POST', body: '{}' })
    expect([path, headers.get('content-security-policy')]).toEqual([path, "default-src 'none'; frame-ancestors 'none'"])
  }
})
