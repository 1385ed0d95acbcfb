import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseRate } from '#money/rate'
import { tellOfReachedRates } from '#server/exchange/rate-alerts'
import { aUser, type TestUser, until } from '#tests/builders'
import { aLivePage } from '#tests/live-page'
import { operate } from '#tests/operator'
import { aPushDevice, type PushDevice } from '#tests/push-device'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const LIST = '/v2/wallet/user/notification'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

interface Notice {
  readonly id: string
  readonly created_at: string
  readonly message: string
  readonly masked_message?: string
  readonly kind: string
  readonly path: string
  readonly is_unread?: boolean
  readonly state?: string
  readonly transaction_id?: string
}

const listOf = async (user: TestUser): Promise<Notice[]> => (await user.get(LIST, 'en')).results as Notice[]
const unreadOf = async (user: TestUser): Promise<number> => (await listOf(user)).filter((each) => each.is_unread).length
const set = (user: TestUser, kind: string, channel: string, is_on: boolean) =>
  user.post(`${LIST}/settings/save`, { kind, channel, is_on })

const waiting = async (): Promise<number> =>
  (
    await wallet.database.find<{ count: number }>({
      name: 'test.pushes',
      text: 'select count(*)::int as count from push_message',
    })
  )?.count ?? 0
const nothingWaits = (): Promise<void> => until(async () => (await waiting()) === 0)

async function aToldDevice(user: TestUser): Promise<PushDevice> {
  const device = await aPushDevice(user, wallet)
  expect(await device.subscribe({ showsAmounts: true })).toMatchObject({ http: 200 })
  return device
}

/** The kinds of the e-mails that were written to somebody. */
async function mailsOf({ phone }: TestUser): Promise<string[]> {
  const text = `select kind from message join wallet_user on wallet_user.id = user_id where phone = $1 and channel = 'email' order by message.id`
  return (await wallet.database.list<{ kind: string }>({ name: 'test.mails', text }, [`+${phone}`])).map(({ kind }) => kind)
}

async function verifyEmail({ phone }: TestUser): Promise<void> {
  const text = 'update wallet_user set email = $2, email_verified_at = now() where phone = $1'
  await wallet.database.run({ name: 'test.verify', text }, [`+${phone}`, `a${randomUUID()}@mail.example`])
}

describe('a notification', () => {
  test('is of a kind and leads to what it tells of', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet, '50.00 USD'), aUser(wallet, '1.00 USD')])
    await anna.withdraw('7.00', 'USD')
    await anna.exchange('7.00', 'USD', 'RUB')
    const { id: account_id } = await ben.account('USD')
    const asked = await ben.post(
      '/v2/wallet/request',
      { account_id, to: { phone: anna.phone }, amount: '3.00' },
      { key: randomUUID() },
    )
    expect(asked).toMatchObject({ http: 200 })
    await anna.post('/v2/wallet/auth/freeze')
    await until(async () => (await anna.told()).includes('Money sent'))
    const places = (await listOf(anna)).map(({ kind, path }) => [kind, path.replace(/=.*/, '')])
    expect(places).toEqual(
      expect.arrayContaining([
        ['news', '/wallet/topup'],
        ['money_in', '/history?operation'],
        ['money_out', '/history?operation'],
        ['exchange', '/history?operation'],
        ['request', '/wallet/requests?id'],
        ['security', '/settings#freeze'],
      ]),
    )
    expect((await listOf(anna)).find(({ kind }) => kind === 'money_in')).toMatchObject({ state: 'complete' })
    expect((await listOf(anna)).find(({ kind }) => kind === 'security')).not.toHaveProperty('state')
    const request = (await listOf(anna)).find(({ kind }) => kind === 'request')
    expect(request).toMatchObject({
      path: `/wallet/requests?id=${(asked.request as { id?: string } | undefined)?.id ?? asked.request_id}`,
    })
  })

  test('tells how its operation stands, and which transfer waits', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet, '50.00 USD'), aUser(wallet)])
    await ben.topUp('5.00', 'USD', 'decline')
    const { transaction_id: id } = await anna.send('3.00', 'USD', { phone: ben.phone }, { protection_code: '0417' })
    const incoming = (await listOf(ben)).find(({ path }) => path === '/')
    expect(incoming).toMatchObject({ kind: 'money_in', transaction_id: id })
    expect(incoming).not.toHaveProperty('state')
    await until(async () => (await listOf(ben)).some((each) => each.state === 'failed'))
  })

  test('that names an amount says the same without it, and one that names none has no other text', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const words = ['notify', anna.phone, '--ru', 'Вернули 7 рублей', '--en', 'We returned 7 roubles', '--note', 'x', '--yes']
    expect((await operate({ DATABASE_URL: wallet.databaseUrl }, words)).code).toBe(0)
    const plain = ['notify', anna.phone, '--ru', 'Спасибо', '--en', 'Thank you', '--note', 'x', '--yes']
    expect((await operate({ DATABASE_URL: wallet.databaseUrl }, plain)).code).toBe(0)
    const list = await listOf(anna)
    const of = (start: string) => list.find(({ message }) => message.startsWith(start))
    expect(of('Money was added')?.message ?? list.find(({ kind }) => kind === 'money_in')?.message).toContain('50.00')
    expect(list.find(({ kind }) => kind === 'money_in')?.masked_message).toBe('Money was added to your account')
    expect(of('We returned')?.masked_message).toBe('This message is hidden along with amounts')
    expect(of('Thank you')).not.toHaveProperty('masked_message')
    expect(of('Welcome')).not.toHaveProperty('masked_message')
  })
})

