import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { findCase } from '#server/cases/case'
import { bookingsOfDifference } from '#server/cases/resolution'
import { aUser, type TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { fullTest } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { type PaymentEventData, sendPaymentEvent, sendPayoutEvent } from '#tests/vendors'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet()
  cases = casesOf(wallet)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const tell = (order: string, status: PaymentEventData['status'], amount = '70.00', currency = 'USD'): Promise<number> =>
  sendPaymentEvent(wallet, { order, status, amount, currency })

const kindsAbout = async (reference: string): Promise<string[]> => (await cases.allAbout(reference)).map(({ kind }) => kind)

/** The balances of the system accounts in USD, in minor units. */
async function systemBalances({ database }: TestWallet): Promise<ReadonlyMap<string, bigint>> {
  const text = `select role, sum(amount_minor)::bigint as minor from account join entry on entry.account_id = account.id
    where user_id is null and account.currency = 'USD' group by role`
  const rows = await database.list<{ role: string; minor: bigint }>({ name: 'test.system_balances', text })
  return new Map(rows.map(({ role, minor }) => [role, minor]))
}

async function anOrder(anna: TestUser): Promise<string> {
  return String((await anna.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })).order)
}

describe('a payment that was taken back before it was known to be paid', () => {
  test('credits nothing when the word of its payment comes later', async () => {
    const anna = await aUser(wallet)
    const order = await anOrder(anna)
    for (const status of ['charged_back', 'complete', 'complete', 'failed', 'charged_back'] as const) {
      expect([status, await tell(order, status)]).toEqual([status, 200])
    }
    expect([await anna.state(order), await anna.balance('USD')]).toEqual(['failed', '0.00'])
    expect(await kindsAbout(order)).toEqual([])
  })

  test('also when its order had failed before', async () => {
    const anna = await aUser(wallet)
    const order = await anOrder(anna)
    for (const status of ['failed', 'charged_back', 'complete'] as const) await tell(order, status)
    expect([await anna.state(order), await anna.balance('USD')]).toEqual(['failed', '0.00'])
  })

  test('and paid in another amount is a case, and books nothing', async () => {
    const anna = await aUser(wallet)
    const order = await anOrder(anna)
    await tell(order, 'charged_back')
    for (const again of [1, 2]) expect([again, await tell(order, 'complete', '71.00')]).toEqual([again, 200])
    expect(await kindsAbout(order)).toEqual(['payment_changed'])
    await cases.resolve((await cases.about(order)).id, 'close')
    expect(await anna.balance('USD')).toBe('0.00')
  })
})

describe('a top-up of which a part is taken back', () => {
  test('loses that part, once', async () => {
    const anna = await aUser(wallet)
    const order = await anna.topUp('70.00', 'USD')
    for (const again of [1, 2]) expect([again, await tell(order, 'charged_back', '30.00')]).toEqual([again, 200])
    expect(await anna.balance('USD')).toBe('40.00')
    expect(await anna.newest()).toMatchObject({ kind: 'chargeback', amount: '-30.00' })
    await cases.resolve((await cases.about(order)).id, 'close')
    // What has been resolved is no case again when it is only told again.
    expect(await tell(order, 'charged_back', '30.00')).toBe(200)
    expect(await kindsAbout(order)).toEqual(['topup_charged_back'])
    expect(await anna.balance('USD')).toBe('40.00')
  })

  test('and then another part is a case, and books nothing more', async () => {
    const anna = await aUser(wallet)
    const order = await anna.topUp('70.00', 'USD')
    await tell(order, 'charged_back', '30.00')
    await tell(order, 'charged_back', '40.00')
    expect(await kindsAbout(order)).toEqual(['payment_changed', 'topup_charged_back'])
    expect(await anna.balance('USD')).toBe('40.00')
  })

  test.each([
    ['70.01', 'USD'],
    ['70.00', 'EUR'],
  ])('loses nothing when more is taken back than was credited, or other money: %s %s', async (amount, currency) => {
    const anna = await aUser(wallet)
    const order = await anna.topUp('70.00', 'USD')
    expect(await tell(order, 'charged_back', amount, currency)).toBe(200)
    expect(await kindsAbout(order)).toEqual(['payment_changed'])
    expect(await anna.balance('USD')).toBe('70.00')
  })
})

