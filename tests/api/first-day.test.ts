import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser, aUserWithoutPin, giveMoney, PIN, TestUser, unlessBusy } from '#tests/builders'
import { rounds } from '#tests/full-run'
import { aShopOrder, payCode } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const DAY = 86_400
// Of ten thousand a day a fifth.
const MOST = '2000.00'
const CARD = '2200123456784821'
const OTHER_CARD = '2200123456785554'

/** Somebody who withdraws to CARD for more than a day already, on the device that the wallet was opened with. */
async function aRegular(): Promise<TestUser> {
  const user = await aUser(wallet, '10000.00 USD', '10000.00 USD')
  expect(await user.withdraw('1.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  return user
}

test('a new device has a lower limit for a day; an older device has its usual limit', async () => {
  const anna = await aRegular()
  const elsewhere = await anna.signInAgain()
  expect(await elsewhere.withdraw('2000.01', 'USD')).toMatchObject({
    http: 422,
    code: 'limit_first_day',
    field: 'amount',
    message: expect.stringMatching(/2\s000,00\s\$/),
    retry_after: expect.any(Number),
  })
  expect(await elsewhere.withdraw('1500.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await elsewhere.withdraw('500.01', 'USD')).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.withdraw('2000.01', 'USD')).toMatchObject({ status: 'ok' })
  expect(await elsewhere.withdraw('500.00', 'USD')).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  expect(await elsewhere.withdraw('2000.01', 'USD')).toMatchObject({ status: 'ok' })
})

test('new recipients share a lower limit, until a day after their first payment', async () => {
  const anna = await aRegular()
  expect(await anna.withdraw('2000.01', 'USD', { pan: OTHER_CARD })).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.withdraw(MOST, 'USD', { pan: OTHER_CARD })).toMatchObject({ status: 'ok' })
  // Another that is new has no limit of its own.
  expect(await anna.withdraw('1.00', 'USD', { pan: '2200123456786669' })).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.withdraw('2000.01', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  expect(await anna.withdraw('2000.01', 'USD', { pan: OTHER_CARD })).toMatchObject({ status: 'ok' })
})

test('a card whose only withdrawal was declined is still a new recipient', async () => {
  const anna = await aRegular()
  const declining = '2200123456780002'
  expect(await anna.withdraw('10.00', 'USD', { pan: declining })).toMatchObject({ code: 'payout_declined' })
  wallet.passSeconds(DAY)
  expect(await anna.withdraw('2000.01', 'USD', { pan: declining })).toMatchObject({ code: 'limit_first_day' })
})

test('twenty withdrawals at once do not exceed the limit of the first day together', async () => {
  const elsewhere = await (await aRegular()).signInAgain()
  const answers = await Promise.all(Array.from({ length: 20 }, () => elsewhere.withdraw('150.00', 'USD')))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(13)
  expect(answers.filter(({ code }) => code === 'limit_first_day')).toHaveLength(7)
})

test('money that leaves in one currency counts against the limits of every other currency, at its worth', async () => {
  const anna = await aRegular()
  await giveMoney(anna, ['10000.00 EUR', '600000.00 RUB'])
  const elsewhere = await anna.signInAgain()
  expect(await elsewhere.withdraw('1500.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await elsewhere.withdraw('800.00', 'EUR')).toMatchObject({ code: 'limit_first_day' })
  expect(await elsewhere.withdraw('500.00', 'EUR')).toMatchObject({ status: 'ok' })
  expect(await elsewhere.withdraw('60000.00', 'RUB')).toMatchObject({ code: 'limit_first_day' })
  // A level's day is one for all of its currencies, too.
  expect(await anna.withdraw('6000.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('4000.00', 'EUR')).toMatchObject({ code: 'limit_daily' })
})

test('four withdrawals at once, in two currencies and over two processes, take no more than one after the other, in every round', async () => {
  const one = await startTestWallet()
  // With connections and batches of its own, as another process has.
  const other = await startTestWallet({}, { databaseUrl: one.databaseUrl })
  for (let round = 0; round < rounds(50); round += 1) {
    const anna = await aUser(one, '5000.00 USD', '5000.00 EUR')
    const elsewhere = new TestUser(other, anna.phone, anna.token)
    // To cards that are new.
    const answers = await Promise.all([
      unlessBusy(() => anna.withdraw('1500.00', 'USD')),
      unlessBusy(() => elsewhere.withdraw('1400.00', 'EUR')),
      unlessBusy(() => elsewhere.withdraw('1500.00', 'USD')),
      unlessBusy(() => anna.withdraw('1400.00', 'EUR')),
    ])
    const codes = answers.map(({ code = 'ok' }) => code).sort()
    expect(codes).toEqual(['limit_first_day', 'limit_first_day', 'limit_first_day', 'ok'])
  }
  await one.expectTrueBooks()
  await Promise.all([one.close(), other.close()])
})

test('new people, sellers and cards share one lower limit, until a day after the first payment to each', async () => {
  const [anna, boris, vera] = [await aRegular(), await aUser(wallet), await aUser(wallet)]
  const pay = async (amount: string) => payCode(anna, await aShopOrder(wallet, { format: 'pix', amount }))
  expect(await anna.send('2000.01', 'USD', { phone: boris.phone })).toMatchObject({
    http: 422,
    code: 'limit_first_day',
    message: expect.stringContaining('Новым получателям'),
  })
  expect(await anna.send('1000.00', 'USD', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  expect(await pay('1000.01')).toMatchObject({ code: 'limit_first_day' })
  expect(await pay('900.00')).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('100.01', 'USD', { pan: OTHER_CARD })).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.send('100.01', 'USD', { phone: vera.phone })).toMatchObject({ code: 'limit_first_day' })
  // To a card that is known for longer as ever.
  expect(await anna.withdraw('3000.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  expect(await anna.send('3000.00', 'USD', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  expect(await pay('3000.00')).toMatchObject({ status: 'ok' })
})

test('a person who never received the only transfer to them is still a new recipient', async () => {
  const [anna, boris] = [await aRegular(), await aUser(wallet)]
  const { transaction_id } = await anna.send('1.00', 'USD', { phone: boris.phone }, { protection_code: '4711' })
  await anna.post('/v2/wallet/transfer/take-back', { transaction_id })
  wallet.passSeconds(DAY)
  expect(await anna.send('2000.01', 'USD', { phone: boris.phone })).toMatchObject({ code: 'limit_first_day' })
})

test('the limit of the first day refuses before the PIN, and costs no try', async () => {
  const elsewhere = await (await aRegular()).signInAgain()
  const [right, wrong] = [await elsewhere.withdraw('2000.01', 'USD'), await elsewhere.withdraw('2000.01', 'USD', { pin: '0000' })]
  expect(wrong).toMatchObject({ code: 'limit_first_day', message: right.message })
})

test('the first day caps nothing when FIRST_DAY_PERCENT is 100', async () => {
  const free = await startTestWallet({ FIRST_DAY_PERCENT: '100', VELOCITY_OUT_PERCENT: '0' })
  const anna = await aUser(free, '10000.00 USD')
  expect(await anna.withdraw('9000.00', 'USD')).toMatchObject({ status: 'ok' })
  await free.close()
})

test('the withdrawal form gets the limit of the first day in every currency, and its end', async () => {
  const anna = await aRegular()
  expect(await anna.get('/v2/wallet/withdrawal/recipients')).not.toHaveProperty('first_day')
  const elsewhere = await anna.signInAgain()
  const { first_day } = await elsewhere.get('/v2/wallet/withdrawal/recipients')
  expect(first_day).toMatchObject({ reason: 'device', until: expect.stringMatching(/Z$/) })
  expect((first_day as { limits: unknown[] }).limits).toContainEqual({ currency_code: 'USD', amount: MOST })
})

test('transfers, payments and withdrawals from a new device share one lower limit', async () => {
  const [anna, boris] = [await aRegular(), await aUser(wallet)]
  const elsewhere = await anna.signInAgain()
  const pay = async (amount: string) => payCode(elsewhere, await aShopOrder(wallet, { format: 'pix', amount }))
  expect(await elsewhere.send('1000.00', 'USD', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  expect(await pay('1000.01')).toMatchObject({ code: 'limit_first_day' })
  expect(await pay('600.00')).toMatchObject({ status: 'ok' })
  expect(await elsewhere.withdraw('400.01', 'USD', { pan: CARD })).toMatchObject({ code: 'limit_first_day' })
  expect(await elsewhere.withdraw('400.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  expect(await elsewhere.send('1.00', 'USD', { phone: boris.phone })).toMatchObject({ code: 'limit_first_day' })
  // From the device that is not new, to whom nothing is new either.
  expect(await anna.send('1.00', 'USD', { phone: boris.phone })).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.withdraw('1.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
})

test('a first PIN set later than ten minutes after the sign-in counts as new; a PIN set right after the sign-up does not', async () => {
  const [late, atOnce, boris] = [await aUserWithoutPin(wallet), await aUserWithoutPin(wallet), await aUser(wallet)]
  for (const user of [late, atOnce]) await giveMoney(user, ['10000.00 USD'])
  const setPin = (user: TestUser) => user.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN })
  expect(await setPin(atOnce)).toMatchObject({ status: 'ok' })
  wallet.passSeconds(601)
  expect(await setPin(late)).toMatchObject({ status: 'ok' })
  const send = (user: TestUser, amount: string) => user.send(amount, 'USD', { phone: boris.phone })
  expect(await send(late, '2000.01')).toMatchObject({ code: 'limit_first_day' })
  expect(await send(late, MOST)).toMatchObject({ status: 'ok' })
  const told = (user: TestUser) => user.get('/v2/wallet/limits')
  expect(await told(late)).toMatchObject({ first_day: { reason: 'pin' } })
  expect(await told(atOnce)).not.toHaveProperty('first_day')
  wallet.passSeconds(DAY)
  expect(await send(late, '2000.01')).toMatchObject({ status: 'ok' })
})
