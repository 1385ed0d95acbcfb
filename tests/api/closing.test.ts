import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PERSONAL_TABLES } from '#server/person/tables'
import {
  type Answer,
  ask,
  aUser,
  aUserWith,
  decideIdentity,
  decidePayment,
  PIN,
  readCode,
  readMessages,
  TestUser,
  until,
} from '#tests/builders'
import { casesOf } from '#tests/cases'
import { rounds } from '#tests/full-run'
import { countLockWaits } from '#tests/lock-waits'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent } from '#tests/vendors'

const PROFILE = '/v2/wallet/profile'
const DAY = 86_400
const TOPUP_SECONDS = 600

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({
    CODES_PER_PHONE_HOUR: '100',
    CODES_PER_PHONE_DAY: '100',
    TOPUP_LIFETIME_SECONDS: String(TOPUP_SECONDS),
    SESSION_IDLE_SECONDS: String(9999 * DAY),
    SESSION_ABSOLUTE_SECONDS: String(9999 * DAY),
  })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

let passed = 0
function pass(seconds: number): void {
  passed += seconds
  wallet.passSeconds(seconds)
}

/** Sends the wallet a payment event of ten dollars as the provider would, at the wallet's time. */
const sendPayment = (order: string, status: 'complete' | 'charged_back'): Promise<number> =>
  sendPaymentEvent(wallet, { order, status, amount: '10.00', currency: 'USD' }, { secondsOff: passed })

const sendCode = (user: TestUser, language = 'en') => user.post(`${PROFILE}/close/send_code`, {}, { language })

async function codeOf(user: TestUser): Promise<string> {
  pass(61)
  expect(await sendCode(user)).toMatchObject({ status: 'ok', resend_in: 60 })
  return readCode(wallet, user.phone)
}

const close = (user: TestUser, confirm_code: string, pin_code: string | undefined = PIN): Promise<Answer> =>
  user.post(`${PROFILE}/close`, { confirm_code, pin_code }, { language: 'en' })

/** Closes a wallet as its person would. */
async function closed(user: TestUser): Promise<void> {
  expect(await close(user, await codeOf(user))).toMatchObject({ status: 'ok', message: 'Wallet closed' })
}

const isOpen = async (user: TestUser): Promise<boolean> => (await user.get('/v2/wallet')).http === 200

/** The newest wallet of a number. */
async function idOf(phone: string): Promise<string> {
  const text = 'select id from wallet_user where phone = $1 order by registered_at desc limit 1'
  const row = await wallet.database.find<{ id: string }>({ name: 'test.id_of', text }, [`+${phone}`])
  return row?.id ?? ''
}

const run = (text: string, values: readonly unknown[] = []) =>
  wallet.database.run({ name: `test.${text.slice(0, 50)}`, text }, values)

/** What went by the operator's own bank account in USD, in minor units. */
async function inBank(): Promise<bigint> {
  const text = `select coalesce(sum(amount_minor), 0)::bigint as minor from entry
    join account on account.id = account_id and role = 'bank' and account.currency = 'USD'`
  return (await wallet.database.find<{ minor: bigint }>({ name: 'test.in_bank', text }))?.minor ?? 0n
}

async function count(table: string, column: string, value: string): Promise<number> {
  const statement = {
    name: `test.count ${table} ${column}`.slice(0, 60),
    text: `select count(*)::integer as count from ${table} where ${column} = $1`,
  }
  return (await wallet.database.find<{ count: number }>(statement, [value]))?.count ?? 0
}

/** An order that was not paid in time. */
async function anExpiredOrder(anna: TestUser): Promise<string> {
  const { order } = await anna.post('/v2/wallet/top-up', { amount: '10.00', currency_code: 'USD' })
  await run("update operation set state = 'expired', ended_at = now() where id = $1", [order])
  await run('update topup set next_check_at = null where operation_id = $1', [order])
  return String(order)
}

async function anEmptyUser(): Promise<TestUser> {
  const anna = await aUser(wallet)
  await anna.post('/v2/wallet/accounts', { currency_code: 'USD' })
  return anna
}

