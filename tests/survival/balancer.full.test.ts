import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, TestUser, until } from '#tests/builders'
import { type FaultyLink, openLink } from '#tests/faulty-link'
import { freePort } from '#tests/free-port'
import { aLivePage } from '#tests/live-page'
import { ServerProcess } from '#tests/server-process'
import { createDatabase } from '#tests/test-wallet'
import type { Language } from '#texts/languages'
import { CATALOGUES } from '#texts/texts'
import { type Balancer, openBalancer } from '../../survive/balancer.ts'

/** Of docs/operations.md: by then the balancer has seen that a wallet stops. */
const STOP_DELAY_SECONDS = '3'

let folder: string
let link: FaultyLink
let wallets: readonly { server: ServerProcess; healthPort: number }[]
let balancer: Balancer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balancer-'))
  const url = await createDatabase()
  link = await openLink({ path: `${decodeURIComponent(/host=([^&]+)/.exec(url)?.[1] ?? '')}/.s.PGSQL.5432` })
  const linked = `postgres://postgres@127.0.0.1:${link.port}/${/\/(test_\w+)\?/.exec(url)?.[1]}`
  wallets = await Promise.all(
    [1, 2].map(async () => {
      const healthPort = await freePort()
      const settings = { MONITORING_PORT: String(healthPort), STOP_DELAY_SECONDS, TRUSTED_PROXIES: '1' }
      return { healthPort, server: await ServerProcess.start(linked, settings) }
    }),
  )
  balancer = await openBalancer(
    folder,
    wallets.map(({ server: { port }, healthPort }) => ({ port, healthPort })),
  )
})
afterAll(async () => {
  await balancer.close()
  await Promise.all(wallets.map(({ server }) => server.kill()))
  await link.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Whether a wallet says that it is ready. */
const isReady = ({ healthPort }: { healthPort: number }): Promise<boolean> =>
  fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Asks the balancer for something that is in the database. Each answer of a wallet has a request id. */
async function askForConfig(language = 'ru') {
  const response = await fetch(`${balancer.url}/v2/wallet/config`, {
    headers: { 'accept-language': language },
  })
  return {
    by: response.headers.has('x-request-id') ? 'a wallet' : 'the balancer',
    http: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }
}

const busy = (by: string, language: Language) => ({
  by,
  http: 503,
  retryAfter: '1',
  body: { status: 'error', code: 'busy', message: CATALOGUES[language]['refusal.busy'], retry_after: 1 },
})
test('a page hears through the balancer of changes at either wallet', async () => {
  const anna = await aUser(balancer)
  const page = await aLivePage(anna)
  await until(async () => page.words().includes('hello'))
  for (const [place, currency] of ['EUR', 'GBP'].entries()) {
    const before = page.words().length
    const at = wallets[place]?.server ?? balancer
    await new TestUser(at, anna.phone, anna.token).post('/v2/wallet/accounts', { currency_code: currency })
    await until(async () => page.words().slice(before).includes('money'), 1)
  }
  page.leave()
})

test('while no wallet has a database people still reach a wallet, which says that it is busy', async () => {
  expect(await askForConfig()).toMatchObject({ by: 'a wallet', http: 200 })
  link.breakWith('silent')
  const answers: unknown[] = []
  // The balancer takes a wallet for unready after three checks, of two seconds each.
  for (const end = performance.now() + 9000; performance.now() < end; ) answers.push(await askForConfig('en'))
  for (const answer of answers) expect(answer).toEqual(busy('a wallet', 'en'))
  link.mend()
  await until(async () => (await askForConfig()).http === 200)
})

test('a stopping wallet says so at once, even while its database does not answer', async () => {
  const [first] = wallets
  link.breakWith('silent')
  const stopped = first?.server.stop()
  const isStopping = async (): Promise<boolean> => {
    const response = await fetch(`http://127.0.0.1:${first?.healthPort}/readyz`, { signal: AbortSignal.timeout(500) })
    expect([response.status, await response.json()]).toEqual([503, { status: 'unavailable', checks: { running: 'failed' } }])
    return true
  }
  await until(() => isStopping().catch(() => false), 2)
  link.mend()
  expect(await stopped).toBe(0)
  await first?.server.start()
})

test('a restart of one wallet is invisible to people', async () => {
  const answers: unknown[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) answers.push(await askForConfig())
  })()
  for (const wallet of wallets) {
    expect(await wallet.server.stop()).toBe(0)
    await wallet.server.start()
    await until(() => isReady(wallet))
  }
  isOver = true
  await asking
  for (const answer of answers) expect(answer).toMatchObject({ by: 'a wallet', http: 200 })
})

test.each(['ru', 'en'] as const)(
  'when no wallet is left the balancer says in the words of the API when to come back (%s)',
  async (language) => {
    await Promise.all(wallets.map(({ server }) => server.kill()))
    expect(await askForConfig(language)).toEqual(busy('the balancer', language))
  },
  40_000,
)
