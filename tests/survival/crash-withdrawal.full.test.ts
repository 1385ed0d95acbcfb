import { expect, test } from 'vitest'
import type { CrashPoint } from '#server/db/crash-point'
import { aKey, aUser, type TestUser, until } from '#tests/builders'
import { bringOn, crashAt, crashPoints, nothingOpen, paidOut, putOff, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

const WITHDRAWAL_POINTS = crashPoints(
  'withdrawal.proven',
  'withdrawal.vaulted',
  'withdrawal.uncommitted',
  'withdrawal.committed',
  'withdrawal.sending',
  'withdrawal.sent',
  'withdrawal.end.',
)
const WITHDRAWAL_CHECKS = crashPoints('withdrawal.check.')

test('killed while the provider is silent, the wallet keeps the hold and ends the withdrawal as the provider says', async () => {
  const anna = await aUser(server, '100.00 USD')
  const [key, payouts] = [aKey(), await paidOut()]
  const asked = anna.withdraw('40.00', 'USD', { pan: '2200123456780119', key }).catch(() => 'no answer')
  await until(async () => (await anna.balance('USD')) === '60.00')
  await server.kill()
  expect(await asked).toBe('no answer')
  await server.start()
  expect(await anna.balance('USD')).toBe('60.00')
  await until(() => nothingOpen(anna))
  expect(await anna.balance('USD')).toBe('60.00')
  expect(await paidOut()).toBe(payouts + 1)
  expect(await anna.withdraw('40.00', 'USD', { pan: '2200123456780119', key })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('60.00')
})

/** Sends withdrawals of 10.00 that each die at a point of their own, then ends them all, and gives how many payouts that took. */
async function withdrawThrough(
  anna: TestUser,
  points: readonly CrashPoint[],
  to: { recipient?: string },
): Promise<{ asked: number; paid: number }> {
  const payouts = await paidOut()
  const sent: { key: string; recipient?: string }[] = []
  for (const point of points) {
    const withdrawal = { key: aKey(), ...to }
    sent.push(withdrawal)
    await putOff('withdrawal')
    await crashAt(point, () => anna.withdraw('10.00', 'USD', withdrawal))
  }
  await server.start()
  await bringOn('withdrawal')
  for (const withdrawal of sent) {
    expect(await anna.withdraw('10.00', 'USD', withdrawal)).toMatchObject({ status: expect.stringMatching(/^(ok|pending)$/) })
  }
  await until(() => nothingOpen(anna))
  for (const withdrawal of sent) expect(await anna.withdraw('10.00', 'USD', withdrawal)).toMatchObject({ status: 'ok' })
  return { asked: sent.length, paid: (await paidOut()) - payouts }
}

test('killed at every step of a withdrawal, nothing is lost and nothing happens twice', async () => {
  const anna = await aUser(server, '1000.00 USD')
  const { asked, paid } = await withdrawThrough(anna, WITHDRAWAL_POINTS, {})
  expect(paid).toBe(asked)
  expect(await anna.balance('USD')).toBe(`${1000 - 10 * asked}.00`)
})

test('killed at the steps that a withdrawal to an earlier recipient has of its own, it is paid once', async () => {
  const anna = await aUser(server, '1000.00 USD')
  await anna.withdraw('10.00', 'USD')
  const [recipient] = await anna.recipients()
  // Before and after these it goes the way of every other.
  const points = crashPoints('withdrawal.vaulted', 'withdrawal.uncommitted', 'withdrawal.committed', 'withdrawal.sent')
  const { asked, paid } = await withdrawThrough(anna, points, { recipient: recipient?.id ?? '' })
  expect(paid).toBe(asked)
  expect(await anna.balance('USD')).toBe(`${990 - 10 * asked}.00`)
  expect(await anna.recipients()).toMatchObject([{ masked: '••\u00a04821' }])
})

test('killed while it looks after a withdrawal that was left open, the wallet pays it once', async () => {
  const anna = await aUser(server, '100.00 USD')
  const [key, payouts] = [aKey(), await paidOut()]
  await crashAt('withdrawal.committed', () => anna.withdraw('10.00', 'USD', { key }))
  for (const point of [...WITHDRAWAL_CHECKS, 'withdrawal.sent', 'withdrawal.end.uncommitted'] as const) {
    await bringOn('withdrawal')
    await crashAt(point, () => Promise.resolve())
  }
  await bringOn('withdrawal')
  await server.start()
  await until(() => nothingOpen(anna))
  expect(await anna.withdraw('10.00', 'USD', { key })).toMatchObject({ status: 'ok' })
  expect([await anna.balance('USD'), await paidOut()]).toEqual(['90.00', payouts + 1])
})
