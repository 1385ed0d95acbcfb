import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser, type TestUser } from '#tests/builders'
import { type Cases, casesOf } from '#tests/cases'
import type { Operated } from '#tests/operator'
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

const SAID = ['--reason', 'credited to another person', '--reference', 'letter 17']
const correct = (id: unknown, ...words: string[]): Promise<Operated> =>
  cases.operator('correct', String(id), ...SAID, '--yes', '--as', 'vera', ...words)
const idOfNewest = async (user: TestUser): Promise<unknown> => (await user.newest())?.operation_id

/** Money that nobody had ordered, credited by the operator. */
async function creditedTo(user: TestUser, amount: string): Promise<{ reference: string; caseId: string }> {
  const reference = randomUUID()
  await sendPaymentEvent(wallet, { order: reference, status: 'complete', amount, currency: 'USD' })
  const { id } = await cases.about(reference)
  await cases.resolve(id, 'credit', '--to', `+${user.phone}`)
  return { reference, caseId: id }
}

test('a wrong credit goes back into suspense, its case waits again, and who had it is told why', async () => {
  const [anna, boris] = [await aUser(wallet, '1.00 USD'), await aUser(wallet, '1.00 USD')]
  const { reference, caseId } = await creditedTo(anna, '70.00')
  const wrong = await idOfNewest(anna)
  expect(await correct(wrong)).toMatchObject({ code: 0, complaint: '' })
  expect(await anna.balance('USD')).toBe('1.00')
  expect(await anna.newest()).toMatchObject({
    kind: 'reversal',
    amount: '-70.00',
    state: 'complete',
    description: 'Correction, ref. letter 17',
  })
  expect(await anna.told()).toContain('We corrected a mistake: $70.00 was taken from your account. Reference: letter 17')
  expect(await cases.about(reference)).toMatchObject({ kind: 'payment_without_order', amount: 'USD 7000', resolution: null })
  await wallet.expectTrueBooks()
  expect(await cases.operator('cases', 'resolve', caseId, 'credit', '--to', `+${boris.phone}`, '--yes')).toMatchObject({
    code: 0,
  })
  expect(await boris.balance('USD')).toBe('71.00')
  const shown = await cases.operator('operations', 'show', String(wrong))
  expect(shown.said).toMatch(/reversed by +[0-9a-f-]{36}/)
})

test('what has been spent of it is owed, has a case, and is paid by what comes next', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  await creditedTo(anna, '70.00')
  const wrong = await idOfNewest(anna)
  await anna.withdraw('50.00', 'USD')
  expect(await correct(wrong)).toMatchObject({ code: 0 })
  expect(await anna.balance('USD')).toBe('0.00')
  expect(await anna.told()).toContain('$30.00 was taken from your account; the remaining $40.00 will be taken')
  const reversal = String(await idOfNewest(anna))
  const opened = await cases.about(reversal)
  expect(opened.kind).toBe('operation_reversed')
  await anna.topUp('15.00', 'USD')
  expect(await anna.balance('USD')).toBe('0.00')
  await wallet.expectTrueBooks()
  await cases.resolve(opened.id, 'write_off')
  expect(await anna.told()).toContain('What you still owed after our correction is settled')
  await anna.topUp('5.00', 'USD')
  expect(await anna.balance('USD')).toBe('5.00')
})

test('a transfer between people goes back to its sender, both are told, and what is owed is the recipient’s alone', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet)]
  const { transaction_id } = await anna.send('40.00', 'USD', { phone: boris.phone })
  await boris.withdraw('30.00', 'USD')
  expect(await correct(transaction_id)).toMatchObject({ code: 0 })
  expect([await anna.balance('USD'), await boris.balance('USD')]).toEqual(['100.00', '0.00'])
  expect(await anna.told()).toContain('We corrected a mistake: $40.00 is back in your account')
  expect(await boris.told()).toContain('$10.00 was taken from your account; the remaining $30.00')
  const opened = await cases.about(String(await idOfNewest(boris)))
  expect((await cases.operator('cases', 'show', opened.id)).said).toMatch(/owed of it +30\.00 USD/)
  await cases.resolve(opened.id, 'collect')
  await anna.topUp('5.00', 'USD')
  expect(await anna.balance('USD')).toBe('105.00')
})