test('a paid top-up that is told in another amount later keeps its amount, and is a case', async () => {
  const anna = await aUser(wallet)
  const order = await anna.topUp('70.00', 'USD')
  await tell(order, 'complete')
  expect(await kindsAbout(order)).toEqual([])
  for (const again of [1, 2]) expect([again, await tell(order, 'complete', '75.00')]).toEqual([again, 200])
  expect(await kindsAbout(order)).toEqual(['payment_changed'])
  expect(await anna.balance('USD')).toBe('70.00')
})

test('an order paid in a currency that has no accounts has failed, is told, and can be closed, however often it is told', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  for (const amount of ['70.00', '70.00', '71.00']) {
    expect([amount, await tell(order, 'complete', amount, 'TRY')]).toEqual([amount, 200])
  }
  expect(await anna.state(order)).toBe('failed')
  expect(await anna.told()).toContain('A different amount arrived for your $70.00 top-up. Nothing is lost')
  const [differs, changed] = await cases.allAbout(order)
  expect([differs?.kind, changed?.kind]).toEqual(['payment_amount_differs', 'payment_changed'])
  await cases.expectRefused(differs?.id ?? '', ['credit'], 'Nothing of it is in suspense')
  await cases.resolve(differs?.id ?? '', 'close')
})

test('a payment without an order in a currency that has no accounts can be closed', async () => {
  const order = randomUUID()
  for (const again of [1, 2]) expect([again, await tell(order, 'complete', '5.00', 'TRY')]).toEqual([again, 200])
  await cases.resolve((await cases.about(order)).id, 'close')
})

test('a payment that is finer than any account can hold is in suspense as far as it goes, with a case, and is answered', async () => {
  const anna = await aUser(wallet, '5.00 USDC')
  const order = String((await anna.post('/v2/wallet/top-up', { amount: '7.00', currency_code: 'USDC' })).order)
  for (const again of [1, 2]) expect([again, await tell(order, 'complete', '7.00000012', 'USDC')]).toEqual([again, 200])
  expect(await cases.about(order)).toMatchObject({ kind: 'payment_amount_differs', amount: 'USDC 7000000' })
  const shown = await cases.operator('cases', 'show', (await cases.about(order)).id)
  expect(shown.said).toMatch(/paid +USDC 7\.00000012/)
  await cases.resolve((await cases.about(order)).id, 'credit')
  expect(await anna.balance('USDC')).toBe('12.00')

  const stranger = randomUUID()
  expect(await tell(stranger, 'complete', '0.00000012', 'USDC')).toBe(200)
  expect(await cases.about(stranger)).toMatchObject({ kind: 'payment_without_order', amount: null })
  await cases.resolve((await cases.about(stranger)).id, 'close')
})

test('a payment of a currency that we do not know, or of more than the books can count, is a case with what was told', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  for (const again of [1, 2]) expect([again, await tell(order, 'complete', '70.00', 'BRL')]).toEqual([again, 200])
  const { id } = await cases.about(order)
  expect((await cases.operator('cases', 'show', id)).said).toMatch(/paid +BRL 70\.00/)
  await cases.resolve(id, 'close')
  const stranger = randomUUID()
  expect(await tell(stranger, 'complete', '9'.repeat(18), 'USD')).toBe(200)
  expect(await cases.about(stranger)).toMatchObject({ kind: 'payment_without_order', amount: null })
})

test('zeros behind an amount make it no other', async () => {
  const anna = await aUser(wallet, '1.00 USD')
  const order = String((await anna.post('/v2/wallet/top-up', { amount: '7.00', currency_code: 'USD' })).order)
  expect(await tell(order, 'complete', '7.00000000', 'USD')).toBe(200)
  expect(await anna.balance('USD')).toBe('8.00')
})

test('an order in rupiahs has none of the decimals that its provider would cut, and the page is told so', async () => {
  const anna = await aUser(wallet, '100000.00 IDR')
  const order = (amount: string) => anna.post('/v2/wallet/top-up', { amount, currency_code: 'IDR' })
  const refused = { http: 422, code: 'amount_step', field: 'amount', amount: '1.00', currency_code: 'IDR' }
  expect(await order('23545.50')).toMatchObject(refused)
  expect(await anna.withdraw('10000.50', 'IDR')).toMatchObject(refused)
  expect(await anna.withdraw('10000.00', 'IDR')).toMatchObject({ status: 'ok' })
  const none = { IDR: 0 }
  expect(await anna.get('/v2/wallet/config')).toMatchObject({ taken_decimals: { topup: none, withdrawal: none, payment: none } })
})

