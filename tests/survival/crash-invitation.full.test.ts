import { expect, test } from 'vitest'
import { aUser, aUserWith, freshPhone, readMessages, until } from '#tests/builders'
import { bringOn, crashAt, crashPoints, nothingOpen, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

test('after a kill during the invitation of a person without a wallet, they are told once, and get the money once they have a wallet', async () => {
  const [anna, phone] = [await aUser(server, '100.00 USD'), freshPhone()]
  for (const point of crashPoints('p2p.invited.', 'p2p.check.')) {
    await crashAt(point, () => anna.send('10.00', 'USD', { phone }))
  }
  await server.start()
  await bringOn('p2p')
  await until(async () => (await readMessages(server, phone)).length > 0)
  const boris = await aUserWith(server, phone)
  await until(async () => (await boris.balance('USD')) === '20.00')
  await until(() => nothingOpen(anna))
  const invitations = (await readMessages(server, phone)).filter(({ text }) => text.includes('вам перевод'))
  expect(invitations).toHaveLength(1)
})
