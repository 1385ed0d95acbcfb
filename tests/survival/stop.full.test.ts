import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { aKey, aUser, until } from '#tests/builders'
import { aLivePage } from '#tests/live-page'
import { ServerProcess } from '#tests/server-process'
import { createDatabase } from '#tests/test-wallet'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A connection that has sent this much and no more; what it has received so far, and whether it was ended. */
async function aSocket(server: ServerProcess, sent = ''): Promise<{ received: () => string; isEnded: () => boolean }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  sockets.push(socket)
  let received = ''
  let ended = false
  socket.on('data', (text) => {
    received += String(text)
  })
  socket
    .on('error', () => undefined)
    .on('close', () => {
      ended = true
    })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  socket.write(sent)
  return { received: () => received, isEnded: () => ended }
}

const HALF_HEAD = 'GET /v2/wallet/config HTTP/1.1\r\nHost: wallet'
const HEAD = `${HALF_HEAD}\r\n\r\n`
const HALF_BODY =
  'POST /v2/wallet/auth/login HTTP/1.1\r\nHost: wallet\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"phone":'

test('when told to stop, the wallet ends within ten seconds, whatever is connected and however little it has sent', async () => {
  const server = await ServerProcess.start(await createDatabase())
  const silent = await Promise.all([aSocket(server), aSocket(server), aSocket(server, HALF_HEAD), aSocket(server, HALF_BODY)])
  const idle = await aSocket(server, HEAD)
  await until(async () => idle.received().includes('200 OK'))
  const toldAt = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - toldAt).toBeLessThan(10_000)
  for (const socket of [...silent, idle]) expect(socket.isEnded()).toBe(true)
  expect(server.complaints).toBe('')
})

test('connections that have never sent anything do not delay the stop', async () => {
  const server = await ServerProcess.start(await createDatabase())
  for (let count = 0; count < 20; count += 1) await aSocket(server)
  const toldAt = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - toldAt).toBeLessThan(3000)
})

test('open streams of events end at once and do not delay the stop', async () => {
  const server = await ServerProcess.start(await createDatabase())
  const people = await Promise.all([aUser(server), aUser(server)])
  const pages = await Promise.all(people.flatMap((person) => Array.from({ length: 5 }, () => aLivePage(person))))
  await until(async () => pages.every((page) => page.words().includes('hello')))
  const toldAt = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - toldAt).toBeLessThan(3000)
  await until(async () => pages.every((page) => page.hasEnded()))
  expect(server.complaints).toBe('')
})

test('a request being answered when the wallet is told to stop is answered, and no new request is accepted [survival-stop-1]', async () => {
  const server = await ServerProcess.start(await createDatabase(), { PROVIDER_TIMEOUT_MS: '2500' })
  const anna = await aUser(server, '20.00 USD')
  // A card whose payout the provider is silent about.
  const withdrawn = anna.withdraw('5.00', 'USD', { key: aKey(), pan: '2200123456780119' })
  const kept = await aSocket(server, HEAD)
  await until(async () => (await anna.balance('USD')) === '15.00')
  await until(async () => kept.received().includes('200 OK'))
  const stopped = server.stop()
  await until(async () => kept.isEnded())
  await expect(fetch(`${server.url}/v2/wallet/config`)).rejects.toThrow()
  expect(await withdrawn).toMatchObject({ http: 200, status: 'pending' })
  expect(await stopped).toBe(0)
})
