import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask, aUser, decidePayment, PIN, readCode, type TestUser, until, whenNotBusy } from '#tests/builders'
import { operate } from '#tests/operator'
import { aPushDevice, browserKeys, newEndpoint, PUSH, type PushDevice } from '#tests/push-device'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

/** Signs somebody in once more, as on another device. */
async function another(user: TestUser): Promise<TestUser> {
  wallet.passSeconds(61)
  return user.signInAgain()
}

/** A device that is told of news. */
async function aToldDevice(user: TestUser, how: Parameters<PushDevice['subscribe']>[0] = {}): Promise<PushDevice> {
  const device = await aPushDevice(user, wallet)
  expect(await device.subscribe(how)).toMatchObject({ http: 200, status: 'ok' })
  return device
}

/** Resolves when a device was told so many times; with nothing else on the way it stays so. */
async function isTold(device: PushDevice, times: number): Promise<void> {
  await until(async () => (await device.sealed()).length >= times)
  await nothingWaits()
  expect(await device.sealed()).toHaveLength(times)
}

const count = async (name: string, text: string): Promise<number> =>
  (await wallet.database.find<{ count: number }>({ name: `test.${name}`, text: `select count(*)::int as count from ${text}` }))
    ?.count ?? 0

/** How many devices of somebody's are told of news. */
const devicesOf = ({ phone }: TestUser): Promise<number> =>
  count(`devices_of_${phone}`, `push_subscription join wallet_user on wallet_user.id = user_id where phone = '+${phone}'`)

const nothingWaits = (): Promise<void> => until(async () => (await count('waiting', 'push_message')) === 0)

