import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { aUser, TestUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { countLockWaits } from '#tests/lock-waits'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent, sendPayoutEvent } from '#tests/vendors'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet()
  cases = casesOf(wallet)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

async function anOrder(anna: TestUser, amount = '70.00'): Promise<string> {
  return String((await anna.post('/v2/wallet/top-up', { amount, currency_code: 'USD' })).order)
}

/** The id of a withdrawal of 40.00 USD that has ended. */
async function aWithdrawal(anna: TestUser, pan?: string): Promise<string> {
  const { transaction_id } = await anna.withdraw('40.00', 'USD', { ...(pan && { pan }) })
  return String(transaction_id)
}

describe('a payment of another amount', () => {
  test('waits in suspense, is told to the person, and is credited to them by the operator [cases-1]', async () => {
    const anna = await aUser(wallet)
    const order = await anOrder(anna)
    const paid = { order, status: 'complete', amount: '69.00', currency: 'USD' } as const
    for (const again of [1, 2]) expect([again, await sendPaymentEvent(wallet, paid)]).toEqual([again, 200])
    expect(await cases.about(order)).toMatchObject({ kind: 'payment_amount_differs', amount: 'USD 6900' })
    expect(await anna.balance('USD')).toBe('0.00')
    expect(await anna.get(`/v2/wallet/top-up/status?order=${order}`, 'en')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('A different amount arrived'),
    })
    expect(await anna.told()).toContain('A different amount arrived for your $70.00 top-up. Nothing is lost')
    await wallet.expectTrueBooks()

    await cases.resolve((await cases.about(order)).id, 'credit')
    expect(await anna.balance('USD')).toBe('69.00')
    expect(await anna.newest()).toMatchObject({ kind: 'correction', amount: '69.00', description: 'Credited after a review' })
    expect(await anna.told()).toContain('We looked into it: $69.00 was added to your account')
  })

  test('or is returned to the payer, and nobody is credited', async () => {
    const anna = await aUser(wallet)
    const order = await anOrder(anna)
    await sendPaymentEvent(wallet, { order, status: 'complete', amount: '7000.00', currency: 'USD' })
    await cases.resolve((await cases.about(order)).id, 'return')
    expect(await anna.balance('USD')).toBe('0.00')
  })

  test('that changes once more opens a case of its own and books nothing', async () => {
    const anna = await aUser(wallet)
    const order = await anOrder(anna)
    await sendPaymentEvent(wallet, { order, status: 'complete', amount: '69.00', currency: 'USD' })
    for (const amount of ['68.00', '70.00']) {
      expect(await sendPaymentEvent(wallet, { order, status: 'complete', amount, currency: 'USD' })).toBe(200)
    }
    const text = 'select kind from operator_case where reference = $1 order by kind'
    const kinds = await wallet.database.list<{ kind: string }>({ name: 'test.kinds', text }, [order])
    expect(kinds.map(({ kind }) => kind)).toEqual(['payment_amount_differs', 'payment_changed'])
    expect(await anna.balance('USD')).toBe('0.00')
  })
})

test('a payment for an order that we do not know waits in suspense and goes to whom the operator names, in its currency', async () => {
  const anna = await aUser(wallet, '1.00 USD')
  const order = randomUUID()
  await Promise.all([1, 2, 3].map(() => sendPaymentEvent(wallet, { order, status: 'complete', amount: '5.00', currency: 'USD' })))
  await sendPaymentEvent(wallet, { order: randomUUID(), status: 'failed', amount: '5.00', currency: 'USD' })
  const { id, amount } = await cases.about(order)
  expect(amount).toBe('USD 500')
  expect(await cases.operator('cases', 'resolve', id, 'credit', '--yes')).toMatchObject({
    code: 1,
    complaint: 'Say who gets it: --to <phone>',
  })
  const stranger = await cases.operator('cases', 'resolve', id, 'credit', '--to', '+79990000000', '--yes')
  expect(stranger).toMatchObject({ code: 1 })
  await cases.resolve(id, 'credit', '--to', `+${anna.phone}`)
  expect(await anna.balance('USD')).toBe('6.00')
})

/** What is on a system account in USD, in minor units. */
async function on(role: string): Promise<bigint> {
  const text = `select coalesce(sum(amount_minor), 0)::bigint as minor from entry
    join account on account.id = account_id and role = $1 and account.currency = 'USD'`
  return (await wallet.database.find<{ minor: bigint }>({ name: 'test.on', text }, [role]))?.minor ?? 0n
}

