import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { decideGift } from '#server/gift/rules'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { aUser, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
let boris: TestUser
beforeAll(async () => {
  wallet = await startTestWallet()
  anna = await aUser(wallet, '100.00 RUB')
  boris = await aUser(wallet)
  await give('30.00', '0.30')
})
afterAll(() => wallet.close())

async function give(amount: string, fee: string) {
  const [from, to] = [(await anna.account('RUB')).id, (await boris.account('RUB')).id]
  return wallet.ledger.post({
    idempotencyKey: freshIdempotencyKey(),
    accounts: [from, to],
    decide(accounts) {
      const [giver, receiver] = [accounts.get(from), accounts.get(to)]
      if (!(giver && receiver)) throw new Error('An account has gone')
      return decideGift({
        id: randomUUID(),
        from: { account: giver, name: 'Анна С.' },
        to: { account: receiver, name: 'Борис П.' },
        amount: parseDecimal(amount, 'RUB'),
        fee: parseDecimal(fee, 'RUB'),
        now: new Date(),
      })
    },
  })
}

const newest = async (person: TestUser, query = '') =>
  ((await person.get(`/v2/wallet/transaction${query}`)).results as Record<string, unknown>[])[0]

test('the giver reads in the history what left the account, with the fee, and to whom', async () => {
  expect(await anna.balance('RUB')).toBe('69.70')
  expect(await newest(anna)).toMatchObject({
    kind: 'gift',
    direction: 'out',
    amount: '-30.30',
    fee: '0.30',
    state: 'complete',
    in_balance: true,
    description: 'Кому: Борис П.',
    repeat: null,
  })
})

test('the receiver reads what came, from whom, and nothing of the fee or of the giver’s account', async () => {
  expect(await boris.balance('RUB')).toBe('30.00')
  const line = await newest(boris)
  expect(line).toMatchObject({ kind: 'gift', direction: 'in', amount: '30.00', fee: '0.00', description: 'От кого: Анна С.' })
  expect(JSON.stringify(line)).not.toContain((await anna.account('RUB')).id)
  expect(JSON.stringify(line)).not.toMatch(/30\.30|0\.30/)
})

test('each finds it by its kind and by its type of the statistics', async () => {
  expect(await newest(anna, '?kind=gift')).toMatchObject({ amount: '-30.30' })
  expect(await newest(anna, '?type=sent')).toMatchObject({ amount: '-30.30' })
  expect(await newest(anna, '?type=received')).toBeUndefined()
  expect(await newest(boris, '?type=received')).toMatchObject({ amount: '30.00' })
})

test('each has it in the statistics', async () => {
  expect((await anna.get('/v2/wallet/stat')).results).toMatchObject([
    { wallet_transaction_type: 'topup', amount: '100.00' },
    { wallet_transaction_type: 'sent', name: 'Переводы людям', is_turnover: false, amount: '-30.30' },
  ])
  expect((await boris.get('/v2/wallet/stat')).results).toMatchObject([
    { wallet_transaction_type: 'received', name: 'Переводы от\u00a0людей', is_turnover: false, amount: '30.00', percent: 100 },
  ])
})

test('each is told of it behind the bell', async () => {
  const told = async (person: TestUser) =>
    ((await person.get('/v2/wallet/user/notification', 'en')).results as { message: string }[]).map(({ message }) => message)
  expect(await told(anna)).toContain('You sent ₽30.00 to Борис П.')
  expect(await told(boris)).toContain('Анна С. sent you ₽30.00')
  expect((await told(boris)).join()).not.toContain('You sent')
})

test('more than there is is refused, and the books are right', async () => {
  expect(await give('69.70', '0.01')).toMatchObject({ kind: 'refused', refusal: { code: 'insufficient_funds' } })
  expect(await boris.balance('RUB')).toBe('30.00')
  await wallet.expectTrueBooks()
})
