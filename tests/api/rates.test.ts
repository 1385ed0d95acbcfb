import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CURRENCY_CODES, type Currency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'
import { Unavailable } from '#server/providers/outage'
import { createQuotes, deleteOldRates } from '#server/rates/quotes'
import { ask, aUser, type TestUser } from '#tests/builders'
import { casesOf } from '#tests/cases'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const ACCOUNTS: readonly Currency[] = ['RUB', 'USD', 'EUR', 'IDR', 'USDC', 'GBP']

interface OfferedRate {
  readonly id: string
  readonly from_currency_code: string
  readonly to_currency_code: string
  readonly quantity_out: string
}

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  wallet = await startTestWallet()
  anna = await aUser(wallet, '100.00 USD')
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

async function offered(): Promise<readonly OfferedRate[]> {
  return (await anna.post('/v2/wallet/exchange/rates')).rates as OfferedRate[]
}

describe('what a total can be told in', () => {
  test('is sixteen currencies, of which accounts are opened in six only', async () => {
    const config = await ask(wallet, 'GET', '/v2/wallet/config')
    expect(config.display_currencies).toEqual([...CURRENCY_CODES])
    expect(config.display_currencies).toHaveLength(16)
    expect(config.account_currencies).toEqual([...ACCOUNTS])
    for (const currency_code of ['THB', 'JPY', 'CNY']) {
      expect(await anna.post('/v2/wallet/accounts', { currency_code })).toMatchObject({ http: 422, code: 'currency_unsupported' })
    }
  })

  test('has a rate from every account currency, and none leads back', async () => {
    const pairs = (await offered()).map((rate) => `${rate.from_currency_code} ${rate.to_currency_code}`)
    const wanted = ACCOUNTS.flatMap((from) => CURRENCY_CODES.filter((to) => to !== from).map((to) => `${from} ${to}`))
    expect(pairs.toSorted()).toEqual(wanted.toSorted())
  })

  test('is no account of the wallet’s: the books hold seven currencies', async () => {
    const held = await wallet.database.list<{ currency: string }>({
      name: 'test.held',
      text: 'select distinct currency from account where user_id is null order by currency',
    })
    expect(held.map(({ currency }) => currency)).toEqual(['EUR', 'GBP', 'IDR', 'JPY', 'RUB', 'USD', 'USDC'])
  })
})

describe('a rate to a currency without accounts', () => {
  test('buys nothing [api-rates-1]', async () => {
    const rate = (await offered()).find(({ id }) => id.endsWith('.USD-THB'))
    const terms = {
      from_account_id: (await anna.account('USD')).id,
      to_account_id: (await anna.account('RUB')).id,
      from_amount: '1.00',
      to_amount: rate?.quantity_out.replace(/(\.[0-9]{2}).*/, '$1') ?? '',
      rate_id: rate?.id ?? '',
    }
    expect(await anna.post('/v2/wallet/exchange', terms)).toMatchObject({ status: 'error', code: 'rate_unknown' })
    expect(await anna.balance('USD')).toBe('100.00')
  })

  test('is not written down: the sheet of an instant keeps the pairs that are exchanged', async () => {
    await offered()
    const [sheet] = await wallet.database.list<{ pairs: string[] }>({
      name: 'test.sheet',
      text: `select array(select rate ->> 'from' || ' ' || (rate ->> 'to') from jsonb_array_elements(rates) rate) as pairs
        from rate_sheet order by issued_at desc limit 1`,
    })
    const exchanged = ACCOUNTS.flatMap((from) => ACCOUNTS.filter((to) => to !== from).map((to) => `${from} ${to}`))
    expect(sheet?.pairs.toSorted()).toEqual(exchanged.toSorted())
  })
})

test('statistics in another currency write nothing down: reading is only reading', async () => {
  const sheets = () => wallet.database.list({ name: 'test.sheets', text: 'select id from rate_sheet' })
  // A sheet that was written down before is too old to be used again.
  wallet.passSeconds(2)
  const before = await sheets()
  const found = await anna.get('/v2/wallet/stat?display_currency=EUR')
  expect(found).toMatchObject({ http: 200, currency_code: 'EUR' })
  expect(found.results).not.toEqual([])
  expect(await sheets()).toEqual(before)
})