test('or is returned to the payer, and leaves suspense as it was', async () => {
  const before = [await on('topup_clearing'), await on('suspense')]
  const order = randomUUID()
  await sendPaymentEvent(wallet, { order, status: 'complete', amount: '5.00', currency: 'USD' })
  const { id, kind } = await cases.about(order)
  expect(kind).toBe('payment_without_order')
  await cases.resolve(id, 'return')
  expect([await on('topup_clearing'), await on('suspense')]).toEqual(before)
})

describe('a top-up that the payer’s bank takes back', () => {
  const chargeBack = (order: string, amount = '70.00') =>
    sendPaymentEvent(wallet, { order, status: 'charged_back', amount, currency: 'USD' })

  test('is taken from the account, once, and told', async () => {
    const anna = await aUser(wallet)
    const order = await anna.topUp('70.00', 'USD')
    for (const again of [1, 2, 3]) expect([again, await chargeBack(order)]).toEqual([again, 200])
    expect(await anna.balance('USD')).toBe('0.00')
    expect(await anna.newest()).toMatchObject({ kind: 'chargeback', amount: '-70.00', direction: 'out', repeat: null })
    expect(await anna.told()).toContain('The payer’s bank took back your top-up. $70.00 was taken from your account')
    expect(await anna.state(order)).toBe('complete')
    const { id } = await cases.about(order)
    expect(await cases.operator('cases', 'resolve', id, 'write_off', '--yes')).toMatchObject({
      code: 1,
      complaint: 'Nothing is owed of it any more: close it',
    })
    await cases.resolve(id, 'close')
  })

  test('leaves a debt where the money has gone; the next that comes pays it first, and the person is told [cases-2]', async () => {
    const anna = await aUser(wallet)
    const order = await anna.topUp('70.00', 'USD')
    await aWithdrawal(anna)
    expect(await anna.balance('USD')).toBe('30.00')
    await chargeBack(order)
    expect(await anna.balance('USD')).toBe('0.00')
    expect(await anna.told()).toContain(
      '$30.00 was taken from your account; the remaining $40.00 will be taken from the next money',
    )
    await wallet.expectTrueBooks()
    const { id } = await cases.about(order)
    expect(await cases.operator('cases', 'resolve', id, 'close', '--yes')).toMatchObject({
      code: 1,
      complaint: 'It is still owed',
    })

    await anna.topUp('15.00', 'USD')
    expect(await anna.balance('USD')).toBe('0.00')
    expect(await anna.newest()).toMatchObject({ kind: 'debt_payment', amount: '-15.00' })
    await wallet.expectTrueBooks()
    await anna.topUp('100.00', 'USD')
    expect(await anna.balance('USD')).toBe('75.00')
    expect(await anna.told()).toContain('$25.00 of the money you received went towards what you owed')
    const sum = ((await anna.get('/v2/wallet/transaction')).results as { amount: string; in_balance: boolean }[])
      .filter((line) => line.in_balance)
      .reduce((total, { amount }) => total + parseDecimal(amount, 'USD').minor, 0n)
    expect(sum).toBe(7500n)
    await cases.resolve(id, 'close')
  })

  test.each(['write_off', 'collect'])('leaves a debt that can be ended: %s', async (way) => {
    const anna = await aUser(wallet)
    const order = await anna.topUp('50.00', 'USD')
    await aWithdrawal(anna)
    await chargeBack(order, '50.00')
    await cases.resolve((await cases.about(order)).id, way)
    await anna.topUp('5.00', 'USD')
    expect(await anna.balance('USD')).toBe('5.00')
  })

  test('and given back to us is credited again, what is owed of it first', async () => {
    const anna = await aUser(wallet)
    const order = await anna.topUp('50.00', 'USD')
    await aWithdrawal(anna)
    await chargeBack(order, '50.00')
    await cases.resolve((await cases.about(order)).id, 'credit')
    expect(await anna.balance('USD')).toBe('10.00')
  })

  test('while it is not paid fails it, and takes nothing', async () => {
    const anna = await aUser(wallet, '9.00 USD')
    const order = await anOrder(anna)
    await chargeBack(order)
    expect([await anna.state(order), await anna.balance('USD')]).toEqual(['failed', '9.00'])
  })
})

