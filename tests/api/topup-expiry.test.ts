import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser, decidePayment, type TestUser, until } from '#tests/builders'
import { casesOf } from '#tests/cases'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const LIFETIME_SECONDS = 600

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ TOPUP_LIFETIME_SECONDS: String(LIFETIME_SECONDS) })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

/** Whether the provider answers: without its table it has nothing but faults to tell. */
const setAway = (isAway: boolean): Promise<number> => {
  const [from, to] = isAway ? ['payment', 'payment_away'] : ['payment_away', 'payment']
  return wallet.database.run({ name: `test.${to}`, text: `alter table sandbox.${from} rename to ${to}` })
}

async function anOrder(): Promise<{ anna: TestUser; order: string }> {
  const anna = await aUser(wallet)
  const { order } = await anna.post('/v2/wallet/top-up', { amount: '500.00', currency_code: 'RUB' })
  return { anna, order: String(order) }
}

/** How often the provider was asked about an order by the wallet itself. */
async function checksOf(order: string): Promise<number> {
  const text = 'select checks from topup where operation_id = $1'
  return (await wallet.database.find<{ checks: number }>({ name: 'test.checks', text }, [order]))?.checks ?? 0
}

/** Waits until the provider was asked about an order and its word acted on: once it is asked again, the time before is over. */
async function checkThrough(order: string): Promise<void> {
  // Not the row that is due already: while it is locked, whoever takes what is due passes it over.
  const text = "update topup set next_check_at = '-infinity' where operation_id = $1 and next_check_at > '-infinity'"
  for (let times = 0; times < 2; times += 1) {
    const asked = await checksOf(order)
    await until(async () => {
      // Each time: what is being acted on sets when it is asked again.
      await wallet.database.run({ name: 'test.check_now', text }, [order])
      return (await checksOf(order)) > asked
    })
  }
}

/** Whether the wallet will ask about an order again. */
async function isAskedAbout(order: string): Promise<boolean> {
  const text = 'select next_check_at is not null as is_due from topup where operation_id = $1'
  return (await wallet.database.find<{ is_due: boolean }>({ name: 'test.is_due', text }, [order]))?.is_due === true
}

/** Waits until it is so while time passes: what is being acted on at the moment may be asked about again after so long only. */
async function untilLater(seconds: number, isSo: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    wallet.passSeconds(seconds)
    return isSo()
  })
}

async function messages(user: TestUser, language: string): Promise<string[]> {
  const { results } = await user.get('/v2/wallet/user/notification', language)
  return (results as { message: string }[]).map(({ message }) => message)
}

/** The one line of a person's statement. */
async function line(user: TestUser, language = 'ru'): Promise<unknown> {
  return ((await user.get('/v2/wallet/transaction', language)).results as unknown[])[0]
}

