import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser, type TestUser, until } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { aShopOrder, payCode } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
let boris: TestUser
/** Operations of Anna, by kind, and what each is at its provider. */
let made: Record<'topup' | 'withdrawal' | 'payment' | 'p2p' | 'exchange', string>
beforeAll(async () => {
  wallet = await startTestWallet()
  anna = await aUser(wallet, '300.00 USD', '1.00 EUR')
  boris = await aUser(wallet, '10.00 USD')
  const topup = await anna.topUp('77.00', 'USD')
  const { transaction_id: withdrawal } = await anna.withdraw('12.34', 'USD', { pan: '2200123456784821' })
  const { transaction_id: p2p } = await anna.send('5.00', 'USD', { phone: boris.phone })
  const order = await aShopOrder(wallet, { format: 'pix', amount: '3.00' })
  const { transaction_id: payment } = await payCode(anna, order)
  await anna.exchange('2.00', 'USD', 'EUR')
  const exchange = String((await anna.newest())?.id).slice(0, 36)
  made = { topup, withdrawal: String(withdrawal), payment: String(payment), p2p: String(p2p), exchange }
  await until(async () => (await providerIdOf('payment', made.payment)) !== null)
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

function operator(...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl }, words)
}

async function providerIdOf(table: string, id: string): Promise<string | null> {
  const text = `select external_id from ${table} where operation_id = $1`
  const row = await wallet.database.find<{ external_id: string | null }>({ name: `test.external_of_${table}`, text }, [id])
  return row?.external_id ?? null
}

/** The ids of a list of operations, as the operator reads them. */
async function found(...words: string[]): Promise<string[]> {
  const { said, code, complaint } = await operator('operations', 'find', ...words)
  expect([code, complaint]).toEqual([0, ''])
  return [...said.matchAll(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gm)].map(([id]) => id)
}

const today = () => new Date().toISOString().slice(0, 10)

test('an operation is shown whole, of every kind, with its id at the provider', async () => {
  for (const kind of ['topup', 'withdrawal', 'payment'] as const) {
    const { said, code } = await operator('operations', 'show', made[kind])
    const external = await providerIdOf(kind, made[kind])
    expect([kind, code, external]).toEqual([kind, 0, expect.any(String)])
    expect(said).toMatch(new RegExp(`^its id there +${external}$`, 'm'))
    expect(said).toMatch(/^provider +sandbox$/m)
  }
  const { said } = await operator('operations', 'show', made.p2p)
  expect(said).toMatch(new RegExp(`^to +\\+${boris.phone}$`, 'm'))
  expect((await operator('operations', 'show', made.payment)).said).toMatch(/^came to +complete 20\d\d-\d\d-\d\dT/m)
  expect((await operator('operations', 'show', made.exchange)).said).toMatch(/^kind +exchange$/m)
})

test('any id that belongs to an operation shows it: of the provider, of what was posted', async () => {
  const shownBy = async (id: string) => /^operation +(\S+)$/m.exec((await operator('operations', 'show', id)).said)?.[1]
  expect(await shownBy(`${made.exchange}.to`)).toBe(made.exchange)
  for (const kind of ['topup', 'withdrawal', 'payment'] as const)
    expect(await shownBy((await providerIdOf(kind, made[kind])) ?? '')).toBe(made[kind])
  const text = 'select id from transfer where operation_id = $1 limit 1'
  const transfer = await wallet.database.find<{ id: string }>({ name: 'test.a_transfer', text }, [made.exchange])
  expect(await shownBy(transfer?.id ?? '')).toBe(made.exchange)
})

test('operations are found by the id at the provider, by a card, by whose they are, by day and amount', async () => {
  const external = (await providerIdOf('withdrawal', made.withdrawal)) ?? ''
  expect(await found('--provider-id', external)).toEqual([made.withdrawal])
  expect(await found('--provider-id', external, '--amount', '99.00 USD')).toEqual([])
  for (const card of ['4821', '220012******4821', '2200 12•• •••• 4821'])
    expect(await found('--card', card, '--user', `+${anna.phone}`)).toEqual([made.withdrawal])
  expect(await found('--card', '427612******4821', '--user', `+${anna.phone}`)).toEqual([])
  expect(await found('--day', today(), '--amount', '77.00 USD')).toContain(made.topup)
  expect(await found('--day', today(), '--amount', '12.34 USD', '--user', `+${anna.phone}`)).toEqual([made.withdrawal])
  expect(await found('--day', '2020-01-01', '--amount', '77.00 USD')).toEqual([])
  expect(await found('--user', `+${boris.phone}`, '--amount', '5.00 USD')).toEqual([made.p2p])
})

