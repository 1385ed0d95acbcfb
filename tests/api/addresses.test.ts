import { get as httpGet } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, ask } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const REQUESTS = 5

let direct: TestWallet
let behindProxy: TestWallet
let behindTwo: TestWallet
beforeAll(async () => {
  const settings = { REQUESTS_PER_MINUTE: String(REQUESTS) }
  direct = await startTestWallet(settings)
  behindProxy = await startTestWallet({ ...settings, TRUSTED_PROXIES: '1' })
  behindTwo = await startTestWallet({ ...settings, TRUSTED_PROXIES: '2' })
})
afterAll(() => Promise.all([direct, behindProxy, behindTwo].map((wallet) => wallet.close())))

/** Asks as often as an address may, and once more, each time with another `X-Forwarded-For`; how the last one is answered. */
async function askTooOften(wallet: TestWallet, forwardedFor: (place: number) => string): Promise<Answer> {
  const get = (place: number) => ask(wallet, 'GET', '/v2/wallet/config', { headers: { 'x-forwarded-for': forwardedFor(place) } })
  for (let place = 0; place < REQUESTS; place += 1) expect(await get(place)).toMatchObject({ http: 200 })
  return get(REQUESTS)
}

test('behind a proxy of ours an address is the one that the proxy has seen, whatever its client has written before it [addresses-1]', async () => {
  expect(await askTooOften(behindProxy, (place) => `10.0.${place}.1, 10.1.0.1`)).toMatchObject({ http: 429 })
  expect(await askTooOften(behindProxy, (place) => `10.2.${place}.1`)).toMatchObject({ http: 200 })
})

test('behind two proxies each person is who the first of them has seen, not the first proxy', async () => {
  expect(await askTooOften(behindTwo, (place) => `10.3.${place}.1, 10.1.0.2`)).toMatchObject({ http: 200 })
  expect(await askTooOften(behindTwo, (place) => `10.0.${place}.1, 10.4.0.1, 10.1.0.2`)).toMatchObject({ http: 429 })
  // Told of one only, the wallet takes the first proxy for everybody.
  expect(await askTooOften(behindProxy, (place) => `10.5.${place}.1, 10.1.0.2`)).toMatchObject({ http: 429 })
})

/** Asks from another address of this machine than the wallet's own, from which it asks its sandbox. */
function statusFrom(address: string, { url }: TestWallet, forwardedFor: string): Promise<number | undefined> {
  const options = { localAddress: address, headers: { 'x-forwarded-for': forwardedFor }, agent: false }
  return new Promise((resolve, reject) => {
    httpGet(`${url}/v2/wallet/config`, options, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

test('without a proxy of ours nobody is believed', async () => {
  for (let place = 0; place < REQUESTS; place += 1) {
    expect(await statusFrom('127.0.0.2', direct, `10.0.${place}.1`)).toBe(200)
  }
  expect(await statusFrom('127.0.0.2', direct, `10.0.${REQUESTS}.1`)).toBe(429)
  expect(await statusFrom('127.0.0.3', direct, '10.0.0.1')).toBe(200)
})