test('an order that nobody pays ends when its time is over, not before, and says so in the person’s language', async () => {
  const { anna, order } = await anOrder()
  wallet.passSeconds(LIFETIME_SECONDS - 120)
  await checkThrough(order)
  expect(await anna.state(order)).toBe('waiting')
  expect(await line(anna)).toMatchObject({ state: 'pending', status: 'ждет оплаты', in_balance: false })
  expect(await line(anna, 'en')).toMatchObject({ state: 'pending', status: 'awaiting payment' })
  await untilLater(121, async () => (await anna.state(order)) === 'failed')
  const status = `/v2/wallet/top-up/status?order=${order}`
  expect(await anna.get(status)).toMatchObject({ message: 'Пополнение не\u00a0завершено: время оплаты вышло' })
  expect(await anna.get(status, 'en')).toMatchObject({ message: 'Top-up not completed: the time to pay ran out' })
  expect(await line(anna)).toMatchObject({ state: 'failed', status: 'время оплаты вышло' })
  expect(await line(anna, 'en')).toMatchObject({ state: 'failed', status: 'not paid in time' })
  expect((await messages(anna, 'ru'))[0]).toMatch(/^Пополнение на\s500,00\s₽ не завершено: время оплаты вышло/)
  expect((await messages(anna, 'en'))[0]).toMatch(/top-up wasn't completed: the time to pay ran out/)
  expect(await anna.balance('RUB')).toBe('0.00')
})

test('money that comes after the time was over is credited, once, and the order is complete', async () => {
  const { anna, order } = await anOrder()
  await untilLater(LIFETIME_SECONDS + 1, async () => (await anna.state(order)) === 'failed')
  await decidePayment(wallet, order, 'pay')
  await until(async () => (await anna.state(order)) === 'complete')
  await decidePayment(wallet, order, 'pay')
  expect(await anna.balance('RUB')).toBe('500.00')
  expect(await line(anna)).toMatchObject({ state: 'complete', status: 'выполнено' })
  expect((await messages(anna, 'ru'))[0]).toMatch(/^Счет пополнен на/)
})

test('money that comes late and unheard is found, credited once, and then asked about no more', async () => {
  const { anna, order } = await anOrder()
  await untilLater(LIFETIME_SECONDS + 1, async () => (await anna.state(order)) === 'failed')
  const paid = "update sandbox.payment set outcome = 'complete', decided_at = now() where reference = $1"
  await wallet.database.run({ name: 'test.paid', text: paid }, [order])
  await untilLater(3601, async () => (await anna.state(order)) === 'complete')
  expect(await anna.balance('RUB')).toBe('500.00')
  expect(await isAskedAbout(order)).toBe(false)
})

test('an order that ended unpaid is asked about until the provider calls it failed, or for three days', async () => {
  const [{ anna, order: declined }, { order: forgotten }] = [await anOrder(), await anOrder()]
  await untilLater(LIFETIME_SECONDS + 1, async () => (await anna.state(declined)) === 'failed')
  await checkThrough(forgotten)
  expect([await isAskedAbout(declined), await isAskedAbout(forgotten)]).toEqual([true, true])
  await decidePayment(wallet, declined, 'decline')
  await until(async () => !(await isAskedAbout(declined)))
  wallet.passSeconds(3 * 86_400)
  await until(async () => !(await isAskedAbout(forgotten)))
  expect(await anna.state(declined)).toBe('failed')
})

test('an order that ended unpaid and that nobody can be asked about is left alone after three days, too', async () => {
  const { anna, order } = await anOrder()
  await untilLater(LIFETIME_SECONDS + 1, async () => (await anna.state(order)) === 'failed')
  const elsewhere = "update topup set provider = 'the one before' where operation_id = $1"
  await wallet.database.run({ name: 'test.elsewhere', text: elsewhere }, [order])
  wallet.passSeconds(3601)
  await checkThrough(order)
  expect(await isAskedAbout(order)).toBe(true)
  wallet.passSeconds(3 * 86_400)
  await until(async () => !(await isAskedAbout(order)))
  expect(await anna.state(order)).toBe('failed')
})

test('an order that was paid unheard is asked about once more and credited instead of ended', async () => {
  const { anna, order } = await anOrder()
  // Paid at the provider, whose webhook is lost.
  const paid = "update sandbox.payment set outcome = 'complete', decided_at = now() where reference = $1"
  await wallet.database.run({ name: 'test.paid', text: paid }, [order])
  await untilLater(LIFETIME_SECONDS + 1, async () => (await anna.state(order)) !== 'waiting')
  expect(await anna.state(order)).toBe('complete')
  expect(await anna.balance('RUB')).toBe('500.00')
})

test('while the provider is away an order stays open past its time, and ends when the provider is back', async () => {
  const { anna, order } = await anOrder()
  await setAway(true)
  wallet.passSeconds(LIFETIME_SECONDS + 1)
  await checkThrough(order)
  expect(await anna.state(order)).toBe('waiting')
  await setAway(false)
  await untilLater(61, async () => (await anna.state(order)) === 'failed')
})

test.each([
  ['credit', 'complete', '500.00'],
  ['fail', 'failed', '0.00'],
] as const)(
  'an order that nobody can be asked about is a case after a day, and the operator ends it: %s',
  async (way, state, balance) => {
    const { anna, order } = await anOrder()
    const cases = casesOf(wallet)
    // As with another provider than the one it was requested from.
    const elsewhere = "update topup set provider = 'the one before' where operation_id = $1"
    await wallet.database.run({ name: 'test.elsewhere', text: elsewhere }, [order])
    await wallet.database.run({ name: 'test.unknown', text: 'delete from sandbox.payment where reference = $1' }, [order])
    wallet.passSeconds(LIFETIME_SECONDS + 10)
    await checkThrough(order)
    expect([await anna.state(order), await cases.allAbout(order)]).toEqual(['waiting', []])
    wallet.passSeconds(86_400)
    await checkThrough(order)
    expect(await anna.state(order)).toBe('waiting')
    const { id, kind } = await cases.about(order)
    expect(kind).toBe('topup_without_end')
    expect(await cases.operator('cases', 'resolve', id, way, '--yes', '--as', 'vera')).toMatchObject({ code: 0, complaint: '' })
    expect([await anna.state(order), await anna.balance('RUB')]).toEqual([state, balance])
    expect((await cases.about(order)).resolution).not.toBeNull()
    expect(await cases.operator('cases', 'resolve', id, way, '--yes')).toMatchObject({ code: 1 })
  },
)

test('a case of that kind ends by itself when the provider answers', async () => {
  const { anna, order } = await anOrder()
  const cases = casesOf(wallet)
  await setAway(true)
  wallet.passSeconds(LIFETIME_SECONDS + 86_410)
  await checkThrough(order)
  expect((await cases.about(order)).resolution).toBeNull()
  await setAway(false)
  await until(async () => (await cases.about(order)).resolution === 'the provider has answered')
  expect(await anna.state(order)).toBe('failed')
})