describe('a payout', () => {
  const tell = (reference: string, status: 'paid' | 'failed') =>
    sendPayoutEvent(wallet, { reference, status, amount: '40.00', currency: 'USD' })

  test('that was paid after the money had been given back takes it again; what is missing is owed [cases-3]', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const id = await aWithdrawal(anna, '2200123456780002')
    expect(await anna.balance('USD')).toBe('50.00')
    await anna.withdraw('30.00', 'USD')
    for (const again of [1, 2]) expect([again, await tell(id, 'paid')]).toEqual([again, 200])
    expect(await anna.balance('USD')).toBe('0.00')
    expect(await anna.newest()).toMatchObject({ kind: 'withdrawal_recall', amount: '-20.00' })
    // Repeating it would pay twice.
    const { operation } = await anna.get(`/v2/wallet/operation?id=${id}`)
    expect(operation).toMatchObject({ lines: [{ state: 'failed', repeat: null }] })
    expect((operation as { timeline: { step: string }[] }).timeline.map(({ step }) => step).slice(-2)).toEqual([
      'returned',
      'delivered',
    ])
    expect(await anna.told()).toContain('$20.00 was taken from your account; the remaining $20.00 will be taken')
    const opened = await cases.about(id)
    expect(opened.kind).toBe('payout_paid_after_return')
    await cases.resolve(opened.id, 'write_off')
  })

  test('what is missing of it can be collected outside the wallet: nothing more is taken of what comes', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const id = await aWithdrawal(anna, '2200123456780002')
    await anna.withdraw('30.00', 'USD')
    await tell(id, 'paid')
    const before = await on('bank')
    await cases.resolve((await cases.about(id)).id, 'collect')
    expect(await on('bank')).toBe(before - 2000n)
    await anna.topUp('5.00', 'USD')
    expect(await anna.balance('USD')).toBe('5.00')
  })

  test('that came back after it had been paid waits in suspense, and is credited', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const id = await aWithdrawal(anna)
    for (const again of [1, 2]) expect([again, await tell(id, 'failed')]).toEqual([again, 200])
    expect(await cases.about(id)).toMatchObject({ kind: 'payout_returned', amount: 'USD 4000' })
    await cases.resolve((await cases.about(id)).id, 'credit')
    expect(await anna.balance('USD')).toBe('50.00')
  })

  test('or is paid to the person from our bank account, and not to their account here', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const id = await aWithdrawal(anna)
    await tell(id, 'failed')
    const before = [await on('bank'), await on('suspense')] as const
    await cases.resolve((await cases.about(id)).id, 'return')
    expect(await anna.balance('USD')).toBe('10.00')
    expect([await on('bank'), await on('suspense')]).toEqual([before[0] + 4000n, before[1] - 4000n])
  })

  test('that we did not ask for is missing in suspense until it is taken back or given up', async () => {
    for (const way of ['return', 'write_off']) {
      const reference = randomUUID()
      for (const again of [1, 2]) expect([again, await tell(reference, 'paid')]).toEqual([again, 200])
      expect(await cases.about(reference)).toMatchObject({ kind: 'payout_without_withdrawal', amount: 'USD -4000' })
      await wallet.expectTrueBooks()
      await cases.resolve((await cases.about(reference)).id, way)
    }
    const failed = randomUUID()
    await tell(failed, 'failed')
    const text = 'select id from operator_case where reference = $1'
    expect(await wallet.database.list({ name: 'test.no_case', text }, [failed])).toEqual([])
  })

  test('that the provider refuses for good is given back at once', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    expect(await anna.withdraw('40.00', 'USD', { pan: '2200123456780135' })).toMatchObject({ http: 422, code: 'payout_declined' })
    expect(await anna.balance('USD')).toBe('50.00')
  })
})