describe('read', () => {
  test('is all at once, for every device of the person, whose pages hear of it, and for nobody else', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet, '5.00 USD'), aUser(wallet)])
    const [page, ofBen] = [await aLivePage(anna, wallet), await aLivePage(ben, wallet)]
    await until(async () => page.words().length > 0 && ofBen.words().length > 0)
    expect([await unreadOf(anna), await unreadOf(ben)]).toEqual([2, 1])
    const heard = page.words().length
    expect(await anna.post(`${LIST}/read`, {})).toMatchObject({ http: 200, status: 'ok' })
    await until(async () => page.words().slice(heard).includes('notices'))
    expect([await unreadOf(anna), await unreadOf(ben)]).toEqual([0, 1])
    await anna.topUp('5.00', 'USD')
    expect(await unreadOf(anna)).toBe(1)
    expect(ofBen.words()).toEqual(['hello'])
    page.leave()
    ofBen.leave()
  })

  test('goes no further than what was shown, never back, and never beyond now', async () => {
    const anna = await aUser(wallet)
    const [welcome] = await listOf(anna)
    await anna.topUp('5.00', 'USD')
    expect(await anna.post(`${LIST}/read`, { until: welcome?.created_at })).toMatchObject({ http: 200 })
    expect(await unreadOf(anna)).toBe(1)
    const all = await anna.post(`${LIST}/read`, { until: '2999-01-01T00:00:00.000Z' })
    expect(Date.parse(String(all.read_until))).toBeLessThan(Date.now() + 60_000)
    expect(await anna.post(`${LIST}/read`, { until: welcome?.created_at })).toMatchObject({ read_until: all.read_until })
    expect(await unreadOf(anna)).toBe(0)
    for (const until of ['yesterday', '', 7]) expect(await anna.post(`${LIST}/read`, { until })).toMatchObject({ http: 400 })
  })
})