const DAY_SECONDS = 86_400
const started = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(started.getTime() + seconds * 1000)
const later = at(31)

/** Quotes of a market whose prices are given one after the other: USD to RUB, and USD to THB. */
function quotesOf(...prices: readonly (readonly [rub: string, thb: string, asOf?: Date])[]) {
  let asked = -1
  let present = started
  const rate = (to: Currency, out: string): Rate[] => [parseRate('USD', to, '1', out)].filter((one) => one !== undefined)
  const latest = async () => {
    asked += 1
    const [rub, thb, asOf = present] = prices[asked] ?? ['', '']
    return { asOf, rates: [...rate('RUB', rub), ...rate('THB', thb)] }
  }
  const warnings: Error[] = []
  const quotes = createQuotes({
    database: wallet.database,
    rates: { latest },
    accountCurrencies: ['USD', 'RUB'],
    marginBasisPoints: () => 0,
    maxAgeSeconds: 4 * DAY_SECONDS,
    warn: (error) => warnings.push(error),
  })
  const outs = async (now: Date) => {
    present = now
    return (await quotes.issue(now)).quotes.map(({ quantityOut }) => quantityOut)
  }
  return { outs, warnings }
}

describe('a price that moves by more than a fifth', () => {
  test('is not believed between account currencies: the last good rates stay', async () => {
    const { outs, warnings } = quotesOf(['80', '32'], ['100', '32'])
    expect(await outs(started)).toEqual(['80', '32'])
    expect(await outs(later)).toEqual(['80', '32'])
    expect(warnings).toHaveLength(1)
  })

  test('is not believed either by a process that has just started', async () => {
    await quotesOf(['80', '32']).outs(started)
    await expect(quotesOf(['100', '32']).outs(later)).rejects.toBeInstanceOf(Unavailable)
    expect(await quotesOf(['81', '32']).outs(later)).toEqual(['81', '32'])
  })

  test('is not believed however long nobody has asked, and whatever was deleted meanwhile', async () => {
    const monthLater = new Date(started.getTime() + 30 * 86_400_000)
    await deleteOldRates(wallet.database, monthLater)
    await expect(quotesOf(['200', '32']).outs(monthLater)).rejects.toBeInstanceOf(Unavailable)
    const { outs } = quotesOf(['80', '32'], ['200', '32'], ['200', '32'], ['200', '32'])
    await outs(started)
    for (const at of [later, monthLater]) await outs(at).catch(() => undefined)
    await expect(outs(new Date(monthLater.getTime() + 31_000))).rejects.toBeInstanceOf(Unavailable)
  })

  test('opens one case, and is believed by every process once the operator has accepted it, and no other price is', async () => {
    const cases = casesOf(wallet)
    const running = quotesOf(['80', '32'], ['160', '32'], ['161', '32'], ['400', '32'])
    await running.outs(started)
    for (const known of await cases.allAbout('rates')) await cases.operator('cases', 'resolve', known.id, 'close', '--yes')
    expect(await running.outs(at(40))).toEqual(['80', '32'])
    await expect(quotesOf(['165', '32']).outs(at(41))).rejects.toBeInstanceOf(Unavailable)
    const opened = await cases.about('rates')
    expect(opened).toMatchObject({ kind: 'rate_jumped', amount: null, resolution: null })
    expect((await cases.operator('cases', 'show', opened.id)).said).toMatch(/USD RUB\s+160[\s\S]*USD RUB before\s+80\n/)
    expect(await cases.operator('cases', 'resolve', opened.id, 'accept', '--yes')).toMatchObject({ code: 0, complaint: '' })
    expect(await running.outs(at(71))).toEqual(['161', '32'])
    expect(await running.outs(at(102))).toEqual(['161', '32'])
  })

  test('is not believed a day after it was accepted', async () => {
    const cases = casesOf(wallet)
    for (const known of await cases.allAbout('rates')) await cases.operator('cases', 'resolve', known.id, 'close', '--yes')
    await expect(quotesOf(['20', '32']).outs(at(201))).rejects.toBeInstanceOf(Unavailable)
    await cases.operator('cases', 'resolve', (await cases.about('rates')).id, 'accept', '--yes')
    expect(await quotesOf(['20', '32']).outs(at(202))).toEqual(['20', '32'])
    const daysLater = new Date(Date.now() + 2 * 86_400_000)
    await expect(quotesOf(['20', '32']).outs(daysLater)).rejects.toBeInstanceOf(Unavailable)
  })

  test('stops no exchange when it is one that totals are told by', async () => {
    const { outs, warnings } = quotesOf(['80', '32'], ['80.5', '50'])
    await outs(started)
    expect(await outs(later)).toEqual(['80.5', '50'])
    expect(warnings).toEqual([])
  })

  test('leaves no rates at all when the market has had none for five minutes', async () => {
    const { outs } = quotesOf(['80', '32'], ['200', '32'], ['200', '32'])
    await outs(started)
    await expect(outs(new Date(started.getTime() + 300_001))).rejects.toBeInstanceOf(Unavailable)
  })
})

