import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { caseRow, listCases } from '#server/cases/case'
import { decideGift, decideHeldGift, decideReceived, decideReturned } from '#server/gift/rules'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { operationOf } from '#server/ledger/operations'
import type { Posting } from '#server/ledger/posting'
import { flowOf } from '#server/movement/flow'
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

const fee = parseDecimal('0.20', 'RUB')

/** Sends a gift that waits; gives its id. */
async function send(amount: string): Promise<string> {
  const { id: from } = await anna.account('RUB')
  const id = randomUUID()
  await wallet.ledger.post({
    idempotencyKey: freshIdempotencyKey(),
    accounts: [from],
    decide(accounts) {
      const account = accounts.get(from)
      if (!account) throw new Error('An account has gone')
      const to = { account, name: '+7 912 000-00-00' }
      const [now, minor] = [new Date(), parseDecimal(amount, 'RUB')]
      return decideHeldGift({ id, from: { account, name: 'Анна С.' }, to, amount: minor, fee, now })
    },
  })
  return id
}

async function receive(id: string) {
  const [from, to] = [(await anna.account('RUB')).id, (await boris.account('RUB')).id]
  return wallet.ledger.post({
    idempotencyKey: freshIdempotencyKey(),
    accounts: [from, to],
    facts: { operation: operationOf(id) },
    decide(accounts, { operation }): Posting {
      const account = accounts.get(to)
      if (!(account && operation)) throw new Error('An account has gone')
      return decideReceived(operation, { transferId: randomUUID(), to: account, person: 'Анна С.', fee, now: new Date() })
    },
  })
}

