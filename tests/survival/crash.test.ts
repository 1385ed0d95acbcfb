import { expect, test } from 'vitest'
import { aKey, aUser, until } from '#tests/builders'
import { bringOn, crashAt, nothingOpen, paidOut, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

// Every point of every operation is in the full run: crash-*.full.test.*.
test('after a kill between the commit and the answer, an exchange, a transfer and a withdrawal each have one effect, which their key reveals', async () => {
  const [anna, boris] = [await aUser(server, '100.00 USD', '1.00 EUR'), await aUser(server)]
  const [exchangeKey, transferKey, withdrawalKey] = [aKey(), aKey(), aKey()]
  const [body, payouts] = [await anna.exchangeBody('10.00', 'USD', 'EUR'), await paidOut()]
  const exchange = () => anna.post('/v2/wallet/exchange', body, { key: exchangeKey })
  const transfer = () => anna.send('20.00', 'USD', { phone: boris.phone }, { key: transferKey })
  const withdraw = () => anna.withdraw('30.00', 'USD', { key: withdrawalKey })
  await crashAt('exchange.committed', exchange)
  await crashAt('p2p.committed', transfer)
  await crashAt('withdrawal.committed', withdraw)
  await server.start()
  expect(await anna.balance('USD')).toBe('40.00')
  await bringOn('withdrawal')
  await until(() => nothingOpen(anna))
  for (const again of [exchange, transfer, withdraw]) expect(await again()).toMatchObject({ http: 200, status: 'ok' })
  expect([await anna.balance('USD'), await boris.balance('USD'), await paidOut()]).toEqual(['40.00', '20.00', payouts + 1])
})
