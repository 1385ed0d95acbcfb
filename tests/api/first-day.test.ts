import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser, aUserWithoutPin, giveMoney, PIN, type TestUser } from '#tests/builders'
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

test('from a new device less goes out for a day; from the one before as ever', async () => {
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

test('to new recipients less goes out, until a day after the first time', async () => {
  const anna = await aRegular()
  expect(await anna.withdraw('2000.01', 'USD', { pan: OTHER_CARD })).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.withdraw(MOST, 'USD', { pan: OTHER_CARD })).toMatchObject({ status: 'ok' })
  // Another that is new has no limit of its own.
  expect(await anna.withdraw('1.00', 'USD', { pan: '2200123456786669' })).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.withdraw('2000.01', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  expect(await anna.withdraw('2000.01', 'USD', { pan: OTHER_CARD })).toMatchObject({ status: 'ok' })
})

test('twenty at once do not pass it together', async () => {
  const elsewhere = await (await aRegular()).signInAgain()
  const answers = await Promise.all(Array.from({ length: 20 }, () => elsewhere.withdraw('150.00', 'USD')))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(13)
  expect(answers.filter(({ code }) => code === 'limit_first_day')).toHaveLength(7)
})

test('it says so before the PIN, and costs no try', async () => {
  const elsewhere = await (await aRegular()).signInAgain()
  const [right, wrong] = [await elsewhere.withdraw('2000.01', 'USD'), await elsewhere.withdraw('2000.01', 'USD', { pin: '0000' })]
  expect(wrong).toMatchObject({ code: 'limit_first_day', message: right.message })
})

test('nothing is capped where the operator says so', async () => {
  const free = await startTestWallet({ FIRST_DAY_PERCENT: '100' })
  const anna = await aUser(free, '10000.00 USD')
  expect(await anna.withdraw('9000.00', 'USD')).toMatchObject({ status: 'ok' })
  await free.close()
})

test('the form is told beforehand, in every currency, and until when', async () => {
  const anna = await aRegular()
  expect(await anna.get('/v2/wallet/withdrawal/recipients')).not.toHaveProperty('first_day')
  const elsewhere = await anna.signInAgain()
  const { first_day } = await elsewhere.get('/v2/wallet/withdrawal/recipients')
  expect(first_day).toMatchObject({ reason: 'device', until: expect.stringMatching(/Z$/) })
  expect((first_day as { limits: unknown[] }).limits).toContainEqual({ currency_code: 'USD', amount: MOST })
})

test('what is sent to people and paid to sellers counts like what is withdrawn: from a new device no more goes out in all', async () => {
  const [anna, boris] = [await aRegular(), await aUser(wallet)]
  const elsewhere = await anna.signInAgain()
  const pay = async (amount: string) => payCode(elsewhere, await aShopOrder(wallet, { format: 'pix', amount }))
  expect(await elsewhere.send('1000.00', 'USD', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  expect(await pay('1000.01')).toMatchObject({ code: 'limit_first_day' })
  expect(await pay('600.00')).toMatchObject({ status: 'ok' })
  expect(await elsewhere.withdraw('400.01', 'USD', { pan: CARD })).toMatchObject({ code: 'limit_first_day' })
  expect(await elsewhere.withdraw('400.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  expect(await elsewhere.send('1.00', 'USD', { phone: boris.phone })).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.send('1.00', 'USD', { phone: boris.phone })).toMatchObject({ status: 'ok' })
})

test('a first PIN that a token alone may have set is as new as another, and one that was set at once is not', async () => {
  const [late, atOnce, boris] = [await aUserWithoutPin(wallet), await aUserWithoutPin(wallet), await aUser(wallet)]
  for (const user of [late, atOnce]) await giveMoney(user, ['10000.00 USD'])
  const setPin = (user: TestUser) => user.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN })
  expect(await setPin(atOnce)).toMatchObject({ status: 'ok' })
  wallet.passSeconds(601)
  expect(await setPin(late)).toMatchObject({ status: 'ok' })
  const send = (user: TestUser, amount: string) => user.send(amount, 'USD', { phone: boris.phone })
  expect(await send(late, '2000.01')).toMatchObject({ code: 'limit_first_day' })
  expect(await send(late, MOST)).toMatchObject({ status: 'ok' })
  expect(await send(atOnce, '2000.01')).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  expect(await send(late, '2000.01')).toMatchObject({ status: 'ok' })
})