test('more than ten are listed, as many as are asked for, and that there are more is said', async () => {
  const user = await aUser(wallet, '50.00 USD', '1.00 EUR')
  for (let round = 0; round < 11; round += 1) await user.exchange('1.00', 'USD', 'EUR')
  const all = await found('--user', `+${user.phone}`)
  expect(all.length).toBeGreaterThan(11)
  const { said } = await operator('operations', 'find', '--user', `+${user.phone}`, '--limit', '3')
  expect(said).toContain('There are more than 3')
  expect(await found('--user', `+${user.phone}`, '--limit', '3')).toEqual(all.slice(0, 3))
})

test.each([
  [['--amount', '5.00 USD'], 'an amount alone is not enough'],
  [[], 'Say --provider-id'],
  [['--day', '2026-02-30'], 'is no day'],
  [['--card', '48'], 'the last four digits'],
  [['--day', '2026-02-03', '--amount', '5 dollars'], 'Say how much'],
  [['--user', 'nobody'], 'is no phone number'],
  [['--day', '2026-02-03', '--limit', '0'], 'is no number of lines'],
])('what cannot be looked for by is refused in a line: %s', async (words, complaint) => {
  expect(await operator('operations', 'find', ...words)).toMatchObject({ code: 1, complaint: expect.stringContaining(complaint) })
})

/** A payment that the seller's vendor has not answered, of which it tells nothing and is not asked by itself. */
async function aSilentPayment(user: TestUser): Promise<string> {
  const { transaction_id, status } = await payCode(
    user,
    await aShopOrder(wallet, { format: 'pix', amount: '4.00', course: 'slow_paid' }),
  )
  expect(status).toBe('pending')
  const id = String(transaction_id)
  const silent = 'update sandbox.shop_payment set is_announced = true where reference = $1'
  await wallet.database.run({ name: 'test.announce_no_payment', text: silent }, [id])
  await askNothing(id)
  return id
}

async function askNothing(id: string): Promise<void> {
  const text = "update payment set next_check_at = now() + interval '1 day', sending_until = null where operation_id = $1"
  await wallet.database.run({ name: 'test.ask_of_no_payment', text }, [id])
}

test('of a payment to a seller the provider is asked at once, and it is ended by hand, once, with who did it and how they knew', async () => {
  const user = await aUser(wallet, '40.00 USD')
  const [asked, paid, failed] = [await aSilentPayment(user), await aSilentPayment(user), await aSilentPayment(user)]
  wallet.passSeconds(11)
  expect(await operator('payments', 'ask', asked, '--yes')).toMatchObject({
    code: 0,
    said: expect.stringContaining('The provider: paid. The payment: complete.'),
  })
  expect((await operator('operations', 'show', asked)).said).toMatch(/^last answer +paid \(20/m)
  const end = (way: string, id: string) => operator('payments', way, id, '--note', 'on their statement', '--yes', '--as', 'vera')
  expect(await operator('payments', 'settle', paid, '--yes')).toMatchObject({
    code: 1,
    complaint: 'Say how you know: --note <text>',
  })
  expect(await end('settle', paid)).toMatchObject({ code: 0, said: expect.stringMatching(/state +\w+ +→ complete/) })
  expect(await end('return', failed)).toMatchObject({ code: 0, said: expect.stringMatching(/state +\w+ +→ failed/) })
  expect(await user.balance('USD')).toBe('32.00')
  expect(await end('return', paid)).toMatchObject({ code: 1, complaint: 'It has ended: the seller was paid' })
  expect(await end('settle', failed)).toMatchObject({ code: 1, complaint: 'It has ended: failed, and its money was given back' })
  expect(await end('settle', made.exchange)).toMatchObject({ code: 1, complaint: `There is no payment "${made.exchange}"` })
  const text = 'select changed_by, area, after, note from operator_change where subject = $1'
  expect(await wallet.database.list({ name: 'test.recorded_of_payment', text }, [paid])).toEqual([
    { changed_by: 'vera', area: 'payments', after: { state: 'complete' }, note: 'on their statement' },
  ])
})
