import { request } from 'node:http'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ask, aUser, readCode, TestUser, until } from '#tests/builders'
import { fullTest } from '#tests/full-run'
import { aLivePage, hears, type LivePage, openLive, ticketOf } from '#tests/live-page'
import { operate } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
const pages: LivePage[] = []
beforeAll(async () => {
  wallet = await startTestWallet({ MONITORING_PORT: '0', LIVE_STREAMS_PER_PERSON: '3' })
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.leave()
  await wallet.expectTrueBooks()
})
afterAll(() => wallet.close())

/** A page of somebody's that has said hello. */
async function aPage(user: TestUser, at: TestWallet = wallet): Promise<LivePage> {
  const page = await aLivePage(user, at)
  pages.push(page)
  await until(async () => page.words().length > 0)
  return page
}

const refusal = (ticket: string, at = wallet) => ask(at, 'GET', `/v2/wallet/live?ticket=${ticket}`)
const REFUSED = { http: 401, code: 'INVALID_TOKEN' }

/** Signs somebody in once more, as on another device. */
async function another(user: TestUser): Promise<TestUser> {
  wallet.passSeconds(61)
  return user.signInAgain()
}

describe('a ticket', () => {
  test('opens one stream, which begins with a hello and is nobody’s to keep or collect [api-live-1]', async () => {
    const anna = await aUser(wallet)
    const answer = await anna.post('/v2/wallet/live/ticket')
    expect(answer).toMatchObject({ http: 200, status: 'ok', expires_in: 30 })
    const stop = new AbortController()
    const response = await fetch(`${wallet.url}/v2/wallet/live?ticket=${answer.ticket}`, {
      signal: stop.signal,
      headers: { 'accept-encoding': 'gzip' },
    })
    const { headers } = response
    expect([response.status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-store', 'no'])
    expect([headers.get('content-encoding'), headers.get('x-content-type-options')]).toEqual([null, 'nosniff'])
    stop.abort()
    expect(await refusal(String(answer.ticket))).toMatchObject(REFUSED)
  })

  test('is good for half a minute [api-live-2]', async () => {
    const anna = await aUser(wallet)
    const [late, inTime] = [await ticketOf(anna, wallet), await ticketOf(anna, wallet)]
    wallet.passSeconds(15)
    pages.push(await openLive(wallet, inTime))
    wallet.passSeconds(16)
    expect(await refusal(late)).toMatchObject(REFUSED)
  })

  test('is given to whoever is signed in, and a stream to nobody without one', async () => {
    expect(await ask(wallet, 'POST', '/v2/wallet/live/ticket')).toMatchObject(REFUSED)
    expect(await ask(wallet, 'GET', '/v2/wallet/live')).toMatchObject({ http: 400, code: 'invalid_field', field: 'ticket' })
    expect(await refusal('A'.repeat(43))).toMatchObject(REFUSED)
    const { token } = await aUser(wallet)
    expect(await refusal(token)).toMatchObject(REFUSED)
  })

  test('of another wallet opens none here [api-live-3]', async () => {
    const other = await startTestWallet()
    const ticket = await ticketOf(await aUser(other), other)
    expect(await refusal(ticket)).toMatchObject(REFUSED)
    ;(await openLive(other, ticket)).leave()
    await other.close()
  })

  test('of a session that has ended since opens none [api-live-4]', async () => {
    const anna = await aUser(wallet)
    const ticket = await ticketOf(anna, wallet)
    await anna.post('/v2/wallet/auth/logout')
    expect(await refusal(ticket)).toMatchObject(REFUSED)
  })

  test('stands nowhere as it is, and is gone when it was used or is old [api-live-5]', async () => {
    const anna = await aUser(wallet)
    const kept = async () =>
      (await wallet.database.list<object>({ name: 'test.tickets', text: 'select * from live_ticket' })).length
    const before = await kept()
    const ticket = await ticketOf(anna, wallet)
    expect(await kept()).toBe(before + 1)
    const rows = await wallet.database.list<{ hash: Buffer }>({ name: 'test.tickets', text: 'select * from live_ticket' })
    expect(rows.map(({ hash }) => hash.toString('base64url'))).not.toContain(ticket)
    pages.push(await openLive(wallet, ticket))
    expect(await kept()).toBe(before)
  })

  test('is given three hundred times in ten minutes to a person, and goes on being given to others [api-live-6]', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet), aUser(wallet)])
    // Twenty at once: more than the wallet bears in a moment would be told to come back.
    for (let asked = 0; asked < 300; asked += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => anna.post('/v2/wallet/live/ticket')))
      expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
    }
    expect(await anna.post('/v2/wallet/live/ticket')).toMatchObject({ http: 429, code: 'too_many_requests' })
    expect(await ben.post('/v2/wallet/live/ticket')).toMatchObject({ http: 200 })
  })
})

