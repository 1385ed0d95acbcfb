import { expect, test } from 'vitest'
import { aKey, aUser, PIN, until } from '#tests/builders'
import { aShopOrder, payQuote, quoteOf } from '#tests/shop'
import { bringOn, crashAt, crashPoints, nothingOpen, putOff, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

const PAYMENT_POINTS = crashPoints(
  ...['payment.proven', 'payment.uncommitted', 'payment.committed', 'payment.sending', 'payment.sent', 'payment.end.'],
)
const PAYMENT_CHECKS = crashPoints('payment.check.')

test('killed at every step of a payment, nothing is lost and no seller is paid twice', async () => {
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
  await until(() => nothingOpen(anna))
  for (const payment of sent) expect(await payQuote(anna, payment)).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe(`${1000 - 10 * sent.length}.00`)
})

test('killed while it looks after a payment that was left open, the wallet pays it once', async () => {
  const anna = await aUser(server, '100.00 USD')
  const { code } = await aShopOrder(server, { format: 'pix', amount: '10.00' })
  const payment = { key: aKey(), quote_id: (await quoteOf(anna, code)).quote_id, currency: 'USD' }
  await crashAt('payment.committed', () => payQuote(anna, payment))
  for (const point of [...PAYMENT_CHECKS, 'payment.sent', 'payment.end.uncommitted'] as const) {
    await bringOn('payment')
    await crashAt(point, () => Promise.resolve())
  }
  await bringOn('payment')
  await server.start()
  await until(() => nothingOpen(anna))
  expect(await payQuote(anna, payment)).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('90.00')
})

test('killed at every step of a payment from another currency, just what was named is taken, once', async () => {
  const anna = await aUser(server, '90000.00 RUB')
  const { id: account_id } = await anna.account('RUB')
  const sent: { key: string; body: Record<string, unknown> }[] = []
  for (const point of PAYMENT_POINTS) {
    if (!server.isRunning()) await server.start()
    const { code } = await aShopOrder(server, { format: 'pix', amount: '10.00' })
    const { quote_id, accounts } = await quoteOf(anna, code)
    const paying = accounts as { account_id: string; rate_id: string; from_amount: string }[]
    const { rate_id, from_amount } = paying.find((each) => each.account_id === account_id) ?? {}
    const payment = { key: aKey(), body: { quote_id, account_id, rate_id, from_amount, pin: PIN } }
    sent.push(payment)
    await putOff('payment')
    await crashAt(point, () => anna.post('/v2/wallet/payment', payment.body, { key: payment.key }))
  }
  await server.start()
  await bringOn('payment')
  await until(() => nothingOpen(anna))
  let left = 9_000_000n
  for (const { key, body } of sent) {
    const { status } = await anna.post('/v2/wallet/payment', body, { key })
    // Killed before it was held, it was never made, and its rate may be over by now.
    if (status === 'ok') left -= BigInt(String(body.from_amount).replace('.', ''))
  }
  const said = left.toString()
  expect(await anna.balance('RUB')).toBe(`${said.slice(0, -2)}.${said.slice(-2)}`)
})