describe('a device', () => {
  test('learns the key of the wallet and that it is not subscribed, then subscribes, and unsubscribes', async () => {
    const anna = await aUser(wallet)
    const state = async () => {
      const { is_subscribed, shows_amounts, public_key } = await anna.get(PUSH)
      expect(public_key).toMatch(/^[A-Za-z0-9_-]{87}$/)
      return [is_subscribed, shows_amounts]
    }
    expect(await state()).toEqual([false, false])
    const device = await aToldDevice(anna, { showsAmounts: true })
    expect(await state()).toEqual([true, true])
    await device.subscribe({ showsAmounts: false })
    expect(await state()).toEqual([true, false])
    expect(await anna.post(`${PUSH}/unsubscribe`)).toMatchObject({ http: 200 })
    expect(await state()).toEqual([false, false])
    expect(await anna.post(`${PUSH}/unsubscribe`)).toMatchObject({ http: 200 })
    await anna.topUp('5.00', 'USD')
    await nothingWaits()
    expect(await device.sealed()).toEqual([])
  })

  test('is told what the list of notices says, in its language, and where to look, encrypted for it alone [api-push-1]', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet), aUser(wallet)])
    const [device, ofBen] = [await aToldDevice(anna, { showsAmounts: true }), await aToldDevice(ben)]
    const order = await anna.topUp('5.00', 'USD')
    await isTold(device, 1)
    const [told] = await device.told()
    expect(told).toEqual({
      title: 'Stater',
      body: (await anna.told()).split('\n')[0],
      tag: order.replaceAll('-', ''),
      path: `/history?operation=${order}`,
      lang: 'en',
      icon: '/assets/icon-stater-192.png',
      topic: order.replaceAll('-', ''),
      urgency: 'high',
      ttl: 86_400,
    })
    expect(told?.body).toContain('5.00')
    expect(await ofBen.sealed()).toEqual([])
    const [{ body = '' } = {}] = await device.sealed()
    expect(Buffer.from(body, 'base64url').toString('latin1')).not.toMatch(/Stater|added/)
    expect(() => browserKeys().open(body)).toThrow()
  })

  test('is told no amount while amounts are hidden, of nothing that moves money [api-push-2]', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet, '500.00 USD'), aUser(wallet)])
    const device = await aToldDevice(anna)
    const russian = await aToldDevice(await another(anna), { language: 'ru' })
    await nothingWaits()
    const before = [(await device.sealed()).length, (await russian.sealed()).length]
    await anna.topUp('77.00', 'USD')
    await anna.exchange('77.00', 'USD', 'RUB')
    await anna.send('77.00', 'USD', { phone: ben.phone })
    await anna.withdraw('77.00', 'USD')
    await until(async () => (await device.sealed()).length === (before[0] ?? 0) + 4)
    const bodies = (await device.told()).slice(before[0]).map(({ body }) => body)
    expect(bodies).toEqual(
      expect.arrayContaining([
        'Money was added to your account',
        'Your exchange is done',
        expect.stringMatching(/^You sent money to \S+/),
        'Money sent · ••\u00a04821',
      ]),
    )
    expect(bodies.join()).not.toContain('77')
    await until(async () => (await russian.sealed()).length === (before[1] ?? 0) + 4)
    const said = (await russian.told()).slice(before[1]).map(({ body }) => body)
    expect(said).toEqual(expect.arrayContaining(['Счет пополнен', 'Обмен выполнен']))
    expect(said.join()).not.toContain('77')
  })

  test('of who is sent money is told of it, once for each state', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet, '50.00 USD'), aUser(wallet)])
    await ben.post('/v2/wallet/accounts', { currency_code: 'USD' })
    const device = await aToldDevice(ben, { showsAmounts: true })
    await anna.send('10.00', 'USD', { phone: ben.phone })
    await isTold(device, 1)
    expect((await device.told())[0]).toMatchObject({
      body: expect.stringMatching(/sent you .*10\.00/),
      path: expect.stringMatching(/^\/history\?operation=/),
    })
    await anna.send('10.00', 'USD', { phone: ben.phone }, { protection_code: '1234' })
    await isTold(device, 2)
    expect((await device.told())[1]).toMatchObject({
      body: expect.stringMatching(/sent you .*10\.00\. Accept it before/),
      path: '/',
    })
    const [waiting] = await ben.incoming()
    const body = { transaction_id: waiting?.transaction_id, protection_code: '1234' }
    expect(await ben.post('/v2/wallet/transfer/receive', body)).toMatchObject({ http: 200 })
    await isTold(device, 3)
  })

  test('is told of what a thief would do at once, with what to do about it', async () => {
    const anna = await aUser(wallet)
    const device = await aToldDevice(anna)
    await another(anna)
    await isTold(device, 1)
    expect((await device.told())[0]).toMatchObject({
      body: expect.stringMatching(/^Log-in on a new device\. .*freeze the wallet/),
      path: '/settings#devices',
      urgency: 'high',
    })
  })

  test('of a payment that fails is told so once, though its order goes on to be asked about', async () => {
    const anna = await aUser(wallet)
    const device = await aToldDevice(anna, { showsAmounts: true })
    const { order } = await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })
    await decidePayment(wallet, String(order), 'decline')
    await isTold(device, 1)
    expect((await device.told())[0]?.body).toMatch(/didn't go through/)
  })

  test('is told what the operator says, without what may be an amount while amounts are hidden', async () => {
    const anna = await aUser(wallet)
    const [open, hidden] = [await aToldDevice(anna, { showsAmounts: true }), await aToldDevice(await another(anna))]
    await nothingWaits()
    const before = [(await open.sealed()).length, (await hidden.sealed()).length] as const
    const words = ['notify', anna.phone, '--ru', 'Вернули 7 рублей', '--en', 'We returned 7 roubles', '--note', 'x', '--yes']
    const sent = await operate({ DATABASE_URL: wallet.databaseUrl }, words)
    expect([sent.code, sent.code === 0 ? '' : sent.said]).toEqual([0, ''])
    await isTold(open, before[0] + 1)
    await isTold(hidden, before[1] + 1)
    expect((await open.told()).at(-1)?.body).toBe('We returned 7 roubles')
    expect((await hidden.told()).at(-1)?.body).toBe('There is news in your wallet')
  })
})