test('an order of which less than the smallest coin is missing is credited as paid, once; of which more is, it is a case', async () => {
  const anna = await aUser(wallet)
  await anna.post('/v2/wallet/accounts', { currency_code: 'IDR' })
  const order = async () => String((await anna.post('/v2/wallet/top-up', { amount: '23545', currency_code: 'IDR' })).order)
  const paid = await order()
  for (const again of [1, 2]) expect([again, await tell(paid, 'complete', '23544.01', 'IDR')]).toEqual([again, 200])
  expect(await anna.balance('IDR')).toBe('23545.00')
  expect([await anna.state(paid), await kindsAbout(paid)]).toEqual(['complete', []])
  const short = await order()
  await tell(short, 'complete', '23544.00', 'IDR')
  expect(await kindsAbout(short)).toEqual(['payment_amount_differs'])
  expect(await anna.balance('IDR')).toBe('23545.00')
})

test('a payment of nothing is not understood, and changes nothing', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  expect(await tell(order, 'complete', '0')).toBe(400)
  expect(await tell(randomUUID(), 'complete', '0.00')).toBe(400)
  expect(await anna.state(order)).toBe('waiting')
})

test('one unknown payment told many times at once is booked once, and every word of it is taken', async () => {
  const order = randomUUID()
  const told = await Promise.all(Array.from({ length: 24 }, () => tell(order, 'complete', '5.00')))
  expect(new Set(told)).toEqual(new Set([200]))
  expect(await cases.about(order)).toMatchObject({ amount: 'USD 500' })
  const reference = randomUUID()
  const payout = { reference, status: 'paid', amount: '5.00', currency: 'USD' } as const
  expect(new Set(await Promise.all(Array.from({ length: 24 }, () => sendPayoutEvent(wallet, payout))))).toEqual(new Set([200]))
  expect(await cases.about(reference)).toMatchObject({ amount: 'USD -500' })
})

describe('a payout of another amount than was asked for', () => {
  const pending = '2200123456780119'
  const aPayout = async (anna: TestUser, amount: string, currency = 'USD'): Promise<string> => {
    const id = String((await anna.withdraw('40.00', 'USD', { pan: pending })).transaction_id)
    const never = "update sandbox.payout set settles_at = 'infinity', is_announced = true where reference = $1"
    await wallet.database.run({ name: 'test.never', text: never }, [id])
    for (const again of [1, 2]) {
      expect([again, await sendPayoutEvent(wallet, { reference: id, status: 'paid', amount, currency })]).toEqual([again, 200])
    }
    return id
  }

  test('leaves what was not paid in suspense, and it is credited [provider-words-1]', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const id = await aPayout(anna, '39.00')
    expect(await cases.about(id)).toMatchObject({ kind: 'payout_amount_differs', amount: 'USD 100' })
    await wallet.expectTrueBooks()
    await cases.resolve((await cases.about(id)).id, 'credit')
    expect(await anna.balance('USD')).toBe('11.00')
  })

  test('is missing in suspense where more was paid, and is given up or taken back, never taken from the person', async () => {
    for (const way of ['write_off', 'return']) {
      const anna = await aUser(wallet, '50.00 USD')
      const { id, amount } = await cases.about(await aPayout(anna, '41.00'))
      expect(amount).toBe('USD -100')
      await cases.expectRefused(id, ['credit'], 'It is missing in suspense, so it cannot be credited')
      await cases.resolve(id, way)
      expect(await anna.balance('USD')).toBe('10.00')
    }
  })

  test('in other money is booked as it was asked for, and is a case without money', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const id = await aPayout(anna, '40.00', 'EUR')
    expect(await cases.about(id)).toMatchObject({ kind: 'payout_amount_differs', amount: null })
    await cases.resolve((await cases.about(id)).id, 'close')
    expect(await anna.balance('USD')).toBe('10.00')
  })
})