describe('a wallet that is closed', () => {
  test('is closed by a code and the PIN: its token is worth nothing, and a last SMS says so', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    await closed(anna)
    expect(await anna.get('/v2/wallet')).toMatchObject({ http: 401, code: 'INVALID_TOKEN' })
    expect(await isOpen(boris)).toBe(true)
    await until(async () => (await readMessages(wallet, anna.phone)).some(({ text }) => text.includes('ваш кошелек закрыт')))
    expect(await anna.post(`${PROFILE}/close`, { confirm_code: '1234' })).toMatchObject({ http: 401 })
  })

  test('without a PIN a code closes it', async () => {
    const anna = await aUser(wallet)
    await run('delete from pin where user_id = $1', [await idOf(anna.phone)])
    expect(await close(anna, await codeOf(anna), undefined)).toMatchObject({ status: 'ok' })
    expect(await isOpen(anna)).toBe(false)
  })

  test('keeps who it was and the books, and nothing that nobody needs', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    await anna.withdraw('10.00', 'USD')
    await until(async () => (await anna.balance('USD')) === '0.00')
    const { verification_url } = await anna.post('/v2/wallet/identification-level/upgrade', {})
    await anna.withdraw('1.00', 'USD', { pin: '0000' })
    const id = await idOf(anna.phone)
    await closed(anna)
    const [person] = await wallet.database.list<Record<string, unknown>>(
      { name: 'test.person', text: 'select * from wallet_user where id = $1' },
      [id],
    )
    expect(person).toMatchObject({ phone: `+${anna.phone}`, first_name: 'Анна', last_name: 'Смирнова', email: '' })
    expect(person).toMatchObject({ city: null, address: null, personal_data: null, email_index: null, language: null })
    for (const [table, { atClosing }] of Object.entries(PERSONAL_TABLES)) {
      if (typeof atClosing !== 'object') continue
      const whose = atClosing.deletedBy === 'user_id' ? id : `+${anna.phone}`
      // The last SMS waits, or was sent.
      expect([table, await count(table, atClosing.deletedBy, whose)]).toEqual([table, table === 'message' ? 1 : 0])
    }
    expect(await count('operation_leg', 'user_id', id)).toBe(2)
    expect(
      await count('withdrawal join operation_leg using (operation_id)', "token = '' and fingerprint is null and user_id", id),
    ).toBe(1)
    // What the identity provider says later changes nothing.
    expect(await decideIdentity(verification_url, 'approve')).toBe(200)
    expect(await count('identification', "state = 'aborted' and user_id", id)).toBe(1)
    expect(await count('notification', 'user_id', id)).toBe(0)
  })

  test('is, to whoever signs in, like a number without a wallet', async () => {
    const [anna, nobody] = [await aUser(wallet), '79120000001']
    await closed(anna)
    pass(61)
    const askFor = (phone: string) => ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })
    expect(await askFor(anna.phone)).toEqual(await askFor(nobody))
    // What tells of the closing may come later than what was asked for afterwards.
    await until(async () => (await readMessages(wallet, anna.phone)).some(({ text }) => text.includes('еще нет кошелька')))
    const login = (phone: string) =>
      ask(wallet, 'POST', '/v2/wallet/auth/login', { body: { phone, confirm_code: '1234', pin_code: PIN } })
    expect(await login(anna.phone)).toEqual(await login(nobody))
  })

  test('frees its number for another, which sees nothing of it', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    await anna.withdraw('10.00', 'USD')
    const before = await idOf(anna.phone)
    await closed(anna)
    pass(61)
    const again = await aUserWith(wallet, anna.phone)
    expect(await idOf(anna.phone)).not.toBe(before)
    expect((await again.get('/v2/wallet/transaction')).results).toEqual([])
    expect(await again.recipients()).toEqual([])
    expect(await again.told()).not.toContain('10.00')
    expect((await again.get('/v2/wallet/auth/sessions')).results).toHaveLength(1)
    expect(await isOpen(anna)).toBe(false)
    // Of three wallets of a number one is open.
    await closed(again)
    pass(61)
    expect(await isOpen(await aUserWith(wallet, anna.phone))).toBe(true)
  })

  test('forgets who it was when the years are over that the law asks for, and not before; the books stay', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    const boris = await aUser(wallet)
    await anna.withdraw('10.00', 'USD')
    const [id, other] = [await idOf(anna.phone), await idOf(boris.phone)]
    const closedSince = async (user: TestUser, whose: string, days: number): Promise<void> => {
      await closed(user)
      await run('update wallet_user set closed_at = closed_at - make_interval(days => $2) where id = $1', [whose, days])
    }
    await closedSince(anna, id, 1826)
    await closedSince(boris, other, 1824)
    const named = (whose: string) => count('wallet_user', "first_name <> '' and phone is not null and id", whose)
    expect(await named(id)).toBe(1)
    // It deletes when it starts, and every ten minutes.
    wallet = await wallet.reopen()
    await until(async () => (await named(id)) === 0)
    expect(await named(other)).toBe(1)
    expect(await count('operation_leg', 'user_id', id)).toBe(2)
  })

  test('forgets the number and the name in the rows of others then, too, who read of a closed wallet [api-closing-3]', async () => {
    const [anna, boris] = [await aUser(wallet, '30.00 USD'), await aUser(wallet, '5.00 USD')]
    await boris.send('5.00', 'USD', { phone: anna.phone })
    const sent = await anna.send('10.00', 'USD', { phone: boris.phone })
    await anna.send('5.00', 'USD', { phone: boris.phone })
    await boris.withdraw('15.00', 'USD')
    await until(async () => (await boris.newest())?.state === 'complete')
    await anna.post('/v2/wallet/recipients/save', { recipient_id: String(sent.transaction_id), is_favourite: true })
    const id = await idOf(boris.phone)
    await closed(boris)
    // Somebody else has the number since.
    const later = await aUserWith(wallet, boris.phone)
    await anna.send('1.00', 'USD', { phone: later.phone })
    await run('update wallet_user set closed_at = closed_at - make_interval(days => 1826) where id = $1', [id])
    wallet = await wallet.reopen()
    await until(async () => (await count('wallet_user', 'phone is not null and id', id)) === 0)
    expect(await count('p2p', 'recipient_id', id)).toBe(2)
    expect(await count('p2p', "phone like '+%' and recipient_id", id)).toBe(0)
    expect(await count('p2p', 'phone', `+${boris.phone}`)).toBe(1)
    const again = new TestUser(wallet, anna.phone, anna.token)
    const lines = (await again.get('/v2/wallet/transaction', 'en')).results as { description: string }[]
    expect(lines.map(({ description }) => description).filter((text) => /closed wallet/.test(text))).toHaveLength(3)
    const { results } = await again.get('/v2/wallet/transfer/recipients', 'en')
    const people = results as { id: string; person: string; is_favourite: boolean }[]
    expect(people).toMatchObject([{ person: 'closed wallet', is_favourite: true }, { person: expect.stringMatching(/\w/) }])
    const to = { recipient_id: people[0]?.id ?? '' }
    expect(await again.send('1.00', 'USD', to)).toMatchObject({ http: 404, code: 'recipient_unknown' })
    // Of a leg nothing else is ever changed, and nothing by the wallet itself.
    const change = run("update operation_leg set details = '{}' where user_id = $1", [await idOf(anna.phone)])
    await expect(change).rejects.toThrow('append-only')
  })
})

