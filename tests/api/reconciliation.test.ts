import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { planReconciliation } from '#server/app/reconciliation'
import { aUser, until } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent } from '#tests/vendors'

let wallet: TestWallet
let cases: Cases
beforeAll(async () => {
  wallet = await startTestWallet()
  cases = casesOf(wallet)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const DECLINED = '2200123456780002'
const today = (): string => new Date().toISOString().slice(0, 10)

/** Runs SQL on the vendors' tables, as what they change behind our back. */
const atVendors = (text: string, ...values: readonly unknown[]): Promise<number> =>
  wallet.database.run({ name: `test.${text.slice(0, 55)}`, text }, values)

/** Has all that has ended asked about again, and waits until the providers have answered. */
async function reconcile(): Promise<void> {
  const done = await cases.operator('operations', 'reconcile', '--since', today(), '--yes', '--as', 'vera')
  expect(done).toMatchObject({ code: 0, complaint: '' })
  await until(async () => {
    const open = 'select count(*) from reconciliation where next_check_at is not null'
    const row = await wallet.database.find<{ count: bigint }>({ name: 'test.open_reconciliation', text: open })
    return row?.count === 0n
  })
}

test('what a provider has changed of what has ended, and told nobody, is found when it is asked once more', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const credited = await anna.topUp('20.00', 'USD')
  const { transaction_id: failed } = await anna.withdraw('10.00', 'USD', { pan: DECLINED })
  const { transaction_id: paid } = await anna.withdraw('30.00', 'USD')
  const { transaction_id: unpaid } = await anna.withdraw('5.00', 'USD')
  await atVendors('delete from sandbox.payment where reference = $1', credited)
  await atVendors("update sandbox.payout set outcome = 'paid' where reference = $1", failed)
  await atVendors("update sandbox.payout set outcome = 'failed', reason = 'returned' where reference = $1", paid)
  await atVendors('delete from sandbox.payout where reference = $1', unpaid)
  await reconcile()
  expect(await cases.about(credited)).toMatchObject({ kind: 'payment_changed' })
  expect(await cases.about(String(failed))).toMatchObject({ kind: 'payout_paid_after_return' })
  expect(await cases.about(String(paid))).toMatchObject({ kind: 'payout_returned', amount: 'USD 3000' })
  expect(await cases.about(String(unpaid))).toMatchObject({ kind: 'payout_changed' })
  // Of the 120.00: what was paid out three times, one of which nobody had been told of.
  expect(await anna.balance('USD')).toBe('75.00')
  await reconcile()
  expect(await cases.allAbout(credited)).toHaveLength(1)
})

test('what the operator has resolved is no case again when its provider says once more what was booked', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const { transaction_id: failed } = await anna.withdraw('10.00', 'USD', { pan: DECLINED })
  const { transaction_id: paid } = await anna.withdraw('30.00', 'USD')
  await atVendors("update sandbox.payout set outcome = 'paid' where reference = $1", failed)
  await atVendors("update sandbox.payout set outcome = 'failed', reason = 'returned' where reference = $1", paid)
  await reconcile()
  const known = ['payout_paid_after_return', 'payout_returned']
  const kinds = async () =>
    (await Promise.all([failed, paid].map((id) => cases.allAbout(String(id))))).flat().map(({ kind }) => kind)
  expect(await kinds()).toEqual(known)
  await cases.resolve((await cases.about(String(failed))).id, 'close')
  await cases.resolve((await cases.about(String(paid))).id, 'credit')
  const balance = await anna.balance('USD')
  await reconcile()
  expect(await kinds()).toEqual(known)
  expect(await anna.balance('USD')).toBe(balance)
})

test('where providers say what they said before nothing is found, and a page that was paid late is credited', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await anna.withdraw('30.00', 'USD')
  await anna.withdraw('10.00', 'USD', { pan: DECLINED })
  const declined = await anna.topUp('20.00', 'USD', 'decline')
  await atVendors("update sandbox.payment set outcome = 'complete' where reference = $1", declined)
  const before = await countCases()
  await reconcile()
  expect(await countCases()).toBe(before)
  expect(await anna.balance('USD')).toBe('90.00')
})

async function countCases(): Promise<bigint | undefined> {
  return (await wallet.database.find<{ count: bigint }>({ name: 'test.cases', text: 'select count(*) from operator_case' }))
    ?.count
}