describe('what changes', () => {
  test('is told by its topic and by nothing else [api-live-7]', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const page = await aPage(anna)
    await anna.exchange('5.00', 'USD', 'RUB')
    await anna.post('/v2/wallet/auth/freeze')
    await hears(page, 'profile')
    await hears(page, 'notices')
    expect(new Set(page.words().slice(1))).toEqual(new Set(['money', 'notices', 'profile']))
  })

  test('by the operator is heard, too', async () => {
    const anna = await aUser(wallet)
    const page = await aPage(anna)
    const words = ['users', 'freeze', anna.phone, '--note', 'x', '--yes']
    expect(await operate({ DATABASE_URL: wallet.databaseUrl }, words)).toMatchObject({ code: 0 })
    await hears(page, 'profile')
  })

  test('at one process of several is heard at all of them', async () => {
    const second = await startTestWallet({}, { databaseUrl: wallet.databaseUrl })
    const anna = await aUser(wallet, '5.00 USD')
    const [here, there] = [await aPage(anna), await aPage(anna, second)]
    await anna.exchange('1.00', 'USD', 'RUB')
    await Promise.all([hears(here, 'money'), hears(there, 'money')])
    const [heardHere, heardThere] = [here.words().length, there.words().length]
    await new TestUser(second, anna.phone, anna.token).exchange('1.00', 'USD', 'RUB')
    await Promise.all([hears(here, 'money', heardHere), hears(there, 'money', heardThere)])
    await second.close()
    await until(async () => there.hasEnded())
    expect(here.hasEnded()).toBe(false)
  })

  test('is heard though it is committed after what began later [api-live-8]', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet), aUser(wallet)])
    const [ofAnna, ofBen] = [await aPage(anna), await aPage(ben)]
    const tell = `insert into notification (id, user_id, kind, details, created_at)
      select gen_random_uuid(), id, 'message', '{}', now() from wallet_user where phone = $1`
    const client = new pg.Client({ connectionString: wallet.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query(tell, [`+${anna.phone}`])
    await wallet.database.run({ name: 'test.tell', text: tell }, [`+${ben.phone}`])
    await hears(ofBen, 'notices')
    expect(ofAnna.words()).toEqual(['hello'])
    await client.query('commit')
    await client.end()
    await hears(ofAnna, 'notices')
    expect(ofAnna.words()).toEqual(['hello', 'notices'])
    expect(ofBen.words()).toEqual(['hello', 'notices'])
  })

  test('and is not committed is not heard', async () => {
    const anna = await aUser(wallet)
    const page = await aPage(anna)
    const client = new pg.Client({ connectionString: wallet.databaseUrl })
    await client.connect()
    const stop = "update wallet_user set stopped_features = '{exchange}' where phone = $1"
    await client.query('begin')
    await client.query(stop, [`+${anna.phone}`])
    await client.query('rollback')
    await client.query(stop, [`+${anna.phone}`])
    await client.end()
    await hears(page, 'profile')
    expect(page.words()).toEqual(['hello', 'profile'])
  })

  test('while the connections of the process are gone is heard once there are others', async () => {
    const anna = await aUser(wallet, '5.00 USD')
    const page = await aPage(anna)
    const client = new pg.Client({ connectionString: wallet.databaseUrl })
    await client.connect()
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.query("update wallet_user set stopped_features = '{exchange}' where phone = $1", [`+${anna.phone}`])
    await client.end()
    await hears(page, 'profile')
    expect(page.hasEnded()).toBe(false)
    await until(async () => (await anna.get('/v2/wallet')).http === 200)
    const before = page.words().length
    await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })
    await hears(page, 'money', before)
  })
})

