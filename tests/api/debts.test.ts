import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '#server/app/verify-books'
import { aUser, type TestUser } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent, sendPayoutEvent } from '#tests/vendors'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet()
  cases = casesOf(wallet)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const NOTHING_OWED = 'Nothing is owed of it any more: close it'

/** A person whose top-ups of these amounts were paid out and then taken back; gives the ids of their cases, in that order. */
async function aDebtor(...amounts: readonly string[]): Promise<{ anna: TestUser; ids: string[] }> {
  const anna = await aUser(wallet)
  const orders: string[] = []
  for (const amount of amounts) {
    orders.push(await anna.topUp(amount, 'USD'))
    await anna.withdraw(amount, 'USD')
  }
  expect(await anna.balance('USD')).toBe('0.00')
  const ids: string[] = []
  for (const [place, order] of orders.entries()) {
    await sendPaymentEvent(wallet, { order, status: 'charged_back', amount: amounts[place] ?? '', currency: 'USD' })
    ids.push((await cases.about(order)).id)
  }
  return { anna, ids }
}

const owedOf = async (id = ''): Promise<string | undefined> =>
  /owed of it +(.+)/.exec((await cases.operator('cases', 'show', id)).said)?.[1]

/** The ways to end a case that the operator is shown. */
const offered = async (id: string): Promise<string[]> =>
  [...(await cases.operator('cases', 'show', id)).said.matchAll(/^cases resolve \S+ (\w+)/gm)].map(([, way = '']) => way)

describe('two debts of one person', () => {
  test('are ended each by its own case, and never the other’s', async () => {
    const { anna, ids } = await aDebtor('50.00', '30.00')
    const [first = '', second = ''] = ids
    expect([await owedOf(first), await owedOf(second)]).toEqual(['50.00 USD', '30.00 USD'])
    await cases.resolve(second, 'write_off')
    expect(await owedOf(first)).toBe('50.00 USD')
    await cases.expectRefused(first, ['close'], 'It is still owed')
    await wallet.expectTrueBooks()
    await anna.topUp('60.00', 'USD')
    expect(await anna.balance('USD')).toBe('10.00')
    await cases.expectRefused(first, ['write_off'], NOTHING_OWED)
    await cases.resolve(first, 'close')
  })

  test('are paid the oldest first; the one that is paid can be closed while the other stands', async () => {
    const { anna, ids } = await aDebtor('50.00', '30.00')
    const [first = '', second = ''] = ids
    await anna.topUp('55.00', 'USD')
    expect([await owedOf(first), await owedOf(second)]).toEqual(['0.00 USD', '25.00 USD'])
    await cases.expectRefused(first, ['collect'], NOTHING_OWED)
    expect([await offered(first), await offered(second)]).toEqual([
      ['credit', 'close'],
      ['credit', 'write_off', 'collect'],
    ])
    await cases.resolve(first, 'close')
    await cases.expectRefused(second, ['close'], 'It is still owed')
    await cases.resolve(second, 'collect')
    await anna.topUp('5.00', 'USD')
    expect(await anna.balance('USD')).toBe('5.00')
  })

  test('what the bank gives back ends the debt of its own case; only the rest is credited', async () => {
    const { anna, ids } = await aDebtor('50.00', '30.00')
    const [first = '', second = ''] = ids
    await cases.resolve(second, 'credit')
    expect([await owedOf(first), await anna.balance('USD')]).toEqual(['50.00 USD', '0.00'])
    await anna.topUp('20.00', 'USD')
    expect(await owedOf(first)).toBe('30.00 USD')
    await cases.resolve(first, 'credit')
    // 30 were still owed of the 50 that came back; 20 had been paid.
    expect(await anna.balance('USD')).toBe('20.00')
  })
})

test('what was taken back goes to nobody but the person it was taken from', async () => {
  const { ids } = await aDebtor('50.00')
  const stranger = await aUser(wallet, '1.00 USD')
  await cases.expectRefused(
    ids[0] ?? '',
    ['credit', '--to', `+${stranger.phone}`],
    'It goes to the person it is about: leave --to out',
  )
  const anna = await aUser(wallet, '50.00 USD')
  const id = String((await anna.withdraw('40.00', 'USD', { pan: '2200123456780002' })).transaction_id)
  await sendPayoutEvent(wallet, { reference: id, status: 'paid', amount: '40.00', currency: 'USD' })
  const recalled = await cases.about(id)
  await cases.expectRefused(
    recalled.id,
    ['credit', '--to', `+${stranger.phone}`],
    'It goes to the person it is about: leave --to out',
  )
  await cases.resolve(recalled.id, 'credit')
  expect([await anna.balance('USD'), await stranger.balance('USD')]).toEqual(['50.00', '1.00'])
  await cases.resolve(ids[0] ?? '', 'write_off')
})

test.each(['write_off', 'collect'])('a person without money is told what is owed, and by %s that it is settled', async (way) => {
  const { anna, ids } = await aDebtor('50.00')
  const [owed] = (await anna.told()).split('\n')
  expect(owed).toContain('There was no money in your account, so $50.00 will be taken')
  await cases.resolve(ids[0] ?? '', way)
  const [settled] = (await anna.told()).split('\n')
  expect(settled).toContain('is settled. Nothing more will be taken for it')
  expect(await anna.told()).not.toContain('$0.00')
})

test('a person with some money is told what was taken and what is owed', async () => {
  const anna = await aUser(wallet)
  const order = await anna.topUp('50.00', 'USD')
  await anna.withdraw('20.00', 'USD')
  await sendPaymentEvent(wallet, { order, status: 'charged_back', amount: '50.00', currency: 'USD' })
  expect((await anna.told()).split('\n')[0]).toContain('$30.00 was taken from your account; the remaining $20.00')
  await cases.resolve((await cases.about(order)).id, 'write_off')
})

test('a debt whose case has ended is found by the check of the books', async () => {
  const { ids } = await aDebtor('50.00')
  const end = "update operator_case set resolved_at = now(), resolution = 'test' where id = $1"
  await wallet.database.run({ name: 'test.end_early', text: end }, [ids[0]])
  const findings = await wallet.database.inSnapshot(verifyBooks)
  expect(findings.flatMap(({ invariant, faults }) => faults.map((fault) => [invariant, fault]))).toEqual([
    ['INV-11', expect.stringContaining('owes 5000, which no open case is about')],
  ])
  const reopen = 'update operator_case set resolved_at = null, resolution = null where id = $1'
  await wallet.database.run({ name: 'test.reopen', text: reopen }, [ids[0]])
})