test('a day after it has ended a withdrawal is asked about by itself', async () => {
  const own = await startTestWallet()
  const anna = await aUser(own, '100.00 USD')
  const { transaction_id } = await anna.withdraw('10.00', 'USD', { pan: DECLINED })
  const change = { name: 'test.change', text: "update sandbox.payout set outcome = 'paid' where reference = $1" }
  await own.database.run(change, [transaction_id])
  await planReconciliation(own.database, new Date())
  const planned = { name: 'test.planned', text: 'select count(*) from reconciliation' }
  expect(await own.database.find(planned)).toEqual({ count: 0n })
  own.passSeconds(90_000)
  // The job that does it every ten minutes.
  await planReconciliation(own.database, new Date(Date.now() + 90_000_000))
  await until(async () => (await casesOf(own).allAbout(String(transaction_id))).length > 0)
  await own.expectTrueBooks()
  await own.close()
})

test('what was open for days is asked about a day after its end, and once more after another end', async () => {
  const own = await startTestWallet()
  const anna = await aUser(own, '100.00 USD')
  const { transaction_id } = await anna.withdraw('10.00', 'USD', { pan: DECLINED })
  const order = await anna.topUp('20.00', 'USD', 'decline')
  const openedBefore = {
    name: 'test.open_for_days',
    text: "update operation set created_at = created_at - interval '5 days' where id = any($1)",
  }
  await own.database.withClient((client) => client.query('alter table operation disable trigger operation_stays'))
  await own.database.run(openedBefore, [[transaction_id, order]])
  const isAsked = { name: 'test.asked', text: 'select operation_id from reconciliation where operation_id = any($1)' }
  const asked = async () => (await own.database.list(isAsked, [[transaction_id, order]])).length
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  await planReconciliation(own.database, inHours(23))
  expect(await asked()).toBe(0)
  await planReconciliation(own.database, inHours(25))
  expect(await asked()).toBe(2)
  const answered = { name: 'test.answered', text: 'update reconciliation set next_check_at = null' }
  await own.database.run(answered)
  await sendPaymentEvent(own, { order, status: 'complete', amount: '20.00', currency: 'USD' })
  await planReconciliation(own.database, inHours(26))
  const due = { name: 'test.due', text: 'select operation_id as id from reconciliation where next_check_at is not null' }
  expect(await own.database.list(due)).toEqual([{ id: order }])
  await own.close()
})

test('what ended long ago is forgotten when its provider has answered, and not while it is still to be asked', async () => {
  const own = await startTestWallet()
  const theirs = casesOf(own)
  const run = (text: string, ...values: unknown[]) => own.database.run({ name: `test.${text.slice(0, 55)}`, text }, values)
  const noted = async () =>
    (await own.database.list<{ id: string }>({ name: 'test.noted', text: 'select operation_id as id from reconciliation' })).map(
      ({ id }) => id,
    )
  const anna = await aUser(own, '100.00 USD')
  const { transaction_id: declined } = await anna.withdraw('10.00', 'USD', { pan: DECLINED })
  await run("update sandbox.payout set outcome = 'paid' where reference = $1", declined)
  // The provider of payouts does not answer at first.
  await run('alter table sandbox.payout rename to payout_away')
  await theirs.operator('operations', 'reconcile', '--since', today(), '--yes', '--as', 'vera')
  const waiting = async () => run('select from reconciliation where next_check_at is not null')
  await until(async () => (await waiting()) === 1)
  const inTwoMonths = new Date(Date.now() + 60 * 86_400_000)
  await planReconciliation(own.database, inTwoMonths)
  expect(await noted()).toEqual([declined])
  await run('alter table sandbox.payout_away rename to payout')
  own.passSeconds(900)
  await until(async () => (await theirs.allAbout(String(declined))).length > 0)
  await until(async () => (await waiting()) === 0)
  await planReconciliation(own.database, inTwoMonths)
  expect(await noted()).toEqual([])
  await own.expectTrueBooks()
  await own.close()
})

test('a day that is none, and one since which nothing was begun, are refused', async () => {
  for (const since of ['yesterday', '2026-13-01', '2999-01-01']) {
    const refused = await cases.operator('operations', 'reconcile', '--since', since, '--yes')
    expect([since, refused.code]).toEqual([since, 1])
  }
})

test('however many have ended in a day, all are noted, and none twice', async () => {
  const undo = new Error('as before')
  await expect(
    wallet.database.inTransaction(async (tx) => {
      const many = `insert into operation (id, kind, state, details, created_at, ended_at)
        select gen_random_uuid(), 'topup', 'failed', '{}', now() - interval '30 hours', now() - interval '30 hours' from generate_series(1, 4500)`
      await tx.run({ name: 'test.many_ended', text: many }, [])
      const noted = {
        name: 'test.noted',
        text: "select count(*) from reconciliation where ended_at = now() - interval '30 hours'",
      }
      for (const _time of [1, 2]) {
        await planReconciliation(tx, new Date())
        expect(await tx.find(noted)).toEqual({ count: 4500n })
      }
      throw undo
    }),
  ).rejects.toBe(undo)
})
