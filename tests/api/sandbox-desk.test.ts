import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CASE_KINDS } from '#server/app/case-kinds'
import { aUser, decidePayment, type TestUser, until } from '#tests/builders'
import { EXERCISES, practise } from '#tests/exercises'
import { rowsOf } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const DESK = '/sandbox/desk'
const PAID = '2200123456024821'
const SILENT = '2200123456000151'

/** One of everything that a vendor can be made to say, and of what the rates do. */
const OF_GATE = [
  'payment_amount_differs',
  'topup_without_end',
  'payment_after_closing',
  'payment_not_credited',
  'topup_charged_back',
  'payout_paid_after_return',
  'payout_changed',
  'payout_without_end',
  'seller_payment_returned',
  'seller_payment_unasked',
  'identification_without_end',
  'identification_changed_its_end',
  'rate_jumped',
  'rates_stale',
  'withdrawal_held',
]

/** Has a vendor say something, as a script does. */
async function play(desk: string, reference: string, said: string): Promise<{ http: number; status?: string; amount?: string }> {
  const response = await fetch(`${wallet.url}${DESK}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ desk, reference, play: said }),
  })
  return { http: response.status, ...((await response.json()) as object) }
}

const withdrawn = async (user: TestUser, pan: string) => String((await user.withdraw('40.00', 'USD', { pan })).transaction_id)

async function anOrder(user: TestUser): Promise<string> {
  return String((await user.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })).order)
}

const stateOf = async (id: string) =>
  (await wallet.database.find<{ state: string }>({ name: 'test.state', text: 'select state from operation where id = $1' }, [id]))
    ?.state

/** The cases that are new since there were those, by kind. */
async function listNew(since: readonly string[] = []): Promise<{ id: string; kind: string }[]> {
  const text = 'select id, kind from operator_case where id <> all($1::uuid[]) order by kind'
  return wallet.database.list<{ id: string; kind: string }>({ name: 'test.new_cases', text }, [since])
}
const listIds = async (): Promise<string[]> => (await listNew()).map(({ id }) => id)

describe('an exercise', () => {
  const ofBefore = ['request_paid_fast', 'earlier_alarm']

  test('is there for every kind of case, but those of versions before', () => {
    expect(new Set([...Object.keys(EXERCISES), ...ofBefore])).toEqual(new Set(Object.keys(CASE_KINDS)))
  })

  test.each(rowsOf(EXERCISES, OF_GATE))('of %s opens a case of that kind, by its last step', async (kind, exercise) => {
    const before = await listIds()
    const begun = await practise(wallet, exercise.steps.slice(0, -1))
    expect(await listNew(before)).toEqual([])
    await practise(wallet, exercise.steps.slice(-1), begun)
    await until(async () => (await listNew(before)).length > 0)
    expect((await listNew(before)).map((found) => found.kind)).toEqual([kind])
    await practise(wallet, exercise.afterwards ?? [], begun)
  })
})

test('of what is silent nothing is said, whatever comes of it, until it is made to be', async () => {
  const anna = await aUser(wallet, '50.00 USD')
  const [payout, order] = [await withdrawn(anna, SILENT), await anOrder(anna)]
  expect(await play('topup', order, 'silence')).toMatchObject({ http: 200, status: 'silent' })
  await decidePayment(wallet, order, 'pay')
  const before = await listIds()
  wallet.passSeconds(26 * 3600)
  await until(async () => (await listNew(before)).length >= 2)
  expect((await listNew(before)).map(({ kind }) => kind)).toEqual(['payout_without_end', 'topup_without_end'])
  expect([await stateOf(payout), await stateOf(order)]).toEqual(['unknown', 'pending'])
  expect(await play('payout', payout, 'fail')).toMatchObject({ http: 200, status: 'failed' })
  expect(await play('topup', order, 'end')).toMatchObject({ http: 200, status: 'complete', amount: '70.00' })
  await until(async () => (await stateOf(payout)) === 'failed' && (await stateOf(order)) === 'complete')
  expect(await anna.balance('USD')).toBe('120.00')
})

test('what is said of an end is said when asked, too, and half of an amount is not less than a cent', async () => {
  const anna = await aUser(wallet, '50.00 USD')
  const paid = await withdrawn(anna, PAID)
  expect(await play('payout', paid, 'end_less')).toMatchObject({ http: 200, status: 'paid', amount: '20.00' })
  expect(await play('payout', paid, 'take_back')).toMatchObject({ http: 200, status: 'failed' })
  expect(await play('payout', paid, 'end')).toMatchObject({ http: 200, status: 'paid' })
})

test('what cannot be said of it now, or of nothing, is refused', async () => {
  const anna = await aUser(wallet, '50.00 USD')
  const paid = await withdrawn(anna, PAID)
  expect(await play('payout', paid, 'silence')).toMatchObject({ http: 409 })
  expect(await play('payout', 'nobody', 'end')).toMatchObject({ http: 404 })
  expect(await play('payout', 'nobody', 'stray')).toMatchObject({ http: 404 })
  expect(await play('payout', paid, 'explode')).toMatchObject({ http: 400 })
  expect(await play('rates', paid, 'end')).toMatchObject({ http: 400 })
})

test.each([
  ['ru', 'Вернулось назад'],
  ['en', 'It came back'],
])('the page has a button for each, and comes back to itself (%s)', async (language, label) => {
  const anna = await aUser(wallet, '50.00 USD')
  const paid = await withdrawn(anna, PAID)
  const page = await (await fetch(`${wallet.url}${DESK}?lang=${language}`)).text()
  expect(page).toContain(label)
  expect(page).toContain(paid)
  const form = new URLSearchParams({ desk: 'payout', reference: paid, play: 'take_back' })
  const post = () => fetch(`${wallet.url}${DESK}?lang=${language}`, { method: 'POST', body: form, redirect: 'manual' })
  for (const _ of ['once', 'twice']) {
    const { status, headers } = await post()
    expect([status, headers.get('location')]).toEqual([303, `${DESK}?lang=${language}`])
  }
})

test('the desk makes rates jump or grow old, until it is switched back', async () => {
  expect(await play('rates', 'all', 'jump')).toMatchObject({ http: 200, plays: ['jump'] })
  expect(await play('rates', 'all', 'stale')).toMatchObject({ http: 200, plays: expect.arrayContaining(['jump', 'stale']) })
  expect(await play('rates', 'all', 'jump')).toMatchObject({ http: 200, plays: ['stale'] })
  expect(await play('rates', 'all', 'stale')).toMatchObject({ http: 200, plays: [] })
  expect(await play('rates', 'all', 'jump')).toMatchObject({ http: 200, plays: ['jump'] })
  wallet.passSeconds(3601)
  expect(await play('rates', 'all', 'stale')).toMatchObject({ http: 200, plays: ['stale'] })
  expect(await play('rates', 'all', 'stale')).toMatchObject({ http: 200, plays: [] })
})
