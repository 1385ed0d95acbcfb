import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser, type TestUser, until } from '#tests/builders'
import { type MessageVendor, startMessageVendor } from '#tests/message-vendor'
import { browserKeys, PUSH } from '#tests/push-device'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const MINUTE = 60
const DAY = 86_400

let vendor: MessageVendor
let wallet: TestWallet
let log = ''
beforeAll(async () => {
  vendor = await startMessageVendor()
  const logTo = {
    write(line: string) {
      log += line
    },
  }
  wallet = await startTestWallet({ SANDBOX_URL: vendor.url, SESSION_IDLE_SECONDS: String(99 * DAY) }, { logTo })
})
beforeEach(() => {
  vendor.failing.clear()
  vendor.pushed.length = 0
  log = ''
})
afterEach(() => wallet.expectTrueBooks())
afterAll(async () => {
  await wallet.close()
  await vendor.close()
})

let passed = 0
function pass(seconds: number): void {
  passed += seconds
  wallet.passSeconds(seconds)
}

let devices = 0
/** Somebody whose device is told of news at a push service of the test's. */
async function aToldUser(): Promise<{ readonly user: TestUser; readonly device: string; readonly endpoint: string }> {
  const user = await aUser(wallet)
  devices += 1
  const device = `device-${devices}`
  const endpoint = `${vendor.url}/push/to/${device}`
  const body = { endpoint, keys: browserKeys().keys, shows_amounts: true }
  expect(await user.post(`${PUSH}/subscribe`, body)).toMatchObject({ http: 200 })
  return { user, device, endpoint }
}

const happens = (user: TestUser) => user.post('/v2/wallet/auth/freeze')
const pushedTo = (device: string): number => vendor.pushed.filter((id) => id === device).length
const isTried = (device: string, times: number) => until(async () => pushedTo(device) >= times)

const find = (text: string) => wallet.database.find<{ count: number }>({ name: `test.${text.slice(-40)}`, text })
const waiting = async () => (await find('select count(*)::int as count from push_message'))?.count
/** The so-many-th try has failed and is put off: taken it is for a minute, put off here for less. */
const isPutOff = (tries: number) =>
  until(async () => {
    const text = `select count(*)::int as count from push_message where checks = ${tries} and next_check_at < now() + ${passed + 45} * interval '1 second'`
    return (await wallet.database.find<{ count: number }>({ name: `test.put_off_${tries}_${passed}`, text }))?.count === 1
  })

for (const status of [503, 500, 429, 408]) {
  test(`a push service that answers ${status} is asked again, after pauses that grow, until it takes the message`, async () => {
    const { user, device } = await aToldUser()
    vendor.failing.set(device, status)
    await happens(user)
    await isTried(device, 1)
    await isPutOff(1)
    pass(75)
    await isTried(device, 2)
    await isPutOff(2)
    vendor.failing.clear()
    pass(95)
    await isTried(device, 3)
    await until(async () => (await waiting()) === 0)
    expect([pushedTo(device), (await user.get(PUSH)).is_subscribed]).toEqual([3, true])
  })
}

test('what no push service has taken within a day is given up, which the log says without the address [push-outage-1]', async () => {
  const { user, device, endpoint } = await aToldUser()
  vendor.failing.set(device, 503)
  await happens(user)
  await isPutOff(1)
  pass(DAY + 31 * MINUTE)
  await until(async () => (await waiting()) === 0)
  expect(log).toMatch(/A push message was given up/)
  expect(log).toMatch(/too_late/)
  expect(log).not.toContain(endpoint)
  expect((await user.get(PUSH)).is_subscribed).toBe(true)
})

for (const status of [404, 410]) {
  test(`a device of which its push service says ${status} is forgotten, with all that it was still to be told`, async () => {
    const { user, device } = await aToldUser()
    vendor.failing.set(device, status)
    await happens(user)
    await until(async () => (await waiting()) === 0)
    expect([pushedTo(device), (await user.get(PUSH)).is_subscribed]).toEqual([1, false])
    await user.post('/v2/wallet/auth/freeze')
    expect(pushedTo(device)).toBe(1)
  })
}

for (const status of [400, 401, 403, 413]) {
  test(`a message that is refused with ${status} is given up at once, and its device is told of the next`, async () => {
    const { user, device } = await aToldUser()
    vendor.failing.set(device, status)
    await happens(user)
    await until(async () => (await waiting()) === 0)
    expect([pushedTo(device), (await user.get(PUSH)).is_subscribed]).toEqual([1, true])
    expect(log).toMatch(/refused/)
  })
}

test('wherever a push service would send us, we do not go [push-outage-2]', async () => {
  const { user, device } = await aToldUser()
  const elsewhere = await aToldUser()
  vendor.leading.set(device, elsewhere.endpoint)
  await happens(user)
  await until(async () => (await waiting()) === 0)
  expect([pushedTo(device), pushedTo(elsewhere.device)]).toEqual([1, 0])
})

test('one device that nobody reaches keeps no other from being told', async () => {
  const [away, near] = [await aToldUser(), await aToldUser()]
  vendor.failing.set(away.device, 503)
  await happens(away.user)
  await isTried(away.device, 1)
  await happens(near.user)
  await isTried(near.device, 1)
})

test('a session that was not used for too long is told nothing more [push-outage-3]', async () => {
  const { user, device } = await aToldUser()
  pass(31 * DAY)
  const text = `insert into notification (id, user_id, kind, details, created_at)
    select gen_random_uuid(), id, 'frozen', '{}', now() from wallet_user where phone = $1`
  await wallet.database.run({ name: 'test.tell', text }, [`+${user.phone}`])
  await until(async () => (await waiting()) === 0)
  expect(pushedTo(device)).toBe(0)
})