test('an exchange goes back in both currencies at the rate that it had', async () => {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const body = await anna.exchangeBody('50.00', 'USD', 'EUR')
  const { transaction_id } = await anna.post('/v2/wallet/exchange', body)
  expect(await anna.balance('USD')).toBe('50.00')
  expect(await correct(transaction_id ?? (await idOfNewest(anna)))).toMatchObject({ code: 0 })
  expect([await anna.balance('USD'), await anna.balance('EUR')]).toEqual(['100.00', '1.00'])
})

test('asked twice, and by two operators at once, it is done once', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await creditedTo(anna, '20.00')
  const wrong = await idOfNewest(anna)
  const done = await Promise.all([correct(wrong), correct(wrong), correct(wrong)])
  expect(done.map(({ code }) => code).toSorted()).toEqual([0, 1, 1])
  expect(await correct(wrong)).toMatchObject({ code: 1, complaint: expect.stringContaining('It was reversed already') })
  expect(await anna.balance('USD')).toBe('100.00')
})

test('what is reversed is listed with reason, reference and author, and goes to a file', async () => {
  const anna = await aUser(wallet, '1.00 USD')
  await creditedTo(anna, '3.00')
  const wrong = String(await idOfNewest(anna))
  await correct(wrong)
  const listed = await cases.operator('corrections', 'list')
  expect(listed.said.split('\n').find((line) => line.includes(wrong))).toMatch(
    /vera +\S+ +correction +\S+ +USD +-3\.00 +letter 17 +credited to another person/,
  )
  const file = join(tmpdir(), `${randomUUID()}.csv`)
  expect(await cases.operator('corrections', 'list', '--to', file)).toMatchObject({ code: 0 })
  expect(await readFile(file, 'utf8')).toMatch(new RegExp(`vera,${wrong},correction,[^,]+,USD,-3\\.00,letter 17`))
  const recorded = "select after ->> 'reason' as reason from operator_change where subject = $1"
  expect(await wallet.database.list({ name: 'test.recorded_reversal', text: recorded }, [wrong])).toEqual([
    { reason: 'credited to another person' },
  ])
})

test('what a provider ends, what has no end, a debt, a reversal and what is said without a reason are refused', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const refused = async (id: unknown, complaint: string) =>
    expect(await correct(id)).toMatchObject({ code: 1, complaint: expect.stringContaining(complaint) })
  await refused(await idOfNewest(anna), "A topup is ended by its provider's word")
  const { transaction_id: waiting } = await anna.send('5.00', 'USD', { phone: '79990001122' })
  await refused(waiting, 'It is waiting')
  await creditedTo(anna, '3.00')
  await correct(await idOfNewest(anna))
  await refused(await idOfNewest(anna), 'has to do with a debt')
  await refused('none', 'There is no operation "none"')
  const without = await cases.operator('correct', String(await idOfNewest(anna)), '--reason', 'x', '--yes')
  expect(without).toMatchObject({ code: 1, complaint: expect.stringContaining('Say the reference') })
  expect(await cases.operator('correct', String(waiting), ...SAID, '--dry-run')).toMatchObject({ code: 1 })
})

test('what the operator has given back has not just come in, and goes out to whom it was meant for', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '1000.00 USD'), await aUser(wallet), await aUser(wallet)]
  wallet.passSeconds(7200)
  const { transaction_id } = await anna.send('900.00', 'USD', { phone: boris.phone })
  expect(await correct(transaction_id)).toMatchObject({ code: 0 })
  expect(await anna.send('900.00', 'USD', { phone: vera.phone })).toMatchObject({ status: 'ok' })
})