describe('the difference that a report leaves between our books and the provider’s', () => {
  const told = async (): Promise<{ anna: TestUser; id: string }> => {
    const anna = await aUser(wallet)
    const order = await anna.topUp('70.00', 'USD')
    await tell(order, 'charged_back', '30.00')
    await tell(order, 'charged_back', '35.00')
    await cases.resolve((await cases.allAbout(order)).find(({ kind }) => kind === 'topup_charged_back')?.id ?? '', 'close')
    return { anna, id: (await cases.allAbout(order)).find(({ kind }) => kind === 'payment_changed')?.id ?? '' }
  }

  test('is credited when the provider has more', async () => {
    const { anna, id } = await told()
    await cases.resolve(id, 'credit', '--amount', '5.00 USD')
    expect(await anna.balance('USD')).toBe('45.00')
    expect(await anna.newest()).toMatchObject({ kind: 'correction', amount: '5.00' })
  })

  test.each(['collect', 'write_off'])(
    'is booked against the provider by %s when it has less, and nobody is charged',
    async (way) => {
      const { anna, id } = await told()
      const before = await systemBalances(wallet)
      await cases.resolve(id, way, '--amount', '5.00 USD')
      const after = await systemBalances(wallet)
      const by = (role: string): bigint => (after.get(role) ?? 0n) - (before.get(role) ?? 0n)
      expect([by('topup_clearing'), by(way === 'collect' ? 'bank' : 'losses')]).toEqual([500n, -500n])
      expect(await anna.balance('USD')).toBe('40.00')
    },
  )

  test('is an amount that the operator gives, in a currency of the person’s', async () => {
    const { anna, id } = await told()
    for (const given of [
      '',
      '5.00',
      'USD 5.00',
      '5.00 USD now',
      '5,00 USD',
      '0.00 USD',
      '-5.00 USD',
      '5.001 USD',
      '5.00 XXX',
      '5.00 CNY',
    ])
      expect((await cases.operator('cases', 'resolve', id, 'credit', '--amount', given, '--yes')).code, given).toBe(1)
    await cases.expectRefused(id, ['credit'], 'Say how much: --amount "5.00 USD"')
    await cases.expectRefused(id, ['close', '--amount', '5.00 USD'], 'Its amount is known: leave --amount out')
    await cases.expectRefused(id, ['credit', '--amount', '5 JPY'], 'There is no account in JPY')
    expect(await anna.balance('USD')).toBe('40.00')
    expect((await cases.operator('cases', 'show', id)).said).toContain(
      `cases resolve ${id} credit --amount "<amount> <currency>"`,
    )
    await cases.resolve(id, 'close')
  })

  test('is shown when the report comes again with something else, so that only the rest is booked', async () => {
    const { anna, id } = await told()
    await cases.resolve(id, 'credit', '--amount', '5.00 USD')
    const { reference = '' } =
      (await wallet.database.find<{ reference: string }>(
        { name: 'test.reference', text: 'select reference from operator_case where id = $1' },
        [id],
      )) ?? {}
    await tell(reference.split(' ')[0] ?? '', 'charged_back', '38.00')
    const { said } = await cases.operator('cases', 'show', id)
    expect(said).toMatch(/was ended +\S+ by vera: credit, 5\.00 USD booked \(looked at\)/)
    expect((await cases.operator('cases', 'resolve', id, 'credit', '--amount', '3.00 USD', '--yes')).complaint).toBe('')
    expect(await anna.balance('USD')).toBe('48.00')
  })

  test('is not booked when something else is reported while the operator is asked', async () => {
    const { anna, id } = await told()
    const found = await findCase(wallet.database, id)
    const order = found?.reference.split(' ')[0] ?? ''
    const now = new Date()
    const asked = found && {
      ...{ database: wallet.database, ledger: wallet.ledger, found, amount: money('USD', 500n), rows: [], debt: undefined, now },
      accountId: found.person?.accountId,
    }
    await tell(order, 'charged_back', '38.00')
    const credit = bookingsOfDifference('topup_clearing').credit
    await expect(asked && credit?.run(asked)).rejects.toThrow('Something else has been reported of it')
    expect(await anna.balance('USD')).toBe('40.00')
    await cases.resolve(id, 'close')
  })

  test('of a payout is booked against its provider', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const failing = { pan: '2200123456780002' }
    const reference = String((await anna.withdraw('40.00', 'USD', failing)).transaction_id)
    await sendPayoutEvent(wallet, { reference, status: 'paid', amount: '40.00', currency: 'EUR' })
    const before = await systemBalances(wallet)
    await cases.resolve((await cases.about(reference)).id, 'write_off', '--amount', '40.00 USD')
    const after = await systemBalances(wallet)
    expect((after.get('payout_clearing') ?? 0n) - (before.get('payout_clearing') ?? 0n)).toBe(4000n)
    expect(await anna.balance('USD')).toBe('50.00')
  })
})