describe('settings', () => {
  test('of a kind and channel hold for them alone: no push message of it is sent until it is on again', async () => {
    const anna = await aUser(wallet)
    const device = await aToldDevice(anna)
    expect(await set(anna, 'money_in', 'push', false)).toMatchObject({ http: 200 })
    const kinds = (await anna.get(`${LIST}/settings`)).kinds as { kind: string; channels: object }[]
    expect(kinds.find(({ kind }) => kind === 'money_in')).toEqual({
      kind: 'money_in',
      is_fixed: false,
      channels: { push: false },
    })
    await anna.topUp('50.00', 'USD')
    await nothingWaits()
    expect(await device.sealed()).toEqual([])
    expect(await anna.told()).toContain('50.00')
    await anna.exchange('7.00', 'USD', 'RUB')
    await until(async () => (await device.sealed()).length === 1)
    await set(anna, 'money_in', 'push', true)
    await anna.topUp('6.00', 'USD')
    await until(async () => (await device.sealed()).length === 2)
    await nothingWaits()
    expect((await device.told())[1]).toMatchObject({ body: expect.stringContaining('6.00') })
  })

  test('security stays on, whatever anybody wants, and is told [api-notices-1]', async () => {
    const anna = await aUser(wallet)
    const device = await aToldDevice(anna)
    for (const channel of ['push', 'email', 'sms']) {
      expect(await set(anna, 'security', channel, false)).toMatchObject({ http: 422, code: 'notice_fixed' })
    }
    const text = `insert into notice_setting select id, 'security', channel, false from wallet_user, unnest(array['push', 'email', 'sms']) as channel where phone = $1`
    await wallet.database.run({ name: 'test.against', text }, [`+${anna.phone}`])
    await verifyEmail(anna)
    await anna.post('/v2/wallet/auth/freeze')
    await until(async () => (await device.sealed()).length === 1)
    expect(await mailsOf(anna)).toContain('frozen')
    expect(((await anna.get(`${LIST}/settings`)).kinds as { kind: string }[]).find(({ kind }) => kind === 'security')).toEqual({
      kind: 'security',
      is_fixed: true,
      channels: { push: true, email: true, sms: true },
    })
  })

  test('have rates told by e-mail to whoever asks for that, and to nobody else', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet), aUser(wallet)])
    await Promise.all([verifyEmail(anna), verifyEmail(ben)])
    expect(await set(anna, 'rate_alert', 'email', true)).toMatchObject({ http: 200 })
    for (const user of [anna, ben]) {
      await user.post('/v2/wallet/exchange/alerts/set', { from_currency: 'USD', to_currency: 'RUB', rate: '140' })
    }
    const at = new Date(Date.now() + 1000)
    const rate = parseRate('USD', 'RUB', '1', '141.5')
    if (!rate) throw new Error('Not a rate')
    await tellOfReachedRates(wallet.database, { rates: [rate], at }, at)
    expect([await mailsOf(anna), await mailsOf(ben)]).toEqual([['rate_alert'], []])
    for (const user of [anna, ben]) expect(await user.told()).toContain('141.5')
  })

  test('refuse a channel that never tells of a kind, what is no kind, and whoever is not signed in', async () => {
    const anna = await aUser(wallet)
    expect(await set(anna, 'money_in', 'sms', true)).toMatchObject({ http: 400, code: 'invalid_field', field: 'channel' })
    expect(await set(anna, 'weather', 'push', true)).toMatchObject({ http: 400, field: 'kind' })
    expect(await set(anna, 'money_in', 'app', false)).toMatchObject({ http: 400, field: 'channel' })
    const nobody = { http: 401, code: 'INVALID_TOKEN' }
    const stranger = Object.assign(Object.create(Object.getPrototypeOf(anna)), { ...anna, token: 'none' }) as TestUser
    expect(await stranger.get(`${LIST}/settings`)).toMatchObject(nobody)
    expect(await stranger.post(`${LIST}/read`, {})).toMatchObject(nobody)
  })

  test('have no channel that the wallet has not, and are in the export of the person', async () => {
    const other = await startTestWallet({ PUSH_PROVIDER: 'none' })
    const anna = await aUser(other)
    const kinds = (await anna.get(`${LIST}/settings`)).kinds as { kind: string; channels: object }[]
    expect(kinds.find(({ kind }) => kind === 'money_in')?.channels).toEqual({})
    expect(await set(anna, 'money_in', 'push', false)).toMatchObject({ http: 400, field: 'channel' })
    expect(await set(anna, 'identification', 'email', true)).toMatchObject({ http: 200 })
    expect((await anna.get('/v2/wallet/profile/data')).notice_settings).toEqual([
      { kind: 'identification', channel: 'email', is_on: true },
    ])
    await other.close()
  })
})
