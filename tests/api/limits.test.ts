import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { money } from '#money/money'
import { ask, aUser, decideIdentity, type TestUser, until } from '#tests/builders'
import { operate } from '#tests/operator'
import { aShopOrder, payCode } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const DAY = 86_400
const CARD = '2200123456784821'

interface Room {
  readonly at_once: string
  readonly caps: readonly { readonly per: string; readonly most: string; readonly rest: string }[]
}

interface LimitsReply {
  readonly levels: readonly Record<string, unknown>[]
  readonly rooms: readonly (Readonly<Record<'topup' | 'withdrawal' | 'payment' | 'sending' | 'receiving', Room>> & {
    currency_code: string
  })[]
  readonly first_day?: { readonly reason: string; readonly until: string }
}

async function told(user: TestUser, language = 'en'): Promise<LimitsReply> {
  const answer = await user.get('/v2/wallet/limits', language)
  expect(answer.http).toBe(200)
  return answer as unknown as LimitsReply
}

async function roomOf(
  user: TestUser,
  movement: 'topup' | 'withdrawal' | 'payment' | 'sending' | 'receiving',
  currency = 'USD',
): Promise<Room> {
  const room = (await told(user)).rooms.find(({ currency_code }) => currency_code === currency)?.[movement]
  if (!room) throw new Error(`Nothing is told of ${movement} in ${currency}`)
  return room
}

/** A minor unit more. */
function more(decimal: string, currency: Currency = 'USD'): string {
  return toDecimal(money(currency, parseDecimal(decimal, currency).minor + 1n))
}

const payIn = async (user: TestUser, amount: string) => payCode(user, await aShopOrder(wallet, { format: 'pix', amount }))