test('two who are forgotten in one go leave no name with each other', async () => {
  const [anna, boris] = [await aUser(wallet, '30.00 USD'), await aUser(wallet)]
  await anna.send('30.00', 'USD', { phone: boris.phone })
  await boris.withdraw('30.00', 'USD')
  await until(async () => (await boris.newest())?.state === 'complete')
  const ids = [await idOf(anna.phone), await idOf(boris.phone)]
  for (const user of [anna, boris]) await closed(user)
  await run('update wallet_user set closed_at = closed_at - make_interval(days => 1826) where id = any($1)', [ids])
  wallet = await wallet.reopen()
  for (const id of ids) await until(async () => (await count('wallet_user', 'phone is not null and id', id)) === 0)
  for (const id of ids) expect(await count('operation_leg', "details ->> 'person' <> '' and user_id", id)).toBe(0)
})

describe('a wallet is not closed', () => {
  /** What is in the way, as it is told when a code is asked for, and when one is used. */
  async function inTheWay(user: TestUser): Promise<string[]> {
    const refused = await sendCode(user)
    expect(refused).toMatchObject({ http: 409, code: 'wallet_not_empty' })
    const closing = await close(user, '0000', '0000')
    expect(closing).toMatchObject({ http: 409, code: 'wallet_not_empty', obstacles: refused.obstacles })
    expect(await isOpen(user)).toBe(true)
    return (refused.obstacles as { kind: string; message: string }[]).map(({ kind, message }) => `${kind}: ${message}`)
  }

  test('while there is money on it, in any currency', async () => {
    const anna = await aUser(wallet, '10.00 USD', '5.00 EUR')
    expect(await inTheWay(anna)).toEqual([
      'balance: $10.00 is left in your account: withdraw it, or exchange it first',
      'balance: €5.00 is left in your account: withdraw it, or exchange it first',
    ])
    const { obstacles } = await sendCode(anna)
    expect(obstacles).toMatchObject([
      { amount: '10.00', currency_code: 'USD' },
      { amount: '5.00', currency_code: 'EUR' },
    ])
    // Neither a code nor a PIN was checked.
    expect(await anna.withdraw('1.00', 'USD', { pin: '0000' })).toMatchObject({ attempts_left: 4 })
  })

  test('while a top-up waits to be paid, and then until it is empty', async () => {
    const anna = await aUser(wallet)
    const { order } = await anna.post('/v2/wallet/top-up', { amount: '100.00', currency_code: 'RUB' })
    expect(await inTheWay(anna)).toEqual([expect.stringMatching(/^topup: /)])
    await decidePayment(wallet, String(order), 'decline')
    await until(async () => (await anna.state(String(order))) === 'failed')
    await closed(anna)
  })

  test('while money is on its way out', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    // The sandbox says later how a payout to this card ends.
    const { transaction_id } = await anna.withdraw('10.00', 'USD', { pan: '2200000000000051' })
    await run("update operation set state = 'held', ended_at = null where id = $1", [transaction_id])
    expect(await inTheWay(anna)).toEqual([expect.stringMatching(/^withdrawal: /)])
    await run("update operation set state = 'complete', ended_at = now() where id = $1", [transaction_id])
    await closed(anna)
  })

  test('while a case of theirs is open, or something is owed, or it is frozen', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    const [{ id: topup = '' } = {}] = (await anna.get('/v2/wallet/transaction')).results as { id: string }[]
    await anna.withdraw('10.00', 'USD')
    await until(async () => (await anna.balance('USD')) === '0.00')
    expect(await sendPayment(topup, 'charged_back')).toBe(200)
    const cases = casesOf(wallet)
    await until(async () => (await cases.allAbout(topup)).length === 1)
    expect((await inTheWay(anna)).map((said) => said.split(':')[0])).toEqual(['debt', 'case'])
    expect((await cases.operator('users', 'freeze', `+${anna.phone}`, '--note', 'asked to', '--yes')).code).toBe(0)
    expect((await inTheWay(anna)).map((said) => said.split(':')[0])).toEqual(['frozen', 'debt', 'case'])
  })

  test('by a wrong code, by a code for something else, by the code of another, or with a wrong PIN or none', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    const code = await codeOf(anna)
    const wrong = ((Number(code) + 1) % 10_000).toString().padStart(4, '0')
    expect(await close(anna, wrong)).toMatchObject({ http: 422, code: 'code_wrong' })
    expect(await close(boris, code)).toMatchObject({ http: 422 })
    expect(await anna.post(`${PROFILE}/close`, { confirm_code: code })).toMatchObject({ http: 403, code: 'pin_required' })
    expect(await close(anna, code, '0000')).toMatchObject({ http: 403, code: 'pin_wrong', field: 'pin_code', attempts_left: 4 })
    pass(61)
    await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone: anna.phone } })
    expect(await close(anna, await readCode(wallet, anna.phone))).toMatchObject({ http: 422 })
    const body = { phone: anna.phone, confirm_code: code }
    expect(await ask(wallet, 'POST', '/v2/wallet/auth/login', { body })).toMatchObject({ http: 422 })
    expect(await isOpen(anna)).toBe(true)
    await closed(anna)
  })
})

