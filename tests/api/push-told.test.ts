import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aUser, type TestUser, until } from '#tests/builders'
import { aPushDevice, PUSH, type PushDevice } from '#tests/push-device'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

/** Signs somebody in once more, as a thief does with another device. */
async function another(user: TestUser): Promise<TestUser> {
  wallet.passSeconds(61)
  return user.signInAgain()
}

const added = async (user: TestUser): Promise<number> => (await user.told()).match(/turned on for a device/g)?.length ?? 0

async function messagesOf({ phone }: TestUser): Promise<number> {
  const text = `select count(*)::int as count from message join wallet_user on wallet_user.id = user_id where phone = $1 and kind = 'push_added'`
  return (await wallet.database.find<{ count: number }>({ name: 'test.added', text }, [`+${phone}`]))?.count ?? 0
}

async function nothingWaits(): Promise<void> {
  const statement = { name: 'test.waiting', text: 'select count(*)::int as count from push_message' }
  await until(async () => (await wallet.database.find<{ count: number }>(statement))?.count === 0)
}

const bodies = async (device: PushDevice): Promise<string[]> => (await device.told()).map(({ body }) => body)

describe('the owner hears of a browser that subscribes', () => {
  test('on the other devices, in the app and by SMS, and the browser itself is not told [push-told-1]', async () => {
    const anna = await aUser(wallet)
    const own = await aPushDevice(anna, wallet)
    await own.subscribe()
    const thief = await another(anna)
    await nothingWaits()
    const before = (await own.sealed()).length
    const theirs = await aPushDevice(thief, wallet)
    expect(await theirs.subscribe()).toMatchObject({ http: 200 })
    await until(async () => (await own.sealed()).length === before + 1)
    await nothingWaits()
    expect((await own.told()).at(-1)).toMatchObject({
      body: expect.stringMatching(/^Notifications were turned on for a device\. .*freeze the wallet/),
      path: '/settings#devices',
      urgency: 'high',
    })
    expect(await theirs.sealed()).toEqual([])
    expect(await added(anna)).toBe(2)
    // One SMS of the kind in a day.
    expect(await messagesOf(anna)).toBe(1)
  })

  test('once for each session and push service, however often it subscribes anew [push-told-2]', async () => {
    const anna = await aUser(wallet)
    const device = await aPushDevice(anna, wallet)
    for (const showsAmounts of [true, false, true]) await device.subscribe({ showsAmounts })
    await anna.post(`${PUSH}/unsubscribe`)
    await device.subscribe()
    const again = await aPushDevice(anna, wallet)
    await again.subscribe()
    expect(await added(anna)).toBe(1)
    await again.subscribe({ endpoint: 'https://fcm.googleapis.com/fcm/send/c1KrmpTuRm8' })
    expect(await added(anna)).toBe(2)
    await anna.post(`${PUSH}/unsubscribe`)
  })

  test('many times at once tell once, and a refused one tells nothing [push-told-3]', async () => {
    const anna = await aUser(wallet)
    const device = await aPushDevice(anna, wallet)
    expect(await device.subscribe({ endpoint: 'https://evil.example/x' })).toMatchObject({ http: 400 })
    expect(await added(anna)).toBe(0)
    await Promise.all(Array.from({ length: 8 }, () => device.subscribe()))
    expect(await added(anna)).toBe(1)
    expect((await bodies(device)).join()).not.toContain('turned on')
  })
})