async function giveBack(id: string) {
  return wallet.ledger.post({
    idempotencyKey: freshIdempotencyKey(),
    accounts: [(await anna.account('RUB')).id],
    facts: { operation: operationOf(id) },
    decide(_accounts, { operation }): Posting {
      if (!operation) throw new Error('It is not there')
      return decideReturned(operation, randomUUID(), new Date())
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
  expect(JSON.stringify(line)).not.toMatch(/"(30|0)\.30"/)
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

test('it counts towards what has gone to others lately, of its giver alone', async () => {
  const now = new Date()
  const wentOut = async ({ phone }: TestUser) => {
    const found = { name: 'test.person', text: "select id from wallet_user where phone = '+' || $1" }
    const person = await wallet.database.find<{ id: string }>(found, [phone])
    const flow = await wallet.database.read(flowOf({ userId: person?.id ?? '', floorPercent: 0, now }))
    return flow.map(({ wentOutMinor }) => wentOutMinor)
  }
  expect([await wentOut(anna), await wentOut(boris)]).toEqual([[3030n], [0n]])
})

test('more than there is is refused, and the books are right', async () => {
  expect(await give('69.70', '0.01')).toMatchObject({ kind: 'refused', refusal: { code: 'insufficient_funds' } })
  expect(await boris.balance('RUB')).toBe('30.00')
  await wallet.expectTrueBooks()
})

const total = async (person: TestUser, type: string) => {
  const { results } = await person.get('/v2/wallet/stat')
  const rows = results as { wallet_transaction_type: string; amount: string }[]
  return rows.find(({ wallet_transaction_type }) => wallet_transaction_type === type)?.amount
}

test('a gift that waits has left its giver, has reached nobody, and is in no statistics yet', async () => {
  const before = await anna.balance('RUB')
  const id = await send('20.00')
  expect(Number(await anna.balance('RUB'))).toBeCloseTo(Number(before) - 20.2)
  expect(await newest(anna)).toMatchObject({ operation_id: id, state: 'pending', amount: '-20.20', in_balance: true })
  expect(await boris.balance('RUB')).toBe('30.00')
  expect(await newest(boris)).not.toMatchObject({ operation_id: id })
  expect(await total(anna, 'sent')).toBe('-30.30')
  expect((await anna.told()).split('You sent')).toHaveLength(2)
  await wallet.expectTrueBooks()

  const since = Date.now()
  await receive(id)
  expect(await boris.balance('RUB')).toBe('50.00')
  const line = await newest(boris)
  expect(line).toMatchObject({
    operation_id: id,
    direction: 'in',
    amount: '20.00',
    fee: '0.00',
    state: 'complete',
    in_balance: true,
  })
  expect(Date.parse(String(line?.created_at))).toBeGreaterThanOrEqual(since)
  expect(JSON.stringify(line)).not.toContain((await anna.account('RUB')).id)
  expect(await newest(anna)).toMatchObject({ operation_id: id, state: 'complete', amount: '-20.20', in_balance: true })
  expect([await total(anna, 'sent'), await total(boris, 'received')]).toEqual(['-50.50', '50.00'])
  expect(await anna.told()).toContain('You sent ₽20.00 to +7 912 000-00-00')
  expect(await boris.told()).toContain('Анна С. sent you ₽20.00')
  await wallet.expectTrueBooks()
})

test('received once, it is neither received again nor returned', async () => {
  const id = await send('1.00')
  await receive(id)
  const after = [await anna.balance('RUB'), await boris.balance('RUB')]
  await expect(receive(id)).rejects.toThrow('A gift that is received does not become received')
  await expect(giveBack(id)).rejects.toThrow('A gift that is received does not become returned')
  expect([await anna.balance('RUB'), await boris.balance('RUB')]).toEqual(after)
  await wallet.expectTrueBooks()
})

test('what nobody receives is returned whole, and is in nobody’s statistics', async () => {
  const [before, sent] = [await anna.balance('RUB'), await total(anna, 'sent')]
  const id = await send('5.00')
  await giveBack(id)
  expect(await anna.balance('RUB')).toBe(before)
  expect(await newest(anna)).toMatchObject({ operation_id: id, state: 'failed', amount: '-5.20', in_balance: false })
  expect(await total(anna, 'sent')).toBe(sent)
  expect(await anna.told()).toContain("₽5.00 is back in your account: +7 912 000-00-00 didn't accept it in time")
  await expect(receive(id)).rejects.toThrow('A gift that is returned does not become received')
  await wallet.expectTrueBooks()
})

test('nobody joins who is in it already, or for another amount than moves', async () => {
  const id = await send('2.00')
  const { id: from } = await anna.account('RUB')
  const post = (change: (posting: Posting) => Posting) =>
    wallet.ledger.post({
      idempotencyKey: freshIdempotencyKey(),
      accounts: [from],
      facts: { operation: operationOf(id) },
      decide(accounts, { operation }): Posting {
        const account = accounts.get(from)
        if (!(account && operation)) throw new Error('It is not there')
        const receipt = { transferId: randomUUID(), to: account, person: 'Анна С.', fee, now: new Date() }
        return change(decideReceived(operation, receipt))
      },
    })
  await expect(post((posting) => posting)).rejects.toThrow('A gift with two legs on one account')
  const nobody = (posting: Posting): Posting => ({
    ...posting,
    ...(posting.change && { change: { ...posting.change, legs: [] } }),
  })
  await expect(post(nobody)).rejects.toThrow('A gift that moves 200 instead of 0')
  await giveBack(id)
  await wallet.expectTrueBooks()
})

test('a case about it is of its giver, whichever leg is the first', async () => {
  const [from, to] = [(await anna.account('RUB')).id, (await boris.account('RUB')).id]
  const id = randomUUID()
  await wallet.ledger.post({
    idempotencyKey: freshIdempotencyKey(),
    accounts: [from, to],
    decide(accounts) {
      const [giver, receiver] = [accounts.get(from), accounts.get(to)]
      if (!(giver && receiver)) throw new Error('An account has gone')
      const [amount, now] = [parseDecimal('1.00', 'RUB'), new Date()]
      const people = { from: { account: giver, name: 'Анна С.' }, to: { account: receiver, name: 'Борис П.' } }
      const gift = decideGift({ id, ...people, amount, fee, now })
      const legs = gift.operation?.legs.toReversed() ?? []
      const opened = { kind: 'payout_without_end', reference: id, operationId: id, details: {}, openedAt: now }
      return { ...gift, ...(gift.operation && { operation: { ...gift.operation, legs } }), rows: [caseRow(opened)] }
    },
  })
  const [found] = await listCases(wallet.database, { isAll: false })
  expect(found?.person).toMatchObject({ phone: `+${anna.phone}`, accountId: from })
  await wallet.expectTrueBooks()
})

test('what each of the two is sent of it is kept for their receipts', async () => {
  const lines = async (person: TestUser) => (await person.get('/v2/wallet/transaction?kind=gift')).results
  const ofBoth = { giver: await lines(anna), receiver: await lines(boris) }
  expect(Object.values(ofBoth).map((all) => (all as unknown[]).length > 0)).toEqual([true, true])
  writeFileSync('web/features/history/gift-lines.json', JSON.stringify(ofBoth))
})
