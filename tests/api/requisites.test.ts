import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { payTo, requisitesOf } from '#tests/bank'
import { aUser, PIN, readCode, type TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendIncomingEvent } from '#tests/vendors'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet()
  cases = casesOf(wallet)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

type Word = Parameters<typeof sendIncomingEvent>[1]
const tell = (told: Word): Promise<number> => sendIncomingEvent(wallet, told)

/** Somebody with requisites in USD, and the provider's word of 70.00 that were paid there. */
async function aPayment(currency = 'USD'): Promise<{ anna: TestUser; told: Word }> {
  const anna = await aUser(wallet)
  await requisitesOf(anna, currency)
  const text = 'select external_id from requisites where account_id = $1'
  const { id } = await anna.account(currency)
  const kept = await wallet.database.find<{ external_id: string }>({ name: 'test.requisites', text }, [id])
  const requisites = kept?.external_id ?? ''
  return { anna, told: { id: `in_${randomUUID()}`, requisites, status: 'complete', amount: '70.00', currency } }
}

describe('the requisites of an account', () => {
  test('are given once and stay, each account has its own, and who shows them is told that there are some', async () => {
    const anna = await aUser(wallet)
    await anna.post('/v2/wallet/accounts', { currency_code: 'EUR' })
    const asked = await Promise.all([1, 2, 3, 4].map(() => requisitesOf(anna, 'EUR')))
    expect(new Set(asked.map(({ pay_to }) => pay_to)).size).toBe(1)
    expect(asked[0]).toMatchObject({ kind: 'bank', pay_to: expect.stringMatching(/^DE\d{20}$/), bank_code: 'SANDGB2L' })
    expect(await requisitesOf(anna, 'EUR')).toEqual(asked[0])
    expect((await requisitesOf(anna, 'USD')).pay_to).not.toBe(asked[0]?.pay_to)
    expect((await requisitesOf(await aUser(wallet), 'USD')).pay_to).not.toBe((await requisitesOf(anna, 'USD')).pay_to)
    expect(await anna.accounts()).toContainEqual(expect.objectContaining({ currency_code: 'EUR', has_requisites: true }))
  })

  test('of USDC are an address and its network', async () => {
    const anna = await aUser(wallet)
    await anna.post('/v2/wallet/accounts', { currency_code: 'USDC' })
    const requisites = await requisitesOf(anna, 'USDC')
    expect(requisites).toEqual({
      kind: 'address',
      pay_to: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      network: expect.any(String),
    })
  })

  test('are shown to nobody else, nor to who may not top up [api-requisites-1]', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    const path = `/v2/wallet/accounts/requisites?account_id=${(await anna.account('USD')).id}`
    expect(await boris.get(path)).toMatchObject({ http: 404, code: 'account_unknown' })
    await cases.operator('users', 'set', `+${anna.phone}`, '--topup', 'off', '--yes')
    expect(await anna.get(path)).toMatchObject({ code: 'topup_not_allowed' })
    expect((await anna.get(path)).requisites).toBeUndefined()
  })

  test('are offered in no currency while top-ups are switched off', async () => {
    const stopped = await startTestWallet()
    const anna = await aUser(stopped)
    const path = `/v2/wallet/accounts/requisites?account_id=${(await anna.account('USD')).id}`
    await casesOf(stopped).operator('flags', 'off', 'topup', '--yes')
    await until(async () => (await anna.get(path)).code === 'switched_off')
    for (const account of await anna.accounts()) expect(account).toMatchObject({ has_requisites: false })
    await stopped.close()
  })
})