test('a payout that is told finer than any account can hold has cost us the next unit', async () => {
  const reference = randomUUID()
  expect(await sendPayoutEvent(wallet, { reference, status: 'paid', amount: '5.0000001', currency: 'USDC' })).toBe(200)
  expect(await cases.about(reference)).toMatchObject({ kind: 'payout_without_withdrawal', amount: 'USDC -5000001' })
  await cases.resolve((await cases.about(reference)).id, 'return')
})

describe('a payout whose end changes more than once', () => {
  const say = (reference: string, status: 'paid' | 'failed', amount = '40.00', currency = 'USD'): Promise<number> =>
    sendPayoutEvent(wallet, { reference, status, amount, currency })
  const caseOf = async (id: string, kind: string): Promise<string> =>
    (await cases.allAbout(id)).find((found) => found.kind === kind)?.id ?? ''

  test('leaves suspense to the provider when it was paid after all, and every turn is seen by the operator', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const id = String((await anna.withdraw('40.00', 'USD')).transaction_id)
    for (const status of ['failed', 'failed', 'paid', 'paid'] as const)
      expect([status, await say(id, status)]).toEqual([status, 200])
    expect(await kindsAbout(id)).toEqual(['payout_changed', 'payout_returned'])
    const changed = await caseOf(id, 'payout_changed')
    expect((await cases.operator('cases', 'show', changed)).said).toMatch(/told_paid +USD 40\.00/)
    await cases.resolve(await caseOf(id, 'payout_returned'), 'paid_again')
    await cases.resolve(changed, 'close')
    await say(id, 'failed')
    const reopened = await cases.operator('cases', 'show', changed)
    expect(reopened.said).toMatch(/told_failed +USD 40\.00/)
    expect(reopened.said).toContain(`cases resolve ${changed} close`)
    expect((await cases.operator('cases', 'resolve', changed, 'close', '--yes')).complaint).toBe('')
    expect(await anna.balance('USD')).toBe('10.00')
  })

  test('gives back no more than was paid of it', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const id = String((await anna.withdraw('40.00', 'USD', { pan: '2200123456780119' })).transaction_id)
    await say(id, 'paid', '4.00')
    await cases.resolve(await caseOf(id, 'payout_amount_differs'), 'credit')
    await say(id, 'failed', '4.00')
    await cases.resolve(await caseOf(id, 'payout_returned'), 'credit')
    expect(await anna.balance('USD')).toBe('50.00')
  })

  test('takes again no more than is told, and nothing for other money', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const failing = { pan: '2200123456780002' }
    const [first, second] = [await anna.withdraw('40.00', 'USD', failing), await anna.withdraw('40.00', 'USD', failing)]
    await say(String(first.transaction_id), 'paid', '4.00')
    await say(String(second.transaction_id), 'paid', '40.00', 'EUR')
    expect(await anna.balance('USD')).toBe('46.00')
    expect(await kindsAbout(String(first.transaction_id))).toEqual(['payout_paid_after_return'])
    expect(await kindsAbout(String(second.transaction_id))).toEqual(['payout_changed'])
  })

  test('a payout that we did not ask for and that failed then is reported beside its money', async () => {
    const reference = randomUUID()
    for (const status of ['failed', 'paid', 'failed'] as const) await say(reference, status)
    expect(await kindsAbout(reference)).toEqual(['payout_changed', 'payout_without_withdrawal'])
  })
})

test('a payment without an order that is taken back is reported, before its money or after', async () => {
  for (const states of [
    ['complete', 'charged_back'],
    ['charged_back', 'complete'],
  ] as const) {
    const order = randomUUID()
    for (const state of states) await tell(order, state, '5.00')
    expect(await kindsAbout(order)).toEqual(['payment_changed', 'payment_without_order'])
  }
})

