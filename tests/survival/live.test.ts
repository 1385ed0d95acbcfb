import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '#server/db/embedded'
import { aUser, until } from '#tests/builders'
import { aLivePage } from '#tests/live-page'
import { ServerProcess } from '#tests/server-process'

let folder: string
let cluster: Embedded
let server: ServerProcess
const startCluster = (): Promise<Embedded> => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return startEmbedded({ dataDir: join(folder, 'data'), log: silent })
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'live-'))
  chmodSync(folder, 0o755)
  cluster = await startCluster()
  server = await ServerProcess.start(cluster.connectionString)
})
afterAll(async () => {
  await server.kill()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('pages survive a restart of PostgreSQL: they are told that they may have missed something, and hear of later changes', async () => {
  const anna = await aUser(server, '5.00 USD')
  const page = await aLivePage(anna)
  await until(async () => page.words().includes('hello'))
  await cluster.stop()
  cluster = await startCluster()
  await until(async () => page.words().filter((word) => word === 'hello').length === 2)
  expect(page.hasEnded()).toBe(false)
  await until(async () => (await anna.get('/v2/wallet')).http === 200)
  const before = page.words().length
  expect(await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })).toMatchObject({ http: 200 })
  await until(async () => page.words().slice(before).includes('money'))
  expect(server.isRunning()).toBe(true)
})

test('a page of a killed process is told by another process to refetch, and hears there of later changes', async () => {
  const second = await ServerProcess.start(cluster.connectionString)
  const anna = await aUser(server, '5.00 USD', '1.00 EUR')
  const lost = await aLivePage(anna, second)
  await until(async () => lost.words().includes('hello'))
  await second.kill()
  await until(async () => lost.hasEnded())
  await anna.exchange('1.00', 'USD', 'EUR')
  const found = await aLivePage(anna, server)
  await until(async () => found.words().includes('hello'))
  expect(lost.words()).not.toContain('money')
  const before = found.words().length
  await anna.exchange('1.00', 'USD', 'EUR')
  await until(async () => found.words().slice(before).includes('money'))
  found.leave()
})