describe('a stream ends', () => {
  test('with its session, and with no other of the person [api-live-9]', async () => {
    const anna = await aUser(wallet)
    const elsewhere = await another(anna)
    await until(async () => (await openStreams()) === 0)
    // Its turn to be looked up never comes: it is not that which ends it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const there = await aPage(elsewhere)
    const here = await aPage(anna)
    await elsewhere.post('/v2/wallet/auth/logout')
    await until(async () => there.hasEnded())
    await hears(here, 'sessions')
    expect(here.hasEnded()).toBe(false)
  })

  test('when its session is ended from another device, and when a wallet is closed [api-live-10]', async () => {
    const anna = await aUser(wallet)
    const elsewhere = await another(anna)
    const [here, there] = [await aPage(anna), await aPage(elsewhere)]
    await elsewhere.post('/v2/wallet/auth/sessions/end', {})
    await until(async () => here.hasEnded())
    expect(there.hasEnded()).toBe(false)
    wallet.passSeconds(61)
    await elsewhere.post('/v2/wallet/profile/close/send_code', {})
    const confirm_code = await readCode(wallet, anna.phone)
    expect(await elsewhere.post('/v2/wallet/profile/close', { confirm_code, pin_code: '4815' })).toMatchObject({ http: 200 })
    await until(async () => there.hasEnded())
  })

  fullTest('when its session has not been used for too long [api-live-11]', async () => {
    const strict = await startTestWallet({ SESSION_IDLE_SECONDS: '60' })
    const anna = await aUser(strict)
    const page = await aPage(anna, strict)
    strict.passSeconds(61)
    await until(async () => page.hasEnded())
    await strict.close()
  })

  test('when the person opens more than they may have: the oldest of theirs [api-live-12]', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet), aUser(wallet)])
    const ofBen = await aPage(ben)
    const all = [await aPage(anna), await aPage(anna), await aPage(anna), await aPage(anna)]
    await until(async () => all[0]?.hasEnded() ?? false)
    expect([...all.slice(1), ofBen].map((page) => page.hasEnded())).toEqual([false, false, false, false])
  })

  test('at once for whoever asks for its head alone', async () => {
    const anna = await aUser(wallet)
    const ticket = await ticketOf(anna, wallet)
    const status = await new Promise((resolve, reject) => {
      request(`${wallet.url}/v2/wallet/live?ticket=${ticket}`, { method: 'HEAD' }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
    await until(async () => (await openStreams()) === 0)
  })
})

async function openStreams(of = wallet): Promise<number> {
  const metrics = await (await fetch(`${of.monitoringUrl}/metrics`)).text()
  return Number(/^wallet_live_streams (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN)
}

test('streams are counted while they are open, and are no slow answers', async () => {
  const anna = await aUser(wallet)
  await until(async () => (await openStreams()) === 0)
  const page = await aPage(anna)
  expect(await openStreams()).toBe(1)
  page.leave()
  await until(async () => (await openStreams()) === 0)
  const metrics = await (await fetch(`${wallet.monitoringUrl}/metrics`)).text()
  expect(metrics).toContain('route="/v2/wallet/live/ticket"')
  expect(metrics).not.toMatch(/route="\/v2\/wallet\/live",code="200"/)
})

test('a process has so many streams and no more; whoever comes then is told to come back [api-live-13]', async () => {
  const small = await startTestWallet({ LIVE_STREAMS_MAX: '2' })
  const [anna, ben] = await Promise.all([aUser(small), aUser(small)])
  const first = [await aPage(anna, small), await aPage(anna, small)]
  const refused = await refusal(await ticketOf(ben, small), small)
  expect(refused).toMatchObject({ http: 503, code: 'busy', retry_after: 5 })
  first[0]?.leave()
  await until(() =>
    aLivePage(ben, small).then(
      (page) => pages.push(page) > 0,
      () => false,
    ),
  )
  await small.close()
})

test('streams take no connections from those who ask, of their address or of all [api-live-14]', async () => {
  const narrow = await startTestWallet({ CONNECTIONS_PER_ADDRESS: '8', CONNECTIONS_MAX: '8', LIVE_STREAMS_PER_PERSON: '20' })
  const anna = await aUser(narrow)
  for (let count = 0; count < 12; count += 1) await aPage(anna, narrow)
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  await anna.post('/v2/wallet/accounts', { currency_code: 'EUR' })
  await Promise.all(pages.map((page) => hears(page, 'money')))
  await narrow.close()
})
