import { expect, test } from 'vitest'
import { payTo, requisitesOf } from '#tests/bank'
import { aKey, aUser, decidePayment, until } from '#tests/builders'
import { bringOn, crashAt, crashPoints, database, run, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

const TOPUP_POINTS = crashPoints('topup.order.', 'topup.page.')
const TOPUP_CHECKS = crashPoints('topup.check.')
const TOPUP_ENDS = crashPoints('topup.settle.')
const REQUISITES = crashPoints('topup.requisites.')
const INCOMING = crashPoints('topup.incoming.')
const WEBHOOKS = crashPoints('webhook.')

test('after a kill at every step of a top-up, a payment is credited once', async () => {
  const anna = await aUser(server)
  const body = { amount: '10.00', currency_code: 'USD' }
  const keys: string[] = []
  const order = async (): Promise<string> => {
    const key = aKey()
    keys.push(key)
    return String((await anna.post('/v2/wallet/top-up', body, { key })).order)
  }
  for (const point of TOPUP_POINTS) await crashAt(point, order)
  for (const point of TOPUP_CHECKS) {
    await bringOn('topup')
    await crashAt(point, () => Promise.resolve())
  }
  for (const point of TOPUP_ENDS) {
    await crashAt(point, async () => {
      // Paid at the provider, whose webhook is lost: our own question finds it.
      const paid = "update sandbox.payment set outcome = 'complete', decided_at = now() where reference = $1"
      await run(paid, [await order()])
      await bringOn('topup')
    })
  }
  for (const point of WEBHOOKS) await crashAt(point, async () => decidePayment(server, await order(), 'pay'))
  await server.start()
  for (const key of keys) {
    const again = await anna.post('/v2/wallet/top-up', body, { key })
    expect(again).toMatchObject({ status: 'ok' })
    await decidePayment(server, String(again.order), 'pay')
    await bringOn('topup')
    await until(async () => (await anna.state(String(again.order))) === 'complete')
  }
  expect(await anna.balance('USD')).toBe(`${10 * keys.length}.00`)
  expect((await anna.get('/v2/wallet/transaction')).results).toHaveLength(keys.length)
})

test('after a kill at the creation of requisites or at their payments, there is one number, and each payment is credited once', async () => {
  const anna = await aUser(server)
  for (const point of REQUISITES) await crashAt(point, () => requisitesOf(anna, 'USD'))
  await server.start()
  const { pay_to } = await requisitesOf(anna, 'USD')
  const kept = await database.list({ name: 'test.given', text: 'select from sandbox.requisites' })
  expect(kept).toHaveLength(1)
  // The bank sends a word again that was not answered.
  for (const point of INCOMING) await crashAt(point, () => payTo(server, { to: pay_to, amount: '10.00' }))
  await server.start()
  await run('update sandbox.delivery set next_attempt_at = now() where delivered_at is null')
  await until(async () => (await anna.balance('USD')) === `${10 * INCOMING.length}.00`)
  expect((await anna.get('/v2/wallet/transaction')).results).toHaveLength(INCOMING.length)
})