/** Somebody with money, who has withdrawn to CARD, paid the shop and sent to a person for more than a day. */
async function aRegular(friend?: TestUser): Promise<TestUser> {
  const user = await aUser(wallet, '10000.00 USD', '10000.00 USD')
  expect(await user.withdraw('1.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  expect(await payIn(user, '1.00')).toMatchObject({ status: 'ok' })
  if (friend) expect(await user.send('1.00', 'USD', { phone: friend.phone })).toMatchObject({ status: 'ok' })
  wallet.passSeconds(DAY)
  return user
}

test('every level is told, in order, with the limits that the operator has set and which one is whose', async () => {
  const anna = await aUser(wallet)
  const { levels } = await told(anna)
  expect(
    levels.map(({ level_code, name, is_own, is_next, is_by_hand }) => [level_code, name, is_own, is_next, is_by_hand]),
  ).toEqual([
    ['basic', 'basic', true, false, false],
    ['full', 'full', false, true, false],
    ['premium', 'premium', false, false, true],
  ])
  expect((await told(anna, 'ru')).levels[0]).toMatchObject({ name: 'базовый' })
  const own = (await anna.get('/v2/wallet/auth/info')).limits
  expect(levels[0]?.limits).toEqual(own)
  expect(levels[1]?.limits).toContainEqual(expect.objectContaining({ currency_code: 'RUB', withdrawal_daily: '6000000.00' }))
  const set = ['limits', 'set', 'premium', 'RUB', '--withdrawal-daily', '61000000', '--yes']
  expect(await operate({ DATABASE_URL: wallet.databaseUrl }, set)).toMatchObject({ code: 0 })
  expect((await told(anna)).levels[2]?.limits).toContainEqual(expect.objectContaining({ withdrawal_daily: '61000000.00' }))
})

test('whoever is raised is on another level at once, with what it leaves them', async () => {
  const anna = await aUser(wallet)
  expect((await roomOf(anna, 'withdrawal')).at_once).toBe('10000.00')
  const { verification_url } = await anna.post('/v2/wallet/identification-level/upgrade')
  await decideIdentity(verification_url, 'approve')
  await until(async () => (await told(anna)).levels[1]?.is_own === true)
  expect((await told(anna)).levels.map(({ is_own, is_next }) => [is_own, is_next])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
  expect((await roomOf(anna, 'withdrawal')).at_once).toBe('100000.00')
})

test('what is told to be left of a withdrawal is accepted, and a minor unit more is refused', async () => {
  const anna = await aRegular()
  expect(await anna.withdraw('2500.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  const { at_once, caps } = await roomOf(anna, 'withdrawal')
  expect(at_once).toBe('7500.00')
  expect(caps).toContainEqual({ per: 'operation', most: '10000.00', rest: '10000.00' })
  expect(caps).toContainEqual({ per: 'day', most: '10000.00', rest: '7500.00' })
  expect(await anna.withdraw(more(at_once), 'USD', { pan: CARD })).toMatchObject({ code: 'limit_daily' })
  expect(await anna.withdraw(at_once, 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  expect((await roomOf(anna, 'withdrawal')).at_once).toBe('0.00')
  wallet.passSeconds(DAY)
  expect((await roomOf(anna, 'withdrawal')).at_once).toBe('10000.00')
})

test('to a card that one has never withdrawn to less is told to be left, and just that is accepted', async () => {
  const anna = await aRegular()
  const rest = (await roomOf(anna, 'withdrawal')).caps.find(({ per }) => per === 'new_recipient')?.rest ?? ''
  expect(rest).toBe('2000.00')
  const to = { pan: '2200123456785554' }
  expect(await anna.withdraw(more(rest), 'USD', to)).toMatchObject({ code: 'limit_first_day' })
  expect(await anna.withdraw(rest, 'USD', to)).toMatchObject({ status: 'ok' })
  expect((await roomOf(anna, 'withdrawal')).caps).toContainEqual({ per: 'new_recipient', most: '2000.00', rest: '0.00' })
})

test('what is told to be left for sellers is accepted, and a minor unit more is refused', async () => {
  const anna = await aRegular()
  expect(await payIn(anna, '2500.00')).toMatchObject({ status: 'ok' })
  const { at_once, caps } = await roomOf(anna, 'payment')
  expect(at_once).toBe('7500.00')
  expect(caps).toEqual([
    { per: 'day', most: '10000.00', rest: '7500.00' },
    { per: 'new_recipient', most: '2000.00', rest: '2000.00' },
  ])
  expect(await payIn(anna, more(at_once))).toMatchObject({ code: 'limit_daily' })
  expect(await payIn(anna, at_once)).toMatchObject({ status: 'ok' })
  expect((await roomOf(anna, 'payment')).at_once).toBe('0.00')
})

test('what is told to be left of sending is accepted, a minor unit more is refused, and the recipient has so much less to receive', async () => {
  const boris = await aUser(wallet)
  const anna = await aRegular(boris)
  expect(await anna.send('4000.00', 'USD', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  const { at_once, caps } = await roomOf(anna, 'sending')
  expect(at_once).toBe('6000.00')
  expect(caps).toContainEqual({ per: 'day', most: '10000.00', rest: '6000.00' })
  expect(caps).toContainEqual({ per: 'month', most: '100000.00', rest: '95999.00' })
  expect(await anna.send(more(at_once), 'USD', { phone: boris.phone })).toMatchObject({ code: 'limit_daily' })
  expect(await anna.send(at_once, 'USD', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  expect((await roomOf(anna, 'sending')).at_once).toBe('0.00')
  expect((await roomOf(boris, 'receiving')).caps).toEqual([{ per: 'month', most: '100000.00', rest: '89999.00' }])
})

test('what is told of a top-up is accepted, and a minor unit more is refused', async () => {
  const anna = await aUser(wallet)
  const { at_once } = await roomOf(anna, 'topup')
  expect(at_once).toBe('10000.00')
  const ordered = (amount: string) => anna.post('/v2/wallet/top-up', { amount, currency_code: 'USD' })
  expect(await ordered(more(at_once))).toMatchObject({ code: 'amount_max' })
  expect(await ordered(at_once)).toMatchObject({ http: 200 })
})

test('while a device is new less is told to be left, until when, and just that is accepted', async () => {
  const anna = await aRegular()
  expect(await told(anna)).not.toHaveProperty('first_day')
  const [elsewhere, boris] = [await anna.signInAgain(), await aUser(wallet)]
  const { first_day } = await told(elsewhere)
  expect(first_day).toMatchObject({ reason: 'device', until: expect.stringMatching(/Z$/) })
  expect(await elsewhere.send('500.00', 'USD', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  const { at_once, caps } = await roomOf(elsewhere, 'withdrawal')
  expect(at_once).toBe('1500.00')
  expect(caps).toContainEqual({ per: 'first_day', most: '2000.00', rest: '1500.00' })
  // Whichever way it goes it is the same day's.
  expect((await roomOf(elsewhere, 'sending')).at_once).toBe('1500.00')
  expect(await elsewhere.withdraw(more(at_once), 'USD', { pan: CARD })).toMatchObject({ code: 'limit_first_day' })
  expect(await elsewhere.withdraw(at_once, 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  expect((await roomOf(elsewhere, 'withdrawal')).at_once).toBe('0.00')
  // The device that the wallet was opened with is not new.
  expect((await roomOf(anna, 'withdrawal')).at_once).toBe('8500.00')
})

test('what is left is told for each account, and to nobody who is not signed in', async () => {
  const anna = await aUser(wallet)
  expect((await told(anna)).rooms.map(({ currency_code }) => currency_code)).toEqual(['RUB', 'USD'])
  expect(await ask(wallet, 'GET', '/v2/wallet/limits')).toMatchObject({ http: 401, code: 'INVALID_TOKEN' })
})