describe('it is refused', () => {
  test('to whoever is not signed in', async () => {
    const refused = { http: 401, code: 'INVALID_TOKEN' }
    const body = { endpoint: 'https://fcm.googleapis.com/x', keys: browserKeys().keys, shows_amounts: true }
    expect(await ask(wallet, 'GET', PUSH)).toMatchObject(refused)
    expect(await ask(wallet, 'POST', `${PUSH}/subscribe`, { body })).toMatchObject(refused)
    expect(await ask(wallet, 'POST', `${PUSH}/unsubscribe`)).toMatchObject(refused)
  })

  test('to send to an address that is of no push service: neither here, nor in the network behind, nor anywhere else [api-push-3]', async () => {
    const device = await aPushDevice(await aUser(wallet), wallet)
    const { host } = new URL(wallet.url)
    const addresses = [
      `${wallet.url}/v2/wallet/push`,
      `${wallet.url}/sandbox/push/to`,
      `${wallet.url}/sandbox/push/to/../../sms/api/messages`,
      `${wallet.url}/sandbox/push/to/%2e%2e/x`.replace('/%2e%2e/x', '/../x'),
      `http://anna@${host}/sandbox/push/to/x`,
      'http://169.254.169.254/latest/meta-data',
      'https://localhost/x',
      'https://[::1]/x',
      'http://fcm.googleapis.com/fcm/send/x',
      'https://fcm.googleapis.com:8443/fcm/send/x',
      'https://fcm.googleapis.com@evil.example/x',
      'https://user:pass@fcm.googleapis.com/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evil.example/fcm.googleapis.com',
      'https://evilfcm.googleapis.com/x',
      'https://notify.windows.com/x',
      'https://evilnotify.windows.com/x',
      'https://a.notify.windows.com.evil.example/x',
      'https://push.apple.com/x',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'fcm.googleapis.com/x',
      '',
    ]
    for (const endpoint of addresses) {
      expect([endpoint, await device.subscribe({ endpoint })]).toMatchObject([endpoint, { http: 400, field: 'endpoint' }])
    }
    expect(await device.subscribe({ endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` })).toMatchObject({ http: 400 })
  })

  test('for no browser that there is', async () => {
    const device = await aPushDevice(await aUser(wallet), wallet)
    const taken = [
      'https://fcm.googleapis.com/fcm/send/c1KrmpTuRm8',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
      'https://wns2-par02p.notify.windows.com/w/?token=BQYA',
      'https://web.push.apple.com/QGuQyavXutnMH',
    ]
    for (const endpoint of taken) expect(await device.subscribe({ endpoint })).toMatchObject({ http: 200 })
    expect(await device.user.post(`${PUSH}/unsubscribe`)).toMatchObject({ http: 200 })
  })

  test('for keys that nothing can be encrypted with', async () => {
    const device = await aPushDevice(await aUser(wallet), wallet)
    const { p256dh, auth } = device.keys
    const noPoint = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url')
    for (const keys of [
      { p256dh: noPoint, auth },
      { p256dh: p256dh.slice(0, -2), auth },
      { p256dh, auth: auth.slice(0, -2) },
      { p256dh, auth: p256dh },
      { p256dh: 'x y', auth },
      { p256dh },
      {},
      'keys',
    ]) {
      expect([keys, await device.subscribe({ keys })]).toMatchObject([keys, { http: 400, code: 'invalid_field' }])
    }
  })

  test('at an eleventh device, until one of the ten is told nothing any more [api-push-4]', async () => {
    const anna = await aUser(wallet)
    const devices = [await aToldDevice(anna)]
    while (devices.length < 10) devices.push(await aToldDevice(await another(anna)))
    const eleventh = await aPushDevice(await another(anna), wallet)
    expect(await eleventh.subscribe()).toMatchObject({ http: 409, code: 'push_devices_max' })
    // One that is told already tells of itself anew.
    expect(await devices[9]?.subscribe({ showsAmounts: true })).toMatchObject({ http: 200 })
    await devices[3]?.user.post(`${PUSH}/unsubscribe`)
    expect(await eleventh.subscribe()).toMatchObject({ http: 200 })
  })

  test('ten devices at once have ten places and no more [api-push-5]', async () => {
    const anna = await aUser(wallet)
    const devices: PushDevice[] = []
    while (devices.length < 13) devices.push(await aPushDevice(devices.length === 0 ? anna : await another(anna), wallet))
    const answers = await Promise.all(devices.map((device) => whenNotBusy(() => device.subscribe())))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'push_devices_max')).toHaveLength(3)
  })

  test('sixty-one times in an hour [api-push-6]', async () => {
    const device = await aPushDevice(await aUser(wallet), wallet)
    for (let time = 0; time < 60; time += 1) await device.subscribe()
    expect(await device.subscribe()).toMatchObject({ http: 429, code: 'too_many_requests' })
  })

  test('where the wallet has nobody who brings it', async () => {
    const other = await startTestWallet({ PUSH_PROVIDER: 'none' })
    const anna = await aUser(other)
    expect(await anna.get(PUSH)).toMatchObject({ http: 200, public_key: null, is_subscribed: false })
    const body = { endpoint: 'https://fcm.googleapis.com/x', keys: browserKeys().keys, shows_amounts: true }
    expect(await anna.post(`${PUSH}/subscribe`, body)).toMatchObject({ http: 404, code: 'not_found' })
    await other.close()
  })
})

describe('a subscription', () => {
  test('ends with its session, however that ends, and what was still to be told with it [api-push-7]', async () => {
    const anna = await aUser(wallet)
    const ways: ((device: PushDevice) => Promise<unknown>)[] = [
      ({ user }) => user.post('/v2/wallet/auth/logout'),
      () => anna.post('/v2/wallet/auth/sessions/end', {}),
    ]
    for (const end of ways) {
      const device = await aToldDevice(await another(anna))
      await nothingWaits()
      const before = (await device.sealed()).length
      await end(device)
      await anna.topUp('5.00', 'USD')
      await nothingWaits()
      expect(await device.sealed()).toHaveLength(before)
    }
    expect(await devicesOf(anna)).toBe(0)
  })

  test('ends with the wallet', async () => {
    const anna = await aUser(wallet)
    const device = await aToldDevice(anna)
    wallet.passSeconds(61)
    await anna.post('/v2/wallet/profile/close/send_code', {})
    const confirm_code = await readCode(wallet, anna.phone)
    expect(await anna.post('/v2/wallet/profile/close', { confirm_code, pin_code: PIN })).toMatchObject({ http: 200 })
    await nothingWaits()
    expect(await device.sealed()).toEqual([])
    expect(await devicesOf(anna)).toBe(0)
  })

  test('that a browser has ended is forgotten when that is heard', async () => {
    const anna = await aUser(wallet)
    const device = await aToldDevice(anna)
    await device.end()
    await anna.topUp('5.00', 'USD')
    await until(async () => (await anna.get(PUSH)).is_subscribed === false)
    await nothingWaits()
  })

  test('of a browser belongs to whoever is signed in there last [api-push-8]', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet), aUser(wallet)])
    const device = await aToldDevice(anna)
    const body = { endpoint: device.endpoint, keys: device.keys, shows_amounts: true }
    expect(await ben.post(`${PUSH}/subscribe`, body, { language: 'en' })).toMatchObject({ http: 200 })
    expect(await anna.get(PUSH)).toMatchObject({ is_subscribed: false })
    await anna.topUp('5.00', 'USD')
    await ben.topUp('6.00', 'USD')
    await isTold(device, 1)
    expect((await device.told())[0]?.body).toContain('6.00')
  })

  test('by another key of the wallet is none, and is forgotten when something was to be told', async () => {
    const anna = await aUser(wallet)
    await aToldDevice(anna)
    const text = `update push_subscription set public_key = 'another' from wallet_user where wallet_user.id = user_id and phone = $1`
    await wallet.database.run({ name: 'test.other_key', text }, [`+${anna.phone}`])
    expect(await anna.get(PUSH)).toMatchObject({ is_subscribed: false })
    await anna.topUp('5.00', 'USD')
    await until(async () => (await devicesOf(anna)) === 0)
    await nothingWaits()
  })

  test('stands nowhere as it is [api-push-9]', async () => {
    const device = await aToldDevice(await aUser(wallet))
    const rows = await wallet.database.list<object>({ name: 'test.kept', text: 'select * from push_subscription' })
    const kept = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    const path = new URL(device.endpoint).pathname
    for (const secret of [path, device.keys.auth, device.keys.p256dh]) expect(kept).not.toContain(secret)
  })
})

test('the sandbox takes messages by the key of a subscription alone [api-push-10]', async () => {
  const anna = await aUser(wallet)
  const device = await aToldDevice(anna)
  const endpoint = await newEndpoint(wallet, browserKeys().keys.p256dh)
  expect(await device.subscribe({ endpoint })).toMatchObject({ http: 200 })
  await anna.topUp('5.00', 'USD')
  await nothingWaits()
  expect(((await (await fetch(endpoint)).json()) as { messages: unknown[] }).messages).toEqual([])
})
