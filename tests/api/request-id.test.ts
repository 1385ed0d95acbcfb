import { levels } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser, type TestUser, until } from '#tests/builders'
import { OndatoStandIn, ondatoSettings } from '#tests/ondato'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const FRESH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FIELDS = new Set('level time pid hostname requestId method route status ms bytes msg'.split(' '))
const UPGRADE = '/v2/wallet/identification-level/upgrade'

let ondato: OndatoStandIn
let wallet: TestWallet
let anna: TestUser
let logged = ''
const logTo = {
  write(line: string) {
    logged += line
  },
}
beforeAll(async () => {
  ondato = await OndatoStandIn.start()
  wallet = await startTestWallet({ ...ondatoSettings(ondato.url), ACCESS_LOG: 'on' }, { logTo })
  anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
})
beforeEach(() => {
  logged = ''
  ondato.heard.length = 0
})
afterAll(async () => {
  await wallet.close()
  await ondato.stop()
})

/** The lines of the log with this text, as it is now. */
const lines = (text: string): Record<string, unknown>[] =>
  logged.split('\n').flatMap((line) => (line.includes(text) ? [JSON.parse(line)] : []))

/** The ids that the provider was called with. */
const idsHeard = (): unknown[] => ondato.heard.map((headers) => headers['x-request-id'])

/** Asks as anna, and gives the answer's status and id. */
async function asked(path: string, init: RequestInit = {}, at = wallet): Promise<{ status: number; id: string }> {
  const headers = { authorization: `Token ${anna.token}`, 'content-type': 'application/json', ...init.headers }
  const answer = await fetch(`${at.url}${path}`, { ...init, headers })
  await answer.text()
  return { status: answer.status, id: answer.headers.get('x-request-id') ?? '' }
}

/** The line of the access log about a request. */
async function accessOf(id: string): Promise<Record<string, unknown> | undefined> {
  await until(async () => lines('Answered').some(({ requestId }) => requestId === id))
  return lines('Answered').find(({ requestId }) => requestId === id)
}

test('one id is in the answer, in every line of the log and in every call of a provider', async () => {
  ondato.fault = { status: 500, body: '{}' }
  const { status, id } = await asked(UPGRADE, { method: 'POST', body: '{}' })
  ondato.fault = undefined
  expect([status, id]).toEqual([503, expect.stringMatching(FRESH)])
  expect(lines('Refused')).toMatchObject([{ requestId: id, level: levels.values.warn }])
  expect(await accessOf(id)).toMatchObject({ status: 503 })
  expect(new Set(idsHeard())).toEqual(new Set([id]))
})

test('a run of a job has an id as well, in its lines of the log and in its calls of providers', async () => {
  ondato.fault = { status: 500, body: '{}' }
  wallet.passSeconds(60)
  await until(async () => lines('A job failed').length > 0)
  ondato.fault = undefined
  const ids = lines('A job failed').map(({ requestId }) => requestId)
  expect(ids[0]).toMatch(FRESH)
  expect(idsHeard()).toContain(ids[0])
})

test('a line of the access log says what was asked for and how it went, and nothing of the person [api-request-id-1]', async () => {
  const pin = '7391'
  const paths = [
    ['/v2/wallet/transaction?offset=0&limit=5', { method: 'GET' }, 200, '/v2/wallet/transaction'],
    ['/v2/wallet/top-up', { method: 'POST', body: '{"amount":"4321.87","currency_code":"USD"}' }, 200, '/v2/wallet/top-up'],
    [`/v2/wallet/nothing/${anna.phone}`, { method: 'GET' }, 404, 'none'],
    ['/v2/wallet/auth/login', { method: 'POST', body: `{"phone":"${anna.phone}","pin":"${pin}` }, 400, '/v2/wallet/auth/login'],
  ] as const
  for (const [path, init, status, route] of paths) {
    const { id } = await asked(path, init)
    const line = await accessOf(id)
    expect(line).toMatchObject({ level: levels.values.info, method: init.method, route, status, msg: 'Answered' })
    expect(line?.ms).toBeGreaterThan(0)
    expect(line?.bytes).toBeGreaterThan(100)
    expect(new Set(Object.keys(line ?? {}))).toEqual(FIELDS)
  }
  for (const secret of [anna.token, anna.phone, '4321.87', 'limit=5', '127.0.0.1']) expect(logged).not.toContain(secret)
  // But as a part of an id or an instant.
  expect(logged).not.toMatch(new RegExp(`(?<![0-9a-f])${pin}(?![0-9a-f])`))
})

test('every answer has an id: of an address that there is not, or cannot be read, and of a page', async () => {
  const ids = new Set<string>()
  for (const path of ['/nothing', '/%zz', '/v2/wallet/config', '/v2/wallet/docs/', `/${'x'.repeat(9000)}`]) {
    const { id } = await asked(path)
    expect(id).toMatch(FRESH)
    ids.add(id)
  }
  expect(ids.size).toBe(5)
})

test('an id is taken over from a proxy of ours, and from nobody else; one that could do harm from nobody', async () => {
  const sent = (id: string) => ({ headers: { 'x-request-id': id } })
  expect((await asked('/v2/wallet/config', sent('forged-by-a-stranger'))).id).toMatch(FRESH)
  await until(async () => lines('Answered').length > 0)
  expect(logged).not.toContain('forged')
  const behind = await startTestWallet({ TRUSTED_PROXIES: '1', ACCESS_LOG: 'on' }, { logTo })
  expect((await asked('/v2/wallet/config', sent('edge-7f.3_A'), behind)).id).toBe('edge-7f.3_A')
  expect(await accessOf('edge-7f.3_A')).toMatchObject({ route: '/v2/wallet/config' })
  for (const harm of ['{"level":60}', 'a b', 'x'.repeat(65)]) {
    expect((await asked('/v2/wallet/config', sent(harm), behind)).id).toMatch(FRESH)
  }
  await behind.close()
})

test('without the setting there is no line for a request, and its answer has an id all the same', async () => {
  const quiet = await startTestWallet({}, { logTo })
  logged = ''
  expect((await asked('/v2/wallet/config', {}, quiet)).id).toMatch(FRESH)
  await quiet.close()
  expect(lines('Answered')).toEqual([])
})