/** Begins two things that want the accounts of a person, in this order, while somebody else holds them, and lets both go at once. */
function behindALock<Done>(user: TestUser, [one, other]: readonly [() => Promise<Done>, () => Promise<Done>]) {
  const text = 'select from account join wallet_user on wallet_user.id = user_id where phone = $1 for update of account'
  return wallet.database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.hold', text }, [`+${user.phone}`])
    const first = one()
    await until(async () => (await countLockWaits(tx)) > 0)
    const second = other()
    await until(async () => (await countLockWaits(tx)) > 1)
    return { first, second }
  })
}

describe('what happens at the same moment', () => {
  test('of two closings at once one closes it', async () => {
    const anna = await aUser(wallet)
    const code = await codeOf(anna)
    const answers = await Promise.all([close(anna, code), close(anna, code)])
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
    expect(await isOpen(anna)).toBe(false)
    expect(await count('message', 'user_id', await idOf(anna.phone))).toBe(1)
  })

  test('money that comes for a wallet that is closed is a case, and is given back', async () => {
    const anna = await anEmptyUser()
    const order = await anExpiredOrder(anna)
    await closed(anna)
    await decidePayment(wallet, order, 'pay')
    const cases = casesOf(wallet)
    await until(async () => (await cases.allAbout(order)).length === 1)
    const { id, kind, amount } = await cases.about(order)
    expect({ kind, amount }).toEqual({ kind: 'payment_after_closing', amount: 'USD 1000' })
    // Told once more it is the same payment.
    await decidePayment(wallet, order, 'pay').catch(() => undefined)
    await cases.expectRefused(id, ['close'], 'Its money is still in suspense')
    await cases.resolve(id, 'return')
  })

  test('or is paid to its person from our bank account', async () => {
    const anna = await anEmptyUser()
    const order = await anExpiredOrder(anna)
    await closed(anna)
    await decidePayment(wallet, order, 'pay')
    const cases = casesOf(wallet)
    await until(async () => (await cases.allAbout(order)).length === 1)
    const { id } = await cases.about(order)
    const before = await inBank()
    await cases.resolve(id, 'collect')
    expect(await inBank()).toBe(before + 1000n)
    await cases.expectRefused(id, ['return'], 'It has ended: paid to the person from our bank account')
  })

  test('a payment that comes while the wallet is closed is in the way, or finds it closed, again and again [api-closing-1]', async () => {
    const cases = casesOf(wallet)
    const ends = { credited: 0, closed: 0 }
    const all = rounds(100)
    for (let round = 0; round < all; round += 1) {
      const anna = await anEmptyUser()
      const order = await anExpiredOrder(anna)
      // To compare one would take longer than a payment does.
      await run('delete from pin where user_id = $1', [await idOf(anna.phone)])
      const code = await codeOf(anna)
      const both: readonly [() => Promise<unknown>, () => Promise<unknown>] = [
        () => close(anna, code),
        () => sendPayment(order, 'complete'),
      ]
      const { first, second } = await behindALock(anna, round % 2 === 0 ? both : [both[1], both[0]])
      const [closing, event] = round % 2 === 0 ? [await first, await second] : [await second, await first]
      expect(event).toBe(200)
      const isClosed = (closing as Answer).status === 'ok'
      expect((await cases.allAbout(order)).map(({ kind }) => kind)).toEqual(isClosed ? ['payment_after_closing'] : [])
      ends[isClosed ? 'closed' : 'credited'] += 1
      if (isClosed) continue
      expect(closing).toMatchObject({ code: 'wallet_not_empty' })
      expect(await anna.balance('USD')).toBe('10.00')
    }
    expect(ends.credited + ends.closed).toBe(all)
    // Of a hundred both have happened, or the race was none; ten may end alike.
    if (all === 100) expect(Math.min(ends.credited, ends.closed)).toBeGreaterThan(0)
  })

  test('a sign-in at the same moment leaves no session of a closed wallet', async () => {
    for (let round = 0; round < 10; round += 1) {
      const anna = await aUser(wallet)
      const code = await codeOf(anna)
      pass(61)
      await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone: anna.phone } })
      const body = { phone: anna.phone, confirm_code: await readCode(wallet, anna.phone) }
      const id = await idOf(anna.phone)
      await Promise.all([close(anna, code), ask(wallet, 'POST', '/v2/wallet/auth/login', { body })])
      expect(await isOpen(anna)).toBe(false)
      expect(await count('session', 'ended_at is null and user_id', id)).toBe(0)
    }
  })
})
