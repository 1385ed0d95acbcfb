import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Currency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'
import { quantityOut } from '#money/rate-quoted'
import { createRateFollower } from '#server/exchange/follow-rates'
import { setAlert, tellOfReachedRates } from '#server/exchange/rate-alerts'
import { deleteOldAlerts } from '#server/exchange/rate-alerts-store'
import { ownIdempotencyKey } from '#server/idempotency/key'
import { Unavailable } from '#server/providers/outage'
import type { RateProvider } from '#server/providers/rates/port'
import { createQuotes } from '#server/rates/quotes'
import { aUser, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const DAY_MS = 86_400_000
const soon = () => new Date(Date.now() + 1000)
const USD = { from_currency: 'USD', to_currency: 'RUB' }

function rate(out: string): Rate {
  const parsed = parseRate('USD', 'RUB', '1', out)
  if (!parsed) throw new Error('Not a rate')
  return parsed
}

/** What quotes are made of, with rates of a test's own. */
const quoting = (latest: RateProvider['latest']) => ({
  rates: { latest },
  accountCurrencies: ['USD', 'RUB'] as const,
  marginBasisPoints: () => 50,
  maxAgeSeconds: 345_600,
  warn: () => undefined,
})
const judge = (out: string, at = soon()) => tellOfReachedRates(wallet.database, { rates: [rate(out)], at }, at)
const set = (who: TestUser, out: string, options: { key?: string } = {}) =>
  who.post('/v2/wallet/exchange/alerts/set', { ...USD, rate: out }, options)

async function openOf(who: TestUser): Promise<unknown[]> {
  const { results } = await who.get('/v2/wallet/exchange/alerts')
  return (results as { rate: string }[]).map((alert) => alert.rate)
}

async function toldTo(who: TestUser): Promise<string[]> {
  const { results } = await who.get('/v2/wallet/user/notification', 'ru')
  return (results as { message: string }[])
    .map(({ message }) => message.replaceAll('\u00a0', ' '))
    .filter((message) => message.startsWith('Курс дошел'))
}

describe('a rate alert', () => {
  test('waits for the rate to fall or to rise, as it is above or below; is listed, and removed', async () => {
    const anna = await aUser(wallet)
    expect(await set(anna, '60.50')).toMatchObject({ status: 'ok', alert: { rate: '60.5', direction: 'at_most', ...codes() } })
    const high = await set(anna, '100')
    expect(high).toMatchObject({ alert: { rate: '100', direction: 'at_least' } })
    expect(await openOf(anna)).toEqual(['100', '60.5'])
    const alert_id = (high.alert as { id: string }).id
    const boris = await aUser(wallet)
    await boris.post('/v2/wallet/exchange/alerts/remove', { alert_id })
    expect(await openOf(boris)).toEqual([])
    expect(await openOf(anna)).toEqual(['100', '60.5'])
    await anna.post('/v2/wallet/exchange/alerts/remove', { alert_id })
    expect(await openOf(anna)).toEqual(['60.5'])
  })

  test('goes off once, however many judge the same rates at once, and tells its owner the pair and the rate', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    await set(anna, '61')
    await set(boris, '59')
    const counts = await Promise.all(Array.from({ length: 32 }, () => judge('60.25')))
    const notices = { name: 'test.notices', text: "select id from notification where kind = 'rate_alert'" }
    expect(await wallet.database.list(notices)).toHaveLength(counts.reduce((sum, count) => sum + count))
    await judge('60')
    expect(await toldTo(anna)).toEqual(['Курс дошел до 61,00 RUB: сейчас 1 USD = 60,25 RUB'])
    expect([await openOf(anna), await openOf(boris), await toldTo(boris)]).toEqual([[], ['59'], []])
  })

  test('goes off at its very rate, and not a trillionth before it', async () => {
    const anna = await aUser(wallet)
    await set(anna, '120')
    await judge('119.999999999999')
    expect(await toldTo(anna)).toEqual([])
    await judge('120')
    expect(await toldTo(anna)).toHaveLength(1)
  })

  test('is not judged by rates that were taken before it was set, nor after its year', async () => {
    const anna = await aUser(wallet)
    await set(anna, '62')
    await judge('50', new Date(Date.now() - 60_000))
    await judge('50', new Date(Date.now() + 366 * DAY_MS))
    expect(await toldTo(anna)).toEqual([])
    await deleteOldAlerts(wallet.database, new Date(Date.now() + 366 * DAY_MS))
    expect(await openOf(anna)).toEqual([])
  })

  test('set twice is one, and so is one that is sent again under its key', async () => {
    const anna = await aUser(wallet)
    const key = { key: randomUUID() }
    const first = await set(anna, '63', key)
    const again = await set(anna, '63.0')
    expect([(await set(anna, '63', key)).alert, again.alert]).toEqual([first.alert, first.alert])
    await judge('62')
    expect((await set(anna, '63', key)).alert).toEqual(first.alert)
    expect(await openOf(anna)).toEqual([])
  })

  test('that was set is answered under its key while there are no rates, and a new one is not', async () => {
    const [anna, database] = [await aUser(wallet), wallet.database]
    const person = { name: 'test.person', text: "select id from wallet_user where phone = '+' || $1" }
    const { id: userId = '' } = (await database.find<{ id: string }>(person, [anna.phone])) ?? {}
    const latest = () => Promise.reject(new Unavailable('rates'))
    const without = createQuotes({ ...quoting(latest), database })
    const quotes = createQuotes({ ...quoting(async () => ({ asOf: soon(), rates: [rate('80')] })), database })
    const idempotencyKey = ownIdempotencyKey('test', randomUUID())
    const caller = { userId, idempotencyKey, now: new Date() }
    const asked = { ...USD, rate: '61' }
    const deps = { database, accountCurrencies: ['USD', 'RUB'] as const }
    const alert = await setAlert({ ...deps, quotes }, asked, caller)
    expect(await setAlert({ ...deps, quotes: without }, asked, caller)).toEqual(alert)
    const another = { ...caller, idempotencyKey: ownIdempotencyKey('test', randomUUID()) }
    await expect(setAlert({ ...deps, quotes: without }, asked, another)).rejects.toThrow(Unavailable)
  })

  test('is one of ten at most, also where many are set at once', async () => {
    const anna = await aUser(wallet)
    const answers = await Promise.all(Array.from({ length: 14 }, (_, place) => set(anna, String(40 + place))))
    const refused = answers.filter(({ status }) => status === 'error')
    expect(refused.map(({ http, code }) => [http, code])).toEqual(Array.from({ length: 4 }, () => [409, 'rate_alerts_max']))
    expect(await openOf(anna)).toHaveLength(10)
  })

  test.each([
    ['nothing', { ...USD, rate: '0' }, 'invalid_field', 'rate'],
    ['no number', { ...USD, rate: '9e1' }, 'invalid_field', 'rate'],
    ['a currency without accounts', { ...USD, to_currency: 'THB', rate: '30' }, 'currency_unsupported', 'to_currency'],
    ['one currency', { ...USD, to_currency: 'USD', rate: '2' }, 'currency_unsupported', 'to_currency'],
  ])('of %s is refused', async (_what, body, code, field) => {
    const anna = await aUser(wallet)
    expect(await anna.post('/v2/wallet/exchange/alerts/set', body)).toMatchObject({ status: 'error', code, field })
  })
})