test('a top-up that was charged back and is paid again is reported, and what is reported can be credited', async () => {
  const anna = await aUser(wallet)
  const order = await anna.topUp('70.00', 'USD')
  await tell(order, 'charged_back')
  await cases.resolve((await cases.about(order)).id, 'close')
  expect([await tell(order, 'complete'), await anna.balance('USD')]).toEqual([200, '0.00'])
  expect(await kindsAbout(order)).toContain('payment_changed')
  const { id } = (await cases.allAbout(order)).find(({ kind }) => kind === 'payment_changed') ?? { id: '' }
  await cases.resolve(id, 'credit', '--amount', '70.00 USD')
  expect(await anna.balance('USD')).toBe('70.00')
})

test('an order of which another amount is taken back before its payment is known is reported, and credited when it is paid', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  await tell(order, 'charged_back', '30.00')
  expect([await anna.state(order), await kindsAbout(order)]).toEqual(['waiting', ['payment_changed']])
  await tell(order, 'complete')
  expect(await anna.balance('USD')).toBe('70.00')
})

test('what was paid in another currency that has accounts goes to the person’s account in it', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  await tell(order, 'complete', '60.00', 'EUR')
  const { id } = await cases.about(order)
  await cases.expectRefused(id, ['credit'], 'There is no account in EUR')
  await anna.post('/v2/wallet/accounts', { currency_code: 'EUR' })
  await cases.resolve(id, 'credit')
  expect(await anna.balance('EUR')).toBe('60.00')
})

test('an unpaid order that its provider tells of without an amount is still its order', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  expect(await tell(order, 'failed', '0.00')).toBe(200)
  expect(await anna.state(order)).toBe('failed')
})

test('a payment is credited whatever else its event has in it', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  const paid = { order, status: 'complete', amount: '70.00', currency: 'USD', note: 'a\u0000b\ud800c' } as const
  expect(await sendPaymentEvent(wallet, paid)).toBe(200)
  expect(await anna.balance('USD')).toBe('70.00')
})

test('an id of a vendor that cannot be stored is not understood', async () => {
  for (const order of ['x'.repeat(3000), 'a\u0000b']) expect(await tell(order, 'complete')).toBe(400)
})

test('what is told of money does not get another date when its state goes on', async () => {
  const anna = await aUser(wallet)
  const order = await anna.topUp('70.00', 'USD')
  const dates = async (): Promise<Map<unknown, unknown>> => {
    const { results } = await anna.get('/v2/wallet/user/notification')
    return new Map((results as { id: string; created_at: string }[]).map(({ id, created_at }) => [id, created_at]))
  }
  const before = (await dates()).get(order)
  expect(before).toBeDefined()
  wallet.passSeconds(3)
  await tell(order, 'charged_back')
  expect((await dates()).get(order)).toBe(before)
})

fullTest('one account that somebody holds does not keep the worker from the cases of others', async () => {
  const people = await Promise.all(['stuck', 'free', 'free'].map(() => aUser(wallet, '50.00 USD')))
  const never = "update sandbox.payout set settles_at = 'infinity', is_announced = true where reference = $1"
  const ids: string[] = []
  for (const person of people) {
    const id = String((await person.withdraw('40.00', 'USD', { pan: '2200123456780119' })).transaction_id)
    // At once, as it would be paid after ten seconds: what has ended is not asked about.
    await wallet.database.run({ name: 'test.never', text: never }, [id])
    ids.push(id)
  }
  const accountId = (await people[0]?.account('USD'))?.id
  await wallet.database.withClient(async (client) => {
    await client.query('begin')
    await client.query('select from account where id = $1 for update', [accountId])
    wallet.passSeconds(86_400)
    const dueText = `update withdrawal set next_check_at = case operation_id when $1 then to_timestamp(0) else to_timestamp(1) end
      where operation_id = any($2::uuid[])`
    await wallet.database.run({ name: 'test.due', text: dueText }, [ids[0], ids])
    await until(async () => (await Promise.all(ids.slice(1).map(kindsAbout))).every((kinds) => kinds.length === 1))
    expect(await kindsAbout(ids[0] ?? '')).toEqual([])
    await client.query('rollback')
  })
  await until(async () => (await kindsAbout(ids[0] ?? '')).length === 1)
  const end = "update operator_case set resolved_at = now(), resolution = 'test' where reference = any($1)"
  await wallet.database.run({ name: 'test.end_cases', text: end }, [ids])
})
