import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { until } from '#tests/builders'
import { fullTest } from '#tests/full-run'
import { type OpenConnection, openConnection } from '#tests/slow-connection'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const sockets: Socket[] = []
let wallet: TestWallet
const SETTINGS = { SANDBOX: 'off', MONITORING_PORT: '0' }

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await wallet.close()
})

/** Connects from an address of this machine until the test has ended. */
async function open(url: string, localAddress?: string): Promise<OpenConnection> {
  const connection = await openConnection(url, localAddress)
  sockets.push(connection.socket)
  return connection
}

const GET = 'GET /version.json HTTP/1.1\r\nhost: wallet\r\n\r\n'

/** Whether a connection is let in. */
async function isServed({ socket, seen }: OpenConnection): Promise<boolean> {
  socket.write(GET)
  await until(async () => seen.received !== '' || seen.endedAfterMs !== undefined)
  return seen.received.startsWith('HTTP/1.1 200')
}

fullTest('of those who watch nobody stays connected for long without asking', async () => {
  wallet = await startTestWallet(SETTINGS)
  const watching = await open(wallet.monitoringUrl ?? '')
  watching.socket.write('GET /livez HTTP/1.1\r\nhost: wallet\r\n\r\n')
  await until(async () => watching.seen.endedAfterMs !== undefined)
  expect(watching.seen.received).toContain('HTTP/1.1 200')
})

test('one address has so many connections and no more, while another is served; one that ends makes room', async () => {
  wallet = await startTestWallet({ ...SETTINGS, CONNECTIONS_PER_ADDRESS: '5' })
  const first = await Promise.all([1, 2, 3, 4, 5].map(() => open(wallet.url)))
  expect(await Promise.all(first.map(isServed))).toEqual([true, true, true, true, true])
  expect(await isServed(await open(wallet.url))).toBe(false)
  expect(await isServed(await open(wallet.url, '127.0.0.2'))).toBe(true)
  first[0]?.socket.destroy()
  await until(async () => isServed(await open(wallet.url)))
})

test('behind a proxy its address is everybody’s, and is not counted', async () => {
  wallet = await startTestWallet({ ...SETTINGS, CONNECTIONS_PER_ADDRESS: '5', TRUSTED_PROXIES: '1' })
  const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => open(wallet.url)))
  expect(new Set(await Promise.all(all.map(isServed)))).toEqual(new Set([true]))
})

test('in all there are so many connections and no more: whoever has gone longest without asking makes room for who comes', async () => {
  wallet = await startTestWallet({ ...SETTINGS, CONNECTIONS_MAX: '5', TRUSTED_PROXIES: '1' })
  const first = await Promise.all([1, 2, 3, 4, 5].map((place) => open(wallet.url, `127.0.0.${place}`)))
  expect(await Promise.all(first.map(isServed))).toEqual([true, true, true, true, true])
  expect(await isServed(await open(wallet.url, '127.0.0.9'))).toBe(true)
  await until(async () => first[0]?.seen.endedAfterMs !== undefined)
  expect(first.slice(1).map(({ seen }) => seen.endedAfterMs)).toEqual([undefined, undefined, undefined, undefined])
})

test('requests that are sent by half keep nobody out who sends a whole one', async () => {
  wallet = await startTestWallet({ ...SETTINGS, CONNECTIONS_MAX: '5', TRUSTED_PROXIES: '1' })
  const head =
    'POST /v2/wallet/auth/login HTTP/1.1\r\nhost: wallet\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'
  const half = await Promise.all(Array.from({ length: 8 }, (_, place) => open(wallet.url, `127.0.0.${place + 1}`)))
  for (const { socket } of half) socket.write(head)
  for (let time = 0; time < 5; time += 1) expect(await isServed(await open(wallet.url, '127.0.0.9'))).toBe(true)
})
