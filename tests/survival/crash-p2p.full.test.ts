import { expect, test } from 'vitest'
import { aKey, aUser, aUserWith, freshPhone, readMessages, until } from '#tests/builders'
import { bringOn, crashAt, crashPoints, nothingOpen, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

test('killed at every step of a transfer to a person, it has one effect and one answer', async () => {
  const [anna, boris] = [await aUser(server, '1000.00 USD'), await aUser(server)]
  const points = crashPoints('p2p.proven', 'p2p.account_opened', 'p2p.uncommitted', 'p2p.committed')
  const sent: string[] = []
  for (const point of points) {
    const key = aKey()
    sent.push(key)
    await crashAt(point, () => anna.send('10.00', 'USD', { phone: boris.phone }, { key }))
  }
  await server.start()
  for (const key of sent) {
    const again = () => anna.send('10.00', 'USD', { phone: boris.phone }, { key })
    const first = await again()
    expect(first).toMatchObject({ status: 'ok' })
    expect(await again()).toMatchObject({ status: 'ok', transaction_id: first.transaction_id })
  }
  expect(await boris.balance('USD')).toBe(`${10 * points.length}.00`)
  expect(await anna.balance('USD')).toBe(`${1000 - 10 * points.length}.00`)
})

test('killed while somebody without a wallet is invited, they are told once, and have the money once they have a wallet', async () => {
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

test('killed at every step of paying a request, it is paid once, in the commit of its transfer', async () => {
  const [maker, payer] = [await aUser(server, '10.00 USD'), await aUser(server, '1000.00 USD')]
  const points = crashPoints('p2p.proven', 'p2p.uncommitted', 'p2p.committed')
  const account_id = (await maker.account('USD')).id
  const asked: { readonly key: string; readonly code: string; readonly id: string }[] = []
  for (const _point of points) {
    const { request } = await maker.post('/v2/wallet/request', { account_id, amount: '10.00' })
    asked.push({ key: aKey(), ...(request as { code: string; id: string }) })
  }
  for (const [place, point] of points.entries()) {
    const { key, code = '' } = asked[place] ?? {}
    await crashAt(point, () => payer.send('10.00', 'USD', { code }, { ...(key && { key }) }))
  }
  await server.start()
  for (const { key, code, id } of asked) {
    const first = await payer.send('10.00', 'USD', { code }, { key })
    expect(first).toMatchObject({ status: 'ok' })
    expect(await payer.send('10.00', 'USD', { code }, { key })).toMatchObject({ transaction_id: first.transaction_id })
    expect(await payer.send('10.00', 'USD', { code })).toMatchObject({ code: 'request_closed', state: 'paid' })
    const shown = await maker.post('/v2/wallet/request/show', { request_id: id })
    expect(shown).toMatchObject({ request: { state: 'paid', payments: 1 }, paid: [{ transaction_id: first.transaction_id }] })
  }
  expect(await maker.balance('USD')).toBe(`${10 + 10 * points.length}.00`)
})
