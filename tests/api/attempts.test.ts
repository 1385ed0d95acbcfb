import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, aKey, aUser, type TestUser } from '#tests/builders'
import { rounds } from '#tests/full-run'
import { KEYED, type KeyedCall, sendKeyed, stateOf, whileAccountsAreHeld } from '#tests/keyed-calls'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ PROVIDER_TIMEOUT_MS: '6000' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const ask = (user: TestUser, key: string): Promise<Answer> => user.post('/v2/wallet/attempt', { key })
const MONEY: readonly KeyedCall[] = ['transfer', 'withdrawal', 'exchange', 'payment']

test.each(MONEY)('of a %s whose answer was lost its person alone hears by its key what became of it', async (name) => {
  const { needs = [], right, refused } = KEYED[name]
  const [anna, eve] = [await aUser(wallet, ...needs), await aUser(wallet)]
  const [done, no] = [aKey(), aKey()]
  const sent = await sendKeyed(name, anna, await right(anna, wallet), done)
  expect(sent).toMatchObject({ status: 'ok', transaction_id: expect.any(String) })
  const told = await sendKeyed(name, anna, await refused(anna, wallet), no)
  const state = await stateOf(anna)
  expect(await ask(anna, done)).toMatchObject({ status: 'ok', outcome: 'done', transaction_id: sent.transaction_id })
  expect(await ask(anna, no)).toMatchObject({ status: 'ok', outcome: 'refused', message: told.message })
  const asked = await ask(eve, done)
  expect([asked.outcome, asked.transaction_id]).toEqual(['nothing', undefined])
  expect(await stateOf(anna)).toEqual(state)
})

test.each(MONEY)('a %s that arrives after its person has heard that nothing came of it moves nothing', async (name) => {
  const { needs = [], right } = KEYED[name]
  const anna = await aUser(wallet, ...needs)
  const [body, key] = [await right(anna, wallet), aKey()]
  const state = await stateOf(anna)
  expect(await ask(anna, key)).toMatchObject({ status: 'ok', outcome: 'nothing' })
  expect(await sendKeyed(name, anna, body, key)).toMatchObject({ http: 422, code: 'idempotency_mismatch' })
  expect(await ask(anna, key)).toMatchObject({ outcome: 'nothing' })
  expect(await stateOf(anna)).toEqual(state)
})

test('asked about at the moment it is sent, a transfer has moved money just when it is told as done', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet)]
  let left = 100
  for (let round = 0; round < rounds(20); round++) {
    const key = aKey()
    const [sent, asked] = await Promise.all([
      anna.send('1.00', 'USD', { phone: boris.phone }, { key }),
      round % 2 === 0 ? ask(anna, key) : Promise.resolve().then(() => ask(anna, key)),
    ])
    const outcome = asked.outcome === 'done'
    if (outcome) left -= 1
    expect(sent).toMatchObject(outcome ? { status: 'ok' } : { http: 422, code: 'idempotency_mismatch' })
    expect(await anna.balance('USD')).toBe(`${left}.00`)
  }
})

test('while the database cannot say, nothing is claimed', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const [body, key] = [await KEYED.withdrawal.right(anna, wallet), aKey()]
  await whileAccountsAreHeld(wallet, async () => {
    expect(await sendKeyed('withdrawal', anna, body, key)).toMatchObject({ http: 503, code: 'busy' })
  })
  // It was given up by the page, not by the server: whichever of both was first holds.
  const { outcome } = await ask(anna, key)
  expect(await anna.balance('USD')).toBe(outcome === 'done' ? '90.00' : '100.00')
  expect(await ask(anna, key)).toMatchObject({ outcome })
})
