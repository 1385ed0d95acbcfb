import { expect, test } from 'vitest'
import { aUser, until } from '#tests/builders'
import { aPushDevice } from '#tests/push-device'
import { bringOn, crashAt, database, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

const waiting = async (): Promise<number> =>
  (await database.find<{ count: number }>({ name: 'test.waiting', text: 'select count(*)::int as count from push_message' }))
    ?.count ?? 0

test('after a kill between a push and its record, the push is sent once more, under the same tag, and then no more', async () => {
  const anna = await aUser(server)
  const device = await aPushDevice(anna)
  expect(await device.subscribe({ showsAmounts: true })).toMatchObject({ http: 200 })
  await crashAt('push.sent', () => anna.topUp('5.00', 'USD'))
  await server.start()
  await bringOn('push_message')
  await until(async () => (await waiting()) === 0)
  const told = await device.told()
  expect(told.map(({ body }) => body)).toEqual([told[0]?.body, told[0]?.body])
  expect(new Set(told.map(({ tag, topic }) => `${tag} ${topic}`)).size).toBe(1)
  expect(told[0]?.body).toContain('5.00')
})

test('after a kill before the push, nothing has been sent and nothing is forgotten', async () => {
  const anna = await aUser(server)
  const device = await aPushDevice(anna)
  expect(await device.subscribe()).toMatchObject({ http: 200 })
  await crashAt('topup.settle.committed', () => anna.topUp('5.00', 'USD'))
  await server.start()
  await bringOn('push_message')
  await until(async () => (await device.sealed()).length === 1)
})
