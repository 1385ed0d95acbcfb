import { expect, test } from 'vitest'
import { aKey, aUser, until } from '#tests/builders'
import { aShopOrder, payQuote, quoteOf, turnPaymentsOn, untilPaymentsAreOn } from '#tests/shop'
import { bringOn, crashAt, crashPoints, nothingOpen, putOff, run, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

const PAYMENT_POINTS = crashPoints('payment.hold.', 'payment.sending', 'payment.sent', 'payment.end.')
const PAYMENT_CHECKS = crashPoints('payment.check.')

async function withPayments(): Promise<void> {
  await turnPaymentsOn({ query: (text) => run(text) })
  await untilPaymentsAreOn(server)
}

test('killed at every step of a payment, nothing is lost and no seller is paid twice', async () => {
  await withPayments()
  const anna = await aUser(server, '1000.00 USD')
  const sent: { key: string; quote_id: unknown; currency: string }[] = []
  for (const point of PAYMENT_POINTS) {
    if (!server.isRunning()) await server.start()
    const { code } = await aShopOrder(server, { format: 'pix', amount: '10.00' })
    const payment = { key: aKey(), quote_id: (await quoteOf(anna, code)).quote_id, currency: 'USD' }
    sent.push(payment)
    await putOff('payment')
    await crashAt(point, () => payQuote(anna, payment))
  }
  await server.start()
  await bringOn('payment')
  for (const payment of sent)
    expect(await payQuote(anna, payment)).toMatchObject({ status: expect.stringMatching(/^(ok|pending)$/) })
  await until(() => nothingOpen(anna), 20)
  for (const payment of sent) expect(await payQuote(anna, payment)).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe(`${1000 - 10 * sent.length}.00`)
}, 180_000)

test('killed while it looks after a payment that was left open, the wallet pays it once', async () => {
  await withPayments()
  const anna = await aUser(server, '100.00 USD')
  const { code } = await aShopOrder(server, { format: 'pix', amount: '10.00' })
  const payment = { key: aKey(), quote_id: (await quoteOf(anna, code)).quote_id, currency: 'USD' }
  await crashAt('payment.hold.committed', () => payQuote(anna, payment))
  for (const point of [...PAYMENT_CHECKS, 'payment.sent', 'payment.end.uncommitted'] as const) {
    await bringOn('payment')
    await crashAt(point, () => Promise.resolve())
  }
  await bringOn('payment')
  await server.start()
  await until(() => nothingOpen(anna), 20)
  expect(await payQuote(anna, payment)).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('90.00')
}, 120_000)
