import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aUser, type TestUser } from '#tests/builders'
import { casesOf } from '#tests/cases'
import { type Operated, operate } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPayoutEvent } from '#tests/vendors'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

function operator(...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl }, words)
}

/** A withdrawal of 40.00 USD that the provider has not answered, of which it tells nothing and is not asked by itself. */
async function aSilentWithdrawal(anna: TestUser): Promise<string> {
  const { transaction_id, status } = await anna.withdraw('40.00', 'USD', { pan: '2200123456780119' })
  expect(status).toBe('pending')
  const id = String(transaction_id)
  const told = 'update sandbox.payout set is_announced = true where reference = $1'
  await wallet.database.run({ name: 'test.announce_nothing', text: told }, [id])
  await askNothing(id)
  return id
}

/** Has the wallet not ask the provider of a withdrawal by itself. */
async function askNothing(id: string): Promise<void> {
  const text = "update withdrawal set next_check_at = now() + interval '1 day', sending_until = null where operation_id = $1"
  await wallet.database.run({ name: 'test.ask_nothing', text }, [id])
}

/** What was posted for a withdrawal, in order. */
async function postedFor(id: string): Promise<string[]> {
  const text = 'select kind from transfer where operation_id = $1 order by seq'
  return (await wallet.database.list<{ kind: string }>({ name: 'test.posted_for', text }, [id])).map(({ kind }) => kind)
}

function recorded(id: string): Promise<unknown[]> {
  const text = 'select changed_by, area, before, after, note from operator_change where subject = $1 order by id'
  return wallet.database.list({ name: 'test.recorded', text }, [id])
}

const tell = (reference: string, status: 'paid' | 'failed') =>
  sendPayoutEvent(wallet, { reference, status, amount: '40.00', currency: 'USD' })

test('the command asks the provider at once, prints its answer, and the answer has its effect', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const id = await aSilentWithdrawal(anna)
  const ask = () => operator('withdrawals', 'ask', id, '--yes', '--as', 'vera')
  expect(await ask()).toMatchObject({ code: 0, said: expect.stringContaining('The provider: pending. The withdrawal: unknown.') })
  expect(await postedFor(id)).toEqual(['withdrawal_hold'])
  await askNothing(id)
  wallet.passSeconds(11)
  expect(await ask()).toMatchObject({ code: 0, said: expect.stringContaining('The provider: paid. The withdrawal: complete.') })
  expect(await postedFor(id)).toEqual(['withdrawal_hold', 'withdrawal_settle'])
  const once = {
    changed_by: 'vera',
    area: 'withdrawals',
    before: { asked: 'when it is due' },
    after: { asked: 'now' },
    note: null,
  }
  expect(await recorded(id)).toEqual([once, once])
  expect((await operator('operations', 'show', id)).said).toMatch(/^last answer +paid \(20/m)
  expect(await ask()).toMatchObject({ code: 1, complaint: 'It has ended: paid out' })
})

describe('a withdrawal that is ended by hand', () => {
  const end = (way: 'settle' | 'return', id: string) =>
    operator('withdrawals', way, id, '--note', 'on their statement', '--yes', '--as', 'vera')

  test('is settled or given back, once, and records the operator and their reason', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const [paid, refused] = [await aSilentWithdrawal(anna), await aSilentWithdrawal(anna)]
    expect(await end('settle', paid)).toMatchObject({ code: 0, said: expect.stringMatching(/state +unknown +→ complete/) })
    expect(await end('return', refused)).toMatchObject({ code: 0, said: expect.stringMatching(/state +unknown +→ failed/) })
    expect(await anna.balance('USD')).toBe('60.00')
    expect(await postedFor(paid)).toEqual(['withdrawal_hold', 'withdrawal_settle'])
    expect(await postedFor(refused)).toEqual(['withdrawal_hold', 'withdrawal_reverse'])
    const made = { changed_by: 'vera', area: 'withdrawals', before: { state: 'unknown' }, note: 'on their statement' }
    expect(await recorded(paid)).toEqual([{ ...made, after: { state: 'complete' } }])
    expect(await recorded(refused)).toEqual([{ ...made, after: { state: 'failed' } }])
    for (const way of ['settle', 'return'] as const) {
      expect(await end(way, paid)).toMatchObject({ code: 1, complaint: 'It has ended: paid out' })
      expect(await end(way, refused)).toMatchObject({ code: 1, complaint: 'It has ended: failed, and its money was given back' })
    }
    expect([await tell(paid, 'paid'), await tell(refused, 'failed')]).toEqual([200, 200])
    expect(await casesOf(wallet).allAbout(paid)).toEqual([])
    expect(await casesOf(wallet).allAbout(refused)).toEqual([])
  })

  test.each([
    ['settle', 'paid', 'withdrawal_settle', '60.00'],
    ['return', 'failed', 'withdrawal_reverse', '100.00'],
  ] as const)('has one end when the provider reports the same end at the same moment: %s', async (way, told, kind, balance) => {
    for (let round = 0; round < 4; round += 1) {
      const anna = await aUser(wallet, '100.00 USD')
      const id = await aSilentWithdrawal(anna)
      const [ended, event] = await Promise.all([end(way, id), tell(id, told)])
      expect(event).toBe(200)
      if (ended.code === 1) expect(ended.complaint).toMatch(/^It (was|has) ended/)
      expect(await recorded(id)).toHaveLength(1 - ended.code)
      expect(await postedFor(id)).toEqual(['withdrawal_hold', kind])
      expect(await anna.balance('USD')).toBe(balance)
    }
  })

  test('is debited again, with a case, when it was given back and the provider has paid it after all', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const id = await aSilentWithdrawal(anna)
    await end('return', id)
    expect(await tell(id, 'paid')).toBe(200)
    expect(await casesOf(wallet).about(id)).toMatchObject({ kind: 'payout_paid_after_return' })
    expect(await anna.balance('USD')).toBe('60.00')
  })

  test('stays open while it is being sent, without a reason, and on a dry run; an unknown id is refused', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const id = await aSilentWithdrawal(anna)
    const sending = "update withdrawal set sending_until = now() + interval '1 minute' where operation_id = $1"
    await wallet.database.run({ name: 'test.sending', text: sending }, [id])
    const complaint = 'It is being sent to the provider at this moment; try again in a minute'
    expect(await end('return', id)).toMatchObject({ code: 1, complaint })
    for (const way of ['settle', 'return']) {
      const without = await operator('withdrawals', way, id, '--yes')
      expect(without).toMatchObject({ code: 1, complaint: 'Say how you know: --note <text>' })
      const dry = await operator('withdrawals', way, id, '--note', 'x', '--dry-run')
      expect(dry).toMatchObject({ code: 0, said: expect.stringContaining('Dry run: nothing was changed.') })
    }
    expect([await postedFor(id), await recorded(id)]).toEqual([['withdrawal_hold'], []])
    const topup = await anna.topUp('1.00', 'USD')
    for (const unknown of [randomUUID(), topup, 'nonsense']) {
      expect(await operator('withdrawals', 'ask', unknown, '--yes')).toMatchObject({
        code: 1,
        complaint: `There is no withdrawal "${unknown}"`,
      })
    }
    expect(await end('settle', id)).toMatchObject({ code: 0 })
  })
})
