import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aKey, ask, aUser, decidePayment, readCode, type TestUser, until } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent, sendPayoutEvent } from '#tests/vendors'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const SLOW_CARD = '2200123456780119'
const ORDER = { amount: '5.00', currency_code: 'USD' }

function operator(...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl }, words)
}

async function turn(way: 'freeze' | 'unfreeze', { phone }: TestUser): Promise<void> {
  const done = await operator('users', way, `+${phone}`, '--note', 'asked by the police', '--yes', '--as', 'vera')
  expect(done).toMatchObject({ code: 0, complaint: '' })
}

/** How many exchanges and holds of a person have been posted. */
async function posted({ phone }: TestUser): Promise<bigint> {
  const text = `select count(distinct transfer.id) as count
    from wallet_user
    join operation_leg on operation_leg.user_id = wallet_user.id
    join transfer on transfer.operation_id = operation_leg.operation_id
    where phone = $1 and transfer.kind in ('exchange', 'withdrawal_hold')`
  const row = await wallet.database.find<{ count: bigint }>({ name: 'test.posted', text }, [`+${phone}`])
  return row?.count ?? 0n
}

test('who is frozen signs in and sees everything, and moves no money until that is ended; both are recorded with the reason', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const boris = await aUser(wallet, '100.00 USD')
  const exchange = await anna.exchangeBody('1.00', 'USD', 'RUB')
  await turn('freeze', anna)

  await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone: anna.phone } })
  const body = { phone: anna.phone, confirm_code: await readCode(wallet, anna.phone) }
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/login', { body })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('100.00')
  expect(await anna.newest()).toMatchObject({ kind: 'topup' })
  expect(await anna.rate('USD', 'RUB')).toMatchObject({ id: exchange.rate_id })

  const [keys, refused] = [[aKey(), aKey(), aKey()], { http: 403, code: 'wallet_frozen' }]
  const attempts = () => [
    anna.post('/v2/wallet/exchange', exchange, { key: keys[0] ?? '' }),
    anna.withdraw('5.00', 'USD', { key: keys[1] ?? '' }),
    anna.post('/v2/wallet/top-up', ORDER, { key: keys[2] ?? '' }),
  ]
  expect(await Promise.all(attempts())).toMatchObject([refused, refused, refused])
  const said = async (language: string) => (await anna.post('/v2/wallet/top-up', ORDER, { language })).message
  expect([await said('en'), await said('ru')]).toEqual([
    'Your wallet is frozen. If you froze it, unfreeze it in Settings; otherwise contact support',
    'Кошелек заморожен. Если это сделали вы, разморозьте его в\u00a0настройках, иначе напишите в\u00a0поддержку',
  ])
  expect(await posted(anna)).toBe(0n)
  expect(await boris.withdraw('5.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await operator('users', 'show', anna.phone)).toMatchObject({ said: expect.stringMatching(/^frozen +yes$/m) })

  await turn('unfreeze', anna)
  expect(await Promise.all(attempts())).toMatchObject([{ status: 'ok' }, { status: 'ok' }, { status: 'ok' }])
  const text = `select changed_by, area, before, after, note from operator_change
    join wallet_user on wallet_user.id::text = subject where phone = $1 order by operator_change.id`
  const recorded = { changed_by: 'vera', area: 'users', note: 'asked by the police' }
  expect(await wallet.database.list({ name: 'test.recorded_freezes', text }, [`+${anna.phone}`])).toEqual([
    { ...recorded, before: { frozen: 'no' }, after: { frozen: 'yes' } },
    { ...recorded, before: { frozen: 'yes' }, after: { frozen: 'no' } },
  ])
})

test('what the provider is paid is credited, what was held is settled or given back, and a chargeback is taken, also of who is frozen', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const { order } = await anna.post('/v2/wallet/top-up', ORDER)
  const [paid, failed] = [
    await anna.withdraw('10.00', 'USD', { pan: SLOW_CARD }),
    await anna.withdraw('20.00', 'USD', { pan: SLOW_CARD }),
  ]
  expect([paid.status, failed.status, await anna.balance('USD')]).toEqual(['pending', 'pending', '70.00'])
  await turn('freeze', anna)

  await decidePayment(wallet, String(order), 'pay')
  await until(async () => (await anna.state(String(order))) === 'complete')
  const payout = { currency: 'USD' }
  await sendPayoutEvent(wallet, { ...payout, reference: String(paid.transaction_id), status: 'paid', amount: '10.00' })
  await sendPayoutEvent(wallet, { ...payout, reference: String(failed.transaction_id), status: 'failed', amount: '20.00' })
  expect(await anna.balance('USD')).toBe('95.00')
  await sendPaymentEvent(wallet, { order: String(order), status: 'charged_back', amount: '5.00', currency: 'USD' })
  expect(await anna.balance('USD')).toBe('90.00')
})

test('an account that is opened while its person is frozen is frozen too', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await turn('freeze', anna)
  expect(await anna.post('/v2/wallet/accounts', { currency_code: 'EUR' })).toMatchObject({ status: 'ok' })
  const order = () => anna.post('/v2/wallet/top-up', { ...ORDER, currency_code: 'EUR' })
  expect(await order()).toMatchObject({ http: 403, code: 'wallet_frozen' })
  await turn('unfreeze', anna)
  expect(await order()).toMatchObject({ status: 'ok' })
})

test('while exchanges and withdrawals pour in, none is posted after the freeze is done', async () => {
  const anna = await aUser(wallet, '5000.00 USD')
  const body = await anna.exchangeBody('1.00', 'USD', 'RUB')
  let isOver = false
  const codes: (string | undefined)[] = []
  async function keepAsking(attempt: () => Promise<{ code?: string }>): Promise<void> {
    while (!isOver) codes.push((await attempt()).code)
  }
  const asking = [
    ...Array.from({ length: 40 }, () => keepAsking(() => anna.post('/v2/wallet/exchange', body))),
    ...Array.from({ length: 5 }, () => keepAsking(() => anna.withdraw('1.00', 'USD'))),
  ]
  await until(async () => (await posted(anna)) > 20n)
  await turn('freeze', anna)
  const atTheFreeze = await posted(anna)
  await until(() => Promise.resolve(codes.filter((code) => code === 'wallet_frozen').length > 200))
  isOver = true
  await Promise.all(asking)
  expect(await posted(anna)).toBe(atTheFreeze)
  // A slow machine refuses some for want of time; they have posted nothing either.
  expect(new Set(codes.filter((code) => code !== 'busy'))).toEqual(new Set([undefined, 'wallet_frozen']))
})

test('nobody is frozen without a reason, twice, or by a phone that nobody has', async () => {
  const anna = await aUser(wallet)
  const phone = `+${anna.phone}`
  expect(await operator('users', 'freeze', phone, '--yes')).toMatchObject({ code: 1, complaint: 'Say why: --note <text>' })
  const strange = await operator('users', 'freeze', '+447911000000', '--note', 'x', '--yes')
  expect(strange).toMatchObject({ code: 1, complaint: 'Nobody has a wallet with +447911000000' })
  const unfrozen = await operator('users', 'unfreeze', phone, '--note', 'x', '--yes')
  expect(unfrozen.said).toContain('it is so already, nothing to change')
  expect((await operator('users', 'freeze', phone, '--note', 'x', '--dry-run')).said).toMatch(/frozen +no +→ yes/)
  expect(await anna.post('/v2/wallet/top-up', ORDER)).toMatchObject({ status: 'ok' })
})