describe('a payout without an end', () => {
  test.each([
    ['settle', 'complete', '10.00'],
    ['reverse', 'failed', '50.00'],
  ])('is a case after a day, and is ended by what the operator has heard: %s', async (way, state, balance) => {
    const other = await startTestWallet({}, { databaseUrl: wallet.databaseUrl })
    const { phone, token } = await aUser(wallet, '50.00 USD')
    const anna = new TestUser(other, phone, token)
    const { transaction_id } = await anna.withdraw('40.00', 'USD', { pan: '2200123456780119' })
    const id = String(transaction_id)
    // The provider never says how it ends.
    const never = "update sandbox.payout set settles_at = 'infinity', is_announced = true where reference = $1"
    await other.database.run({ name: 'test.never', text: never }, [id])
    const found = async () => {
      const text = 'select kind from operator_case where reference = $1'
      return (await other.database.list<{ kind: string }>({ name: 'test.found', text }, [id])).map(({ kind }) => kind)
    }
    const checks = { name: 'test.checks', text: 'select from withdrawal where operation_id = $1 and checks > 1' }
    await until(async () => (await other.database.list(checks, [id])).length > 0)
    expect(await found()).toEqual([])
    other.passSeconds(86_400)
    await until(async () => (await found()).length > 0)
    const { id: caseId, kind } = await cases.about(id)
    expect(kind).toBe('payout_without_end')
    expect(await cases.operator('cases', 'resolve', caseId, way, '--yes', '--as', 'vera')).toMatchObject({
      code: 0,
      complaint: '',
    })
    expect(await anna.newest()).toMatchObject({ operation_id: id, state })
    expect(await anna.balance('USD')).toBe(balance)
    expect((await cases.about(id)).resolution).toMatch(/was paid|given back/)
    await other.close()
  })

  test.each(['settle', 'reverse'] as const)(
    'that ends while the operator is asked is not ended again by what they say: %s',
    async (way) => {
      const anna = await aUser(wallet, '50.00 USD')
      const withdrawn = await anna.withdraw('40.00', 'USD', way === 'settle' ? { pan: '2200123456780002' } : {})
      const id = String(withdrawn.transaction_id)
      const insert = `insert into operator_case (id, kind, reference, operation_id, details, opened_at)
      values ($1, 'payout_without_end', $2::text, $2::uuid, '{}', now())`
      const caseId = randomUUID()
      await wallet.database.run({ name: 'test.open', text: insert }, [caseId, id])
      const before = await anna.balance('USD')
      expect(await cases.operator('cases', 'resolve', caseId, way, '--yes')).toMatchObject({
        code: 1,
        complaint: 'It was ended in the meantime; nothing was done',
      })
      expect(await anna.balance('USD')).toBe(before)
      const end = "update operator_case set resolved_at = now(), resolution = 'test' where id = $1"
      await wallet.database.run({ name: 'test.end', text: end }, [caseId])
    },
  )

  test('is no case any more once the provider has said how it ended', async () => {
    const anna = await aUser(wallet, '50.00 USD')
    const { transaction_id } = await anna.withdraw('40.00', 'USD', { pan: '2200123456780119' })
    const insert = `insert into operator_case (id, kind, reference, operation_id, details, opened_at)
      values (gen_random_uuid(), 'payout_without_end', $1::text, $1::uuid, '{}', now())`
    await wallet.database.run({ name: 'test.old', text: insert }, [transaction_id])
    await sendPayoutEvent(wallet, { reference: String(transaction_id), status: 'paid', amount: '40.00', currency: 'USD' })
    expect((await cases.about(String(transaction_id))).resolution).toBe('it was paid')
  })
})

test('what is reported of a case while it is being resolved is not passed over', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  await sendPaymentEvent(wallet, { order, status: 'complete', amount: '69.00', currency: 'USD' })
  const { id } = await cases.about(order)
  let meanwhile: ReturnType<Cases['operator']> | undefined
  await wallet.database.inTransaction(async (tx) => {
    const text = 'update operator_case set details = details || \'{"amount": "1.00"}\' where id = $1'
    await tx.run({ name: 'test.report', text }, [id])
    meanwhile = cases.operator('cases', 'resolve', id, 'credit', '--yes')
    await until(async () => (await countLockWaits(tx)) > 0)
  })
  expect(await meanwhile).toMatchObject({ code: 1, complaint: expect.stringContaining('Something else has been reported') })
  expect(await anna.balance('USD')).toBe('0.00')
})

test('the operator sees what waits, the oldest first, and how each can be ended', async () => {
  const anna = await aUser(wallet)
  const order = await anOrder(anna)
  await sendPaymentEvent(wallet, { order, status: 'complete', amount: '69.00', currency: 'USD' })
  const { id } = await cases.about(order)
  const listed = await cases.operator('cases', 'list')
  expect(listed.said).toContain(`${id}  `)
  expect(listed.said).toMatch(/payment_amount_differs +69\.00 USD +\+79/)
  const shown = await cases.operator('cases', 'show', id)
  expect(shown.said).toContain('another amount was paid than ordered')
  expect(shown.said).toContain(`cases resolve ${id} credit`)
  expect(shown.said).toContain(`cases resolve ${id} return`)
  expect(await cases.operator('cases', 'resolve', id, 'settle', '--yes')).toMatchObject({
    code: 1,
    complaint: 'There is no way to end this case "settle"; there are credit, return, close',
  })
  expect((await cases.operator('cases', 'resolve', id, 'return', '--dry-run')).said).toContain('Dry run: nothing was changed.')
  expect(await cases.operator('cases', 'show', 'nonsense')).toMatchObject({ code: 1 })
  await cases.resolve(id, 'return')
  expect((await cases.operator('cases', 'list')).said).not.toContain(id)
  expect((await cases.operator('cases', 'list', 'all')).said).toContain(id)
})