describe('money that comes to them', () => {
  test('from the bank is on the account and in the history, and the person is told', async () => {
    const anna = await aUser(wallet)
    const { pay_to } = await requisitesOf(anna, 'USD')
    await payTo(wallet, { to: ` ${pay_to.slice(0, 4)} ${pay_to.slice(4)} `, amount: '12.34' })
    await until(async () => (await anna.balance('USD')) === '12.34')
    expect(await anna.newest()).toMatchObject({
      kind: 'topup',
      amount: '12.34',
      state: 'complete',
      description: 'Top-up by bank transfer',
    })
    expect(await anna.told()).toContain('A bank transfer of $12.34 reached your account')
  })

  test('is credited once, however often the bank says so, at once and later, by one event or by several [api-requisites-2]', async () => {
    const { anna, told } = await aPayment()
    const same = { ...told, eventId: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => tell(place % 2 === 0 ? same : told)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await tell(same)).toBe(200)
    expect(await anna.balance('USD')).toBe('70.00')
    expect(((await anna.get('/v2/wallet/transaction')).results as unknown[]).length).toBe(1)
    // The same sum once more by another transfer is another one.
    expect(await tell({ ...told, id: `in_${randomUUID()}` })).toBe(200)
    expect(await anna.balance('USD')).toBe('140.00')
  })

  test('is credited by no forged word, and by none of one that has not come or has failed', async () => {
    const { anna, told } = await aPayment()
    expect(await sendIncomingEvent(wallet, told, { secret: 'another secret' })).toBe(401)
    expect(await sendIncomingEvent(wallet, told, { change: (body) => body.replace('70.00', '7000.00') })).toBe(401)
    for (const status of ['pending', 'failed'] as const) expect(await tell({ ...told, status })).toBe(200)
    expect([await anna.balance('USD'), await anna.newest()]).toEqual(['0.00', undefined])
    expect(await cases.allAbout(told.id)).toEqual([])
    expect(await tell(told)).toBe(200)
    expect(await anna.balance('USD')).toBe('70.00')
  })

  test('in another currency is credited to nobody: it is held, once, and the operator gives it to whom it belongs', async () => {
    const { anna, told } = await aPayment()
    await anna.post('/v2/wallet/accounts', { currency_code: 'EUR' })
    const other = { ...told, currency: 'EUR' }
    await Promise.all([1, 2, 3].map(() => tell(other)))
    expect([await anna.balance('USD'), await anna.balance('EUR')]).toEqual(['0.00', '0.00'])
    const { id, kind, amount } = await cases.about(`sandbox ${told.id}`)
    expect([kind, amount]).toEqual(['payment_not_credited', 'EUR 7000'])
    await wallet.expectTrueBooks()
    await cases.resolve(id, 'credit', '--to', `+${anna.phone}`)
    expect([await anna.balance('USD'), await anna.balance('EUR')]).toEqual(['0.00', '70.00'])
  })

  test('to requisites that nobody has is held, once, and can be returned', async () => {
    const told: Word = { id: `in_${randomUUID()}`, requisites: 'nobody-s', status: 'complete', amount: '5.00', currency: 'USD' }
    expect(await Promise.all([1, 2, 3].map(() => tell(told)))).toEqual([200, 200, 200])
    const { id, kind, amount } = await cases.about(`sandbox ${told.id}`)
    expect([kind, amount]).toEqual(['payment_not_credited', 'USD 500'])
    await cases.resolve(id, 'return')
    expect(await tell(told)).toBe(200)
    await cases.about(`sandbox ${told.id}`)
  })

  test('is held where the person may not top up, or it is more than their level takes; the cent that fits is credited', async () => {
    const { anna, told } = await aPayment()
    const much = { ...told, id: `in_${randomUUID()}`, amount: '999999999.00' }
    expect(await tell(much)).toBe(200)
    expect((await cases.about(`sandbox ${much.id}`)).kind).toBe('payment_not_credited')
    expect(await tell({ ...told, amount: '0.01' })).toBe(200)
    expect(await anna.balance('USD')).toBe('0.01')
    await cases.operator('users', 'set', `+${anna.phone}`, '--topup', 'off', '--yes')
    const late = { ...told, id: `in_${randomUUID()}` }
    expect(await tell(late)).toBe(200)
    expect(await cases.about(`sandbox ${late.id}`)).toMatchObject({ kind: 'payment_not_credited', amount: 'USD 7000' })
    expect(await anna.balance('USD')).toBe('0.01')
  })

  test('after the wallet was closed is held', async () => {
    const { anna, told } = await aPayment()
    await anna.post('/v2/wallet/profile/close/send_code', {})
    const closed = await anna.post('/v2/wallet/profile/close', {
      confirm_code: await readCode(wallet, anna.phone),
      pin_code: PIN,
    })
    expect(closed.http).toBe(200)
    expect(await tell(told)).toBe(200)
    expect(await cases.about(`sandbox ${told.id}`)).toMatchObject({ kind: 'payment_not_credited', amount: 'USD 7000' })
  })

  test('and is taken back is taken from the account, once; taken back before it was heard of, it never comes', async () => {
    const { anna, told } = await aPayment()
    for (const status of ['complete', 'charged_back', 'charged_back', 'complete'] as const) await tell({ ...told, status })
    expect(await anna.balance('USD')).toBe('0.00')
    const late = { ...told, id: `in_${randomUUID()}` }
    for (const status of ['charged_back', 'complete'] as const) expect(await tell({ ...late, status })).toBe(200)
    expect(await anna.balance('USD')).toBe('0.00')
    expect(await cases.allAbout(`sandbox ${late.id}`)).toEqual([])
  })

  test('and is told of with another amount afterwards moves nothing more and opens a case', async () => {
    const { anna, told } = await aPayment()
    await tell(told)
    expect(await tell({ ...told, amount: '71.00' })).toBe(200)
    expect(await anna.balance('USD')).toBe('70.00')
    const { rows: _, ...newest } = (await anna.newest()) ?? {}
    expect((await cases.about(String(newest.id))).kind).toBe('payment_changed')
  })
})

test('the bank pays nobody whom it does not know, nor what is no amount', async () => {
  const { pay_to: to } = await requisitesOf(await aUser(wallet), 'USD')
  await expect(payTo(wallet, { to: '40817810000000000000', amount: '1.00' })).rejects.toThrow('404')
  for (const amount of ['0.00', '1.001', '-1.00', 'one']) await expect(payTo(wallet, { to, amount })).rejects.toThrow('400')
})