describe('prices that are older than four days', () => {
  const cases = () => casesOf(wallet)
  const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_SECONDS * 1000)
  const now = new Date(started.getTime() + 60 * DAY_SECONDS * 1000)

  test('are not believed, however often they are answered; a feed that rests for a weekend is [api-rates-2]', async () => {
    const resting = quotesOf(['80', '32', daysBefore(now, 3.9)])
    expect(await resting.outs(now)).toEqual(['80', '32'])
    const stuck = quotesOf(['80', '32', daysBefore(now, 4.1)], ['80', '32', daysBefore(now, 4.1)])
    for (const seconds of [0, 31]) {
      await expect(stuck.outs(new Date(now.getTime() + seconds * 1000))).rejects.toBeInstanceOf(Unavailable)
    }
    expect(stuck.warnings).toHaveLength(2)
  })

  test('stop a running exchange after five minutes at the last ones, and it goes on by itself with fresh ones [api-rates-3]', async () => {
    const stale = daysBefore(now, 5)
    const running = quotesOf(['80', '32'], ['80', '32', stale], ['80', '32', stale], ['81', '32'])
    const outs = (seconds: number) => running.outs(new Date(now.getTime() + seconds * 1000))
    await outs(0)
    expect(await outs(299)).toEqual(['80', '32'])
    await expect(outs(301)).rejects.toBeInstanceOf(Unavailable)
    expect(await outs(332)).toEqual(['81', '32'])
  })

  test('open one case, which says how old they are, and is opened again when they come again', async () => {
    const found = async () => (await cases().allAbout('rates')).filter(({ kind }) => kind === 'rates_stale')
    const [opened, ...others] = await found()
    expect(others).toEqual([])
    expect(opened).toMatchObject({ amount: null, resolution: null })
    const id = String(opened?.id)
    expect((await cases().operator('cases', 'show', id)).said).toMatch(/as_of\s+2027-01-1[0-9]T/)
    expect(await cases().operator('cases', 'resolve', id, 'close', '--yes')).toMatchObject({ code: 0, complaint: '' })
    expect(await found()).toMatchObject([{ resolution: expect.any(String) }])
    await expect(quotesOf(['80', '32', daysBefore(now, 5)]).outs(now)).rejects.toBeInstanceOf(Unavailable)
    expect(await found()).toMatchObject([{ id, resolution: null }])
  })

  test('are no better when they say that they are of a day to come [api-rates-4]', async () => {
    await expect(quotesOf(['80', '32', daysBefore(now, -4.1)]).outs(now)).rejects.toBeInstanceOf(Unavailable)
    expect(await quotesOf(['80', '32', daysBefore(now, -1)]).outs(now)).toEqual(['80', '32'])
  })
})
