import { expect, test } from 'vitest'
import { aKey, aUser, until } from '#tests/builders'
import { runOperator } from '#tests/operator'
import {
  bringOn,
  crashAt,
  crashPoints,
  database,
  databaseUrl,
  nothingOpen,
  paidOut,
  run,
  server,
  withMortalWallet,
} from '#tests/survival/crash'

withMortalWallet({ VELOCITY_OUT_FLOOR_PERCENT: '10' })

const OPEN_CASES = {
  name: 'test.open_cases',
  text: "select id from operator_case where kind = 'transfer_held' and resolved_at is null",
}

test('after a kill at every step of a held transfer, it is held once, in one case with the others, and taken back once', async () => {
  const [anna, boris] = [await aUser(server, '2000.00 USD'), await aUser(server)]
  const points = crashPoints('p2p.proven', 'p2p.account_opened', 'p2p.uncommitted', 'p2p.committed')
  expect(await anna.send('1600.00', 'USD', { phone: boris.phone })).toMatchObject({ status: 'checking' })
  const sent: string[] = []
  for (const point of points) {
    const key = aKey()
    sent.push(key)
    await crashAt(point, () => anna.send('10.00', 'USD', { phone: boris.phone }, { key }))
  }
  await server.start()
  const ids: string[] = []
  for (const key of sent) {
    const again = () => anna.send('10.00', 'USD', { phone: boris.phone }, { key })
    const first = await again()
    expect(first).toMatchObject({ status: 'checking' })
    expect(await again()).toMatchObject({ status: 'checking', transaction_id: first.transaction_id })
    ids.push(String(first.transaction_id))
  }
  // All that is held of a sender is one case.
  expect(await database.list(OPEN_CASES)).toHaveLength(1)
  expect(await anna.balance('USD')).toBe(`${400 - 10 * points.length}.00`)
  const [transaction_id = ''] = ids
  const key = aKey()
  const takeBack = () => anna.post('/v2/wallet/transfer/take-back', { transaction_id }, { key })
  await crashAt('p2p.uncommitted', takeBack)
  await server.start()
  for (const _ of [1, 2]) expect(await takeBack()).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe(`${410 - 10 * points.length}.00`)
  expect(await database.list(OPEN_CASES)).toHaveLength(1)

  await run("update p2p set expires_at = now() where receipt = 'by_operator' and next_check_at is not null")
  for (const point of crashPoints('p2p.check.', 'p2p.uncommitted')) await crashAt(point, () => bringOn('p2p'))
  await server.start()
  await bringOn('p2p')
  await until(() => nothingOpen(anna))
  expect([await anna.balance('USD'), await boris.balance('USD')]).toEqual(['2000.00', '0.00'])
  expect(await database.list(OPEN_CASES)).toEqual([])
})

test('a transfer released while the wallet is dead has one effect, and its recipient has the money', async () => {
  const [anna, boris] = [await aUser(server, '1000.00 USD'), await aUser(server)]
  await anna.send('900.00', 'USD', { phone: boris.phone })
  await server.kill()
  const [held] = await database.list<{ id: string }>(OPEN_CASES)
  const resolve = ['cases', 'resolve', held?.id ?? '', 'release', '--yes']
  const done = await Promise.all([1, 2].map(() => runOperator({ DATABASE_URL: databaseUrl }, resolve)))
  expect(done.map(({ code }) => code).toSorted()).toEqual([0, 1])
  await server.start()
  expect([await anna.balance('USD'), await boris.balance('USD')]).toEqual(['100.00', '900.00'])
})

test('when three operators release at once, each transfer has one effect, and the case ends with the last', async () => {
  const [anna, boris] = [await aUser(server, '1000.00 USD', '1.00 EUR'), await aUser(server, '1.00 USD')]
  for (const amount of ['900.00', '10.00', '20.00'])
    expect(await anna.send(amount, 'USD', { phone: boris.phone })).toMatchObject({ status: 'checking' })
  const [held] = await database.list<{ id: string }>(OPEN_CASES)
  const resolve = ['cases', 'resolve', held?.id ?? '', 'release', '--yes']
  await Promise.allSettled([1, 2, 3].map(() => runOperator({ DATABASE_URL: databaseUrl }, resolve)))
  expect([await anna.balance('USD'), await boris.balance('USD')]).toEqual(['70.00', '931.00'])
  expect(await database.list(OPEN_CASES)).toEqual([])
})

test('after a kill at every step of a held withdrawal, it is held once, and paid out once when it is released', async () => {
  const anna = await aUser(server, '1000.00 USD')
  const key = aKey()
  const withdraw = () => anna.withdraw('900.00', 'USD', { key })
  for (const point of crashPoints('withdrawal.proven', 'withdrawal.uncommitted', 'withdrawal.committed'))
    await crashAt(point, withdraw)
  await server.start()
  for (const _ of [1, 2]) expect(await withdraw()).toMatchObject({ status: 'pending' })
  expect(await anna.balance('USD')).toBe('100.00')
  const open = {
    ...OPEN_CASES,
    name: 'test.open_withdrawal_cases',
    text: OPEN_CASES.text.replace('transfer_held', 'withdrawal_held'),
  }
  const [held] = await database.list<{ id: string }>(open)
  const payouts = await paidOut()
  await server.kill()
  const resolve = ['cases', 'resolve', held?.id ?? '', 'release', '--yes']
  const done = await Promise.all([1, 2].map(() => runOperator({ DATABASE_URL: databaseUrl }, resolve)))
  expect(done.map(({ code }) => code).toSorted()).toEqual([0, 1])
  await server.start()
  await until(() => nothingOpen(anna))
  expect([await anna.balance('USD'), await paidOut()]).toEqual(['100.00', payouts + 1])
  expect(await database.list(open)).toEqual([])
})
