import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseRate, type Rate } from '#money/rate'
import { createRateFollower } from '#server/exchange/follow-rates'
import { deleteOldPoints, keepPoints } from '#server/rates/points'
import { aUser, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  // Its own job keeps no rates, so that those of the test are all there are.
  wallet = await startTestWallet({ RATE_PROVIDER: 'none' })
  anna = await aUser(wallet)
})
beforeEach(() => wallet.database.run({ name: 'test.no_points', text: 'delete from rate_point' }))
afterAll(() => wallet.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const ago = (ms: number) => new Date(Date.now() - ms)
const usd = (out: string): Rate[] => [parseRate('USD', 'RUB', '1', out)].filter((rate) => rate !== undefined)
const keep = (out: string, at: Date) => keepPoints(wallet.database, usd(out), at)

interface History {
  readonly http: number
  readonly points: readonly { readonly at: string; readonly rate: string }[]
  readonly known_since: string | null
  readonly summary: Readonly<Record<string, string>> | null
}

async function historyOf(period: string, pair = 'from_currency=USD&to_currency=RUB'): Promise<History> {
  return (await anna.get(`/v2/wallet/exchange/rates/history?${pair}&period=${period}`)) as unknown as History
}

const rows = (where: string) =>
  wallet.database.list<{ rate: string }>({
    name: `test.points ${where}`,
    text: `select rate from rate_point where ${where} order by slot`,
  })

describe('how a rate has moved', () => {
  test('is told exactly, of all that is known in the period and no more, with since when that is', async () => {
    const first = ago(20 * HOUR_MS)
    await keep('70', ago(3 * DAY_MS))
    await keep('80.000000000001', first)
    await keep('81.5', ago(10 * HOUR_MS))
    await keep('79.25', ago(HOUR_MS))
    await keep('78', ago(0))
    const day = await historyOf('day')
    expect(day.points.map(({ rate }) => rate)).toEqual(['80.000000000001', '81.5', '79.25', '78'])
    expect(day.points[0]?.at).toBe(first.toISOString())
    expect(day.summary).toEqual({ first: '80.000000000001', last: '78', low: '78', high: '81.5', change_percent: '-2.50' })
    const week = await historyOf('week')
    expect(week.summary).toMatchObject({ first: '70', last: '78', low: '70', change_percent: '11.43' })
    expect([day.known_since, week.known_since]).toEqual([week.points[0]?.at, week.points[0]?.at])
  })

  test('is nothing for a pair of which nothing is known', async () => {
    await keep('80', ago(HOUR_MS))
    expect(await historyOf('year', 'from_currency=GBP&to_currency=IDR')).toMatchObject({
      http: 200,
      points: [],
      summary: null,
      known_since: null,
    })
  })

  test('is thinned to 120 points, with the least and the most of all', async () => {
    for (let hour = 29 * 24; hour > 0; hour -= 1) await keep(hour === 333 ? '95.5' : `${80 + (hour % 7)}`, ago(hour * HOUR_MS))
    const { points, summary } = await historyOf('month')
    expect(points.length).toBeLessThanOrEqual(120)
    expect(points.length).toBeGreaterThan(80)
    expect(summary).toMatchObject({ high: '95.5', low: '80' })
    expect(points.map(({ rate }) => rate)).toContain('95.5')
  })

  test.each([
    ['from_currency', 'from_currency=JPY&to_currency=RUB'],
    ['to_currency', 'from_currency=USD&to_currency=THB'],
    ['to_currency', 'from_currency=USD&to_currency=USD'],
  ])('of what is not exchanged is refused for its %s', async (field, pair) => {
    expect(await historyOf('day', pair)).toMatchObject({ http: 422, code: 'currency_unsupported', field })
  })

  test('is asked of a day, a week, a month or a year', async () => {
    expect(await historyOf('century')).toMatchObject({ http: 400, code: 'invalid_field', field: 'period' })
  })
})

describe('what is kept of rates', () => {
  test('is the first price of a quarter of an hour, an hour and a day, whoever takes it', async () => {
    const at = (text: string) => new Date(`2026-03-04T${text}Z`)
    for (const [out, time] of [
      ['80', '10:01:00'],
      ['81', '10:14:59'],
      ['82', '10:15:00'],
      ['83', '11:00:00'],
    ] as const) {
      await Promise.all([keep(out, at(time)), keep(out, at(time))])
    }
    expect(await rows("grain = 'quarter'")).toEqual([{ rate: '80' }, { rate: '82' }, { rate: '83' }])
    expect(await rows("grain = 'hour'")).toEqual([{ rate: '80' }, { rate: '83' }])
    expect(await rows("grain = 'day'")).toEqual([{ rate: '80' }])
  })

  test('goes when no chart has use for it', async () => {
    const now = new Date('2026-03-04T12:00:00Z')
    await keep('80', now)
    await deleteOldPoints(wallet.database, new Date(now.getTime() + 3 * DAY_MS))
    expect(await rows('true')).toHaveLength(2)
    await deleteOldPoints(wallet.database, new Date(now.getTime() + 40 * DAY_MS))
    expect(await rows('true')).toHaveLength(1)
    await deleteOldPoints(wallet.database, new Date(now.getTime() + 6 * 366 * DAY_MS))
    expect(await rows('true')).toEqual([])
  })

  test('is kept while nobody asks, once for each price that is taken', async () => {
    const now = ago(0)
    let asked = 0
    const mids = async (at: Date) => ({ rates: usd(String(80 + asked++)), at })
    const follow = createRateFollower({ database: wallet.database, quotes: { mids } })
    expect(await follow(now)).toBe(true)
    expect(await follow(new Date(now.getTime() + 1000))).toBe(true)
    expect((await historyOf('day')).points).toEqual([{ at: now.toISOString(), rate: '80' }])
  })
})