test('a rate is offered with the mid rate and the margin that it was made of', async () => {
  const { rates } = await (await aUser(wallet)).post('/v2/wallet/exchange/rates')
  for (const { from_currency_code, to_currency_code, quantity_out, mid_rate, margin_percent } of rates as Record<
    string,
    string
  >[]) {
    const mid = parseRate(from_currency_code as Currency, to_currency_code as Currency, '1', mid_rate ?? '')
    expect(margin_percent).toBe('0.5')
    expect(mid && quantityOut(mid, 50n)).toBe(quantity_out)
  }
})

test('a price that is not believed tells nobody and is not kept, one that is tells', async () => {
  const anna = await aUser(wallet)
  await set(anna, '50')
  const prices = ['80', '45', '70', '57', '49.5']
  const latest = async () => ({ asOf: present, rates: [rate(prices.shift() ?? '80')] })
  let present = soon()
  const quotes = createQuotes({ ...quoting(latest), database: wallet.database })
  const follow = createRateFollower({ database: wallet.database, quotes })
  const next = async () => {
    present = new Date(present.getTime() + 31_000)
    return follow(present)
  }
  await next()
  await next()
  expect(await toldTo(anna)).toEqual([])
  await next()
  await next()
  expect(await openOf(anna)).toEqual(['50'])
  await next()
  expect(await toldTo(anna)).toEqual(['Курс дошел до 50,00 RUB: сейчас 1 USD = 49,50 RUB'])
  const unbelieved = { name: 'test.unbelieved', text: "select rate from rate_point where rate = '45'" }
  expect(await wallet.database.list(unbelieved)).toEqual([])
})

function codes() {
  return { from_currency_code: 'USD', to_currency_code: 'RUB' }
}
