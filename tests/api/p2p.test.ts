import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type Answer,
  aKey,
  aUser,
  aUserWith,
  freshPhone,
  PIN,
  readCode,
  readMessages,
  type TestUser,
  until,
} from '#tests/builders'
import { rounds } from '#tests/full-run'
import { operate } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ P2P_LOOKUPS_PER_DAY: '4', CODES_PER_PHONE_HOUR: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PATH = '/v2/wallet/transfer'
const DAY = 86_400
const lookUp = (user: TestUser, body: Record<string, string>): Promise<Answer> => user.post(`${PATH}/recipient`, body)
const receive = (user: TestUser, transaction_id: unknown, protection_code?: string, key = aKey()): Promise<Answer> =>
  user.post(`${PATH}/receive`, { transaction_id, ...(protection_code && { protection_code }) }, { key })
const takeBack = (user: TestUser, transaction_id: unknown): Promise<Answer> => user.post(`${PATH}/take-back`, { transaction_id })
const decline = (user: TestUser, transaction_id: unknown): Promise<Answer> => user.post(`${PATH}/decline`, { transaction_id })

/** Gives the person's lines that are of one operation. */
async function lineOf(user: TestUser, id: unknown): Promise<Record<string, unknown> | undefined> {
  const { results } = await user.get('/v2/wallet/transaction', 'en')
  return (results as Record<string, unknown>[]).find(({ operation_id }) => operation_id === id)
}

test('a transfer to a number with a wallet arrives at once, with a message, and each of the two sees the name of the other [api-p2p-1]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const sent = await anna.send('30.00', 'RUB', { phone: boris.phone }, { message: '  <b>Кофе</b> ' })
  expect(sent).toMatchObject({ http: 200, status: 'ok' })
  expect([await anna.balance('RUB'), await boris.balance('RUB')]).toEqual(['70.00', '30.00'])
  const id = sent.transaction_id
  const common = { kind: 'p2p', state: 'complete', fee: '0.00', note: '<b>Кофе</b>' }
  expect(await lineOf(anna, id)).toMatchObject({ ...common, direction: 'out', amount: '-30.00', description: 'To Анна С.' })
  expect(await lineOf(boris, id)).toMatchObject({ ...common, direction: 'in', amount: '30.00', description: 'From Анна С.' })
  expect(await anna.told()).toContain('You sent ₽30.00 to Анна С.')
  expect(await boris.told()).toContain('Анна С. sent you ₽30.00')
})

test('a transfer opens an account for a recipient who has none in its currency', async () => {
  const [anna, boris] = [await aUser(wallet, '50.00 USD'), await aUser(wallet)]
  expect((await boris.accounts()).map(({ currency_code }) => currency_code)).not.toContain('IDR')
  await anna.post('/v2/wallet/accounts', { currency_code: 'IDR' })
  await anna.topUp('20000', 'IDR')
  expect(await anna.send('10000', 'IDR', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  expect(await boris.balance('IDR')).toBe('10000.00')
})

test('a transfer sent again under its key has one effect and one answer; another body under the key is refused [api-p2p-2]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const key = aKey()
  const answers = await Promise.all([1, 2, 3].map(() => anna.send('10.00', 'RUB', { phone: boris.phone }, { key })))
  expect(new Set(answers.map(({ transaction_id }) => transaction_id)).size).toBe(1)
  expect(await boris.balance('RUB')).toBe('10.00')
  expect(await anna.send('11.00', 'RUB', { phone: boris.phone }, { key })).toMatchObject({ code: 'idempotency_mismatch' })
})

test('looking up one’s own number, or one’s own code, is refused at the recipient', async () => {
  const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
  const lookup = (by: typeof anna, body: object) => by.post('/v2/wallet/transfer/recipient', body)
  const { code } = await anna.post('/v2/wallet/pay-code', {})
  const refused = { http: 422, code: 'recipient_self', field: 'to' }
  expect(await lookup(anna, { phone: anna.phone })).toMatchObject(refused)
  expect(await lookup(anna, { code })).toMatchObject(refused)
  expect(await lookup(boris, { phone: anna.phone })).toMatchObject({ http: 200, has_wallet: true })
  expect(await lookup(boris, { code })).toMatchObject({ http: 200, has_wallet: true })
})

test('an impossible transfer is refused with its reason before the PIN, and costs no try [api-p2p-3]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const refused = (amount: string, phone = boris.phone) => anna.send(amount, 'RUB', { phone }, { pin: '0000' })
  expect(await refused('10.00', anna.phone)).toMatchObject({ http: 422, code: 'recipient_self', field: 'to' })
  expect(await refused('1.00')).toMatchObject({ code: 'amount_min' })
  expect(await refused('600001.00')).toMatchObject({ code: 'amount_max' })
  expect(await refused('100.01')).toMatchObject({ code: 'insufficient_funds' })
  expect(await refused('1,5')).toMatchObject({ code: 'invalid_field', field: 'amount' })
  expect(await refused('10.00', '+7912')).toMatchObject({ code: 'invalid_field', field: 'phone' })
  const elsewhere = (await boris.account('RUB')).id
  const body = { from_account_id: elsewhere, to: { phone: boris.phone }, amount: '10.00', pin: '0000' }
  expect(await anna.post(PATH, body)).toMatchObject({ http: 404, code: 'account_unknown' })
  expect(await refused('10.00')).toMatchObject({ http: 403, code: 'pin_wrong', attempts_left: 4 })
  expect(await anna.balance('RUB')).toBe('100.00')
})

test('a transfer to a person who takes no transfers, or has blocked the sender, is refused; a report opens a case [api-p2p-4]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const { transaction_id } = await anna.send('10.00', 'RUB', { phone: boris.phone })
  const block = { transaction_id, is_blocked: true, report: 'I do not know this person' }
  expect(await anna.post(`${PATH}/block`, block)).toMatchObject({ http: 404, code: 'transfer_unknown' })
  expect(await boris.post(`${PATH}/block`, block)).toMatchObject({ status: 'ok' })
  expect(await boris.post(`${PATH}/block`, block)).toMatchObject({ status: 'ok' })
  expect(await anna.send('10.00', 'RUB', { phone: boris.phone })).toMatchObject({ http: 403, code: 'recipient_refuses' })
  const listed = await operate({ DATABASE_URL: wallet.databaseUrl }, ['cases', 'list'])
  expect(listed.said.split('sender_reported')).toHaveLength(2)
  await boris.post(`${PATH}/block`, { transaction_id, is_blocked: false })
  expect(await anna.send('10.00', 'RUB', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  expect(await boris.post(`${PATH}/settings/save`, { takes_transfers: false })).toMatchObject({
    takes_transfers: false,
    found_by_phone: true,
  })
  expect(await anna.send('10.00', 'RUB', { phone: boris.phone })).toMatchObject({ http: 403, code: 'recipient_refuses' })
})

test('a look-up of a number shows a first name and an initial, nothing of a hidden person, and is limited per day [api-p2p-5]', async () => {
  const [anna, boris, hidden] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet), await aUser(wallet)]
  expect(await lookUp(anna, { phone: boris.phone })).toMatchObject({
    has_wallet: true,
    person: 'Анна С.',
    phone: `+${boris.phone}`,
  })
  await hidden.post(`${PATH}/settings/save`, { found_by_phone: false })
  const { has_wallet, person, account_currencies } = await lookUp(anna, { phone: hidden.phone })
  const nobody = await lookUp(anna, { phone: freshPhone() })
  expect({ has_wallet, person, account_currencies }).toEqual({
    has_wallet: false,
    person: null,
    account_currencies: nobody.account_currencies,
  })
  // The same number again is no other.
  for (let times = 0; times < 5; times += 1) expect(await lookUp(anna, { phone: boris.phone })).toMatchObject({ http: 200 })
  expect(await lookUp(anna, { phone: freshPhone() })).toMatchObject({ http: 200 })
  const fifth = freshPhone()
  const more = await Promise.all([1, 2, 3].map(() => lookUp(anna, { phone: fifth })))
  for (const refused of [...more, await lookUp(anna, { phone: fifth })])
    expect(refused).toMatchObject({ http: 429, code: 'too_many_requests' })
  expect(await anna.send('10.00', 'RUB', { phone: freshPhone() })).toMatchObject({ http: 429, code: 'too_many_requests' })
  expect(await anna.send('10.00', 'RUB', { phone: boris.phone })).toMatchObject({ http: 200 })
  wallet.passSeconds(DAY + 1)
  expect(await lookUp(anna, { phone: fifth })).toMatchObject({ http: 200 })
})

test('a transfer to a person who is not found by their number waits, as to a number without a wallet, until they accept it [api-p2p-6]', async () => {
  const [anna, hidden] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  await hidden.post(`${PATH}/settings/save`, { found_by_phone: false })
  const sent = await anna.send('10.00', 'RUB', { phone: hidden.phone })
  expect(sent).toMatchObject({ http: 200, status: 'pending' })
  expect(JSON.stringify(await lineOf(anna, sent.transaction_id))).not.toContain('Анна С.')
  expect(await hidden.told()).toMatch(/Анна С\. sent you ₽10\.00\. Accept it before \d+ [A-Z]/)
  expect(await hidden.incoming()).toMatchObject([{ transaction_id: sent.transaction_id, amount: '10.00', needs_code: false }])
  expect(await receive(hidden, sent.transaction_id)).toMatchObject({ status: 'ok' })
  expect(await hidden.balance('RUB')).toBe('10.00')
  expect(await hidden.incoming()).toEqual([])
})

test('a transfer to a number without a wallet waits for its sign-up, and one SMS a day invites the owner of the number [api-p2p-7]', async () => {
  const [anna, phone] = [await aUser(wallet, '100.00 RUB'), freshPhone()]
  const sent = await anna.send('30.00', 'RUB', { phone }, { message: 'С\u00a0днем рождения' })
  expect(sent).toMatchObject({ http: 200, status: 'pending' })
  expect(await anna.balance('RUB')).toBe('70.00')
  expect(await lineOf(anna, sent.transaction_id)).toMatchObject({ state: 'pending', status: 'waiting for recipient' })
  await until(async () => (await readMessages(wallet, phone)).length > 0)
  await anna.send('10.00', 'RUB', { phone })
  const boris = await aUserWith(wallet, phone)
  await until(async () => (await boris.balance('RUB')) === '40.00')
  expect(await lineOf(boris, sent.transaction_id)).toMatchObject({ direction: 'in', amount: '30.00', state: 'complete' })
  expect(await lineOf(anna, sent.transaction_id)).toMatchObject({ state: 'complete' })
  const invitations = (await readMessages(wallet, phone)).filter(({ text }) => text.includes('вам перевод'))
  expect(invitations).toHaveLength(1)
  expect(invitations[0]?.text).toContain('30,00\u00a0₽')
  expect(await takeBack(anna, sent.transaction_id)).toMatchObject({ http: 409, code: 'transfer_ended' })
})

test('transfers that keep waiting for one number use up no invitation of another number', async () => {
  const [anna, phone, other] = [await aUser(wallet, '100.00 RUB'), freshPhone(), freshPhone()]
  for (let time = 0; time < 5; time += 1) await anna.send('10.00', 'RUB', { phone })
  const checks = { name: 'test.checks', text: 'select min(checks)::integer as least from p2p where phone = $1' }
  const least = async () => (await wallet.database.find<{ least: number }>(checks, [`+${phone}`]))?.least ?? 0
  // Each of those that were not told is tried three times within two minutes, and hourly then.
  await until(async () => {
    wallet.passSeconds(61)
    return (await least()) >= 3
  })
  const invited = async (number: string) =>
    (await readMessages(wallet, number)).filter(({ text }) => text.includes('вам перевод')).length
  await anna.send('10.00', 'RUB', { phone: other })
  await until(async () => (await invited(other)) > 0)
  expect([await invited(phone), await invited(other)]).toEqual([1, 1])
})

test('a transfer with a protection code is received only with the code; three wrong codes send the money back [api-p2p-8]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const send = () => anna.send('10.00', 'RUB', { phone: boris.phone }, { protection_code: '4711' })
  const first = await send()
  expect(first).toMatchObject({ status: 'pending' })
  expect(await boris.incoming()).toMatchObject([{ needs_code: true, attempts_left: 3 }])
  expect(await receive(boris, first.transaction_id)).toMatchObject({ code: 'invalid_field', field: 'protection_code' })
  expect(await receive(anna, first.transaction_id, '4711')).toMatchObject({ http: 404, code: 'transfer_unknown' })
  const key = aKey()
  expect(await receive(boris, first.transaction_id, '0000', key)).toMatchObject({
    http: 403,
    code: 'protection_code_wrong',
    attempts_left: 2,
  })
  expect(await receive(boris, first.transaction_id, '0000', key)).toMatchObject({ attempts_left: 2 })
  expect(await boris.post('/v2/wallet/attempt', { key })).toMatchObject({ outcome: 'refused' })
  expect(await receive(boris, first.transaction_id, '4711')).toMatchObject({ status: 'ok' })
  expect(await boris.balance('RUB')).toBe('10.00')

  const second = await send()
  const guesses = await Promise.all(
    ['0001', '0002', '0003', '0004', '4711'].map((code) => receive(boris, second.transaction_id, code)),
  )
  const wrong = guesses.filter(({ code }) => code === 'protection_code_wrong')
  expect(wrong.length).toBeLessThanOrEqual(3)
  const right = guesses.filter(({ http }) => http === 200).length
  expect(await boris.balance('RUB')).toBe(right === 1 ? '20.00' : '10.00')

  const third = await send()
  for (const left of [2, 1]) expect(await receive(boris, third.transaction_id, '0000')).toMatchObject({ attempts_left: left })
  const last = await receive(boris, third.transaction_id, '0000')
  expect(last).toMatchObject({ http: 403, code: 'protection_code_wrong' })
  expect(last.attempts_left).toBeUndefined()
  expect(await receive(boris, third.transaction_id, '4711')).toMatchObject({ http: 409, code: 'transfer_ended' })
  expect(await lineOf(anna, third.transaction_id)).toMatchObject({ state: 'failed', status: 'returned', in_balance: false })
  expect(await anna.told()).toContain('the protection code of your transfer to Анна С. was wrong three times')
})

test('the recipient’s missing account is opened by the right protection code, and not by a wrong one', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 GBP'), await aUser(wallet)]
  const { transaction_id } = await anna.send('10.00', 'GBP', { phone: boris.phone }, { protection_code: '4711' })
  await receive(boris, transaction_id, '0000')
  expect((await boris.accounts()).map((account) => account.currency_code)).not.toContain('GBP')
  await receive(boris, transaction_id, '4711')
  expect(await boris.balance('GBP')).toBe('10.00')
})

test('a waiting transfer that is declined, taken back or expires returns whole, once', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const send = async () => (await anna.send('10.00', 'RUB', { phone: boris.phone }, { protection_code: '4711' })).transaction_id
  const declined = await send()
  expect(await decline(anna, declined)).toMatchObject({ code: 'transfer_unknown' })
  expect(await decline(boris, declined)).toMatchObject({ status: 'ok' })
  expect(await anna.balance('RUB')).toBe('100.00')
  const taken = await send()
  expect(await takeBack(boris, taken)).toMatchObject({ code: 'transfer_unknown' })
  expect(await takeBack(anna, taken)).toMatchObject({ status: 'ok' })
  expect(await takeBack(anna, taken)).toMatchObject({ code: 'transfer_ended' })
  expect(await boris.incoming()).toEqual([])
  const expired = await send()
  wallet.passSeconds(3 * DAY)
  expect(await receive(boris, expired, '4711')).toMatchObject({ code: 'transfer_ended' })
  await until(async () => (await anna.balance('RUB')) === '100.00')
  expect(await lineOf(anna, expired)).toMatchObject({ state: 'failed', status: 'returned' })
  expect(await anna.told()).toContain("Анна С. didn't accept it in time")
})

test('a transfer that is received and taken back at the same moment has exactly one of both ends, in every round [api-p2p-9]', async () => {
  const [anna, boris] = [await aUser(wallet, '10000.00 RUB'), await aUser(wallet)]
  const ends = { received: 0, taken_back: 0 }
  const [all, atOnce] = [rounds(200), 10]
  for (let round = 0; round < all; round += atOnce) {
    const waiting: unknown[] = []
    for (let place = 0; place < atOnce; place += 1) {
      const sent = await anna.send('10.00', 'RUB', { phone: boris.phone }, { protection_code: '4711' })
      waiting.push(sent.transaction_id)
    }
    await Promise.all(
      waiting.map(async (id) => {
        const answers = await Promise.all([receive(boris, id, '4711'), takeBack(anna, id)])
        expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
        ends[answers[0].http === 200 ? 'received' : 'taken_back'] += 1
      }),
    )
  }
  expect(ends.received + ends.taken_back).toBe(all)
  expect(Number(await boris.balance('RUB'))).toBe(10 * ends.received)
  expect(Number(await anna.balance('RUB'))).toBe(10_000 - 10 * ends.received)
})

test('a transfer above a limit of the level is refused: for a day, for one person in a day, and for receiving [api-p2p-10]', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '5000.00 EUR'), await aUser(wallet), await aUser(wallet)]
  // Neither is new to her any more.
  for (const { phone } of [boris, vera]) expect(await anna.send('1.00', 'EUR', { phone })).toMatchObject({ http: 200 })
  wallet.passSeconds(DAY + 1)
  const set = (...options: string[]) =>
    operate({ DATABASE_URL: wallet.databaseUrl }, ['limits', 'set', 'basic', 'EUR', ...options, '--yes'])
  expect(
    await set(
      '--p2p-max',
      '100',
      '--p2p-daily',
      '150',
      '--p2p-monthly',
      '1000',
      '--p2p-person-daily',
      '120',
      '--p2p-received-monthly',
      '130',
    ),
  ).toMatchObject({ code: 0 })
  const send = (amount: string, { phone }: TestUser) => anna.send(amount, 'EUR', { phone })
  expect(await send('100.01', boris)).toMatchObject({ code: 'amount_max' })
  expect(await send('100.00', boris)).toMatchObject({ http: 200 })
  expect(await send('21.00', boris)).toMatchObject({ code: 'limit_person' })
  expect(await send('51.00', vera)).toMatchObject({ code: 'limit_daily' })
  expect(await send('50.00', vera)).toMatchObject({ http: 200 })
  wallet.passSeconds(DAY + 1)
  expect(await send('30.00', boris)).toMatchObject({ code: 'recipient_limit' })
  expect(await send('29.00', boris)).toMatchObject({ http: 200 })
})

test('a person whose transfers are stopped, or whose wallet is frozen, sends nothing', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const run = (...words: string[]) => operate({ DATABASE_URL: wallet.databaseUrl }, [...words, '--yes'])
  const send = () => anna.send('10.00', 'RUB', { phone: boris.phone })
  expect(await run('users', 'set', `+${anna.phone}`, '--p2p', 'off')).toMatchObject({ code: 0 })
  expect(await send()).toMatchObject({ http: 403, code: 'feature_stopped' })
  expect(await run('users', 'set', `+${anna.phone}`, '--p2p', 'on')).toMatchObject({ code: 0 })
  await anna.post('/v2/wallet/auth/freeze')
  expect(await send()).toMatchObject({ http: 403, code: 'wallet_frozen' })
})

test('a transfer to a number whose wallet is opened at the same moment reaches its owner', async () => {
  const [anna, phone] = [await aUser(wallet, '100.00 RUB'), freshPhone()]
  await anna.send('10.00', 'RUB', { phone })
  // As a sign-up leaves it that did not see the transfer yet.
  const boris = await aUserWith(wallet, phone)
  const { database } = wallet
  await until(async () => (await boris.balance('RUB')) === '10.00')
  const sent = await anna.send('10.00', 'RUB', { phone }, { protection_code: '4711' })
  const unclaim = 'update p2p set recipient_id = null, next_check_at = now() where operation_id = $1'
  await database.run({ name: 'test.unclaim', text: unclaim }, [sent.transaction_id])
  await until(async () => (await boris.incoming()).length === 1)
  expect(await receive(boris, sent.transaction_id, '4711')).toMatchObject({ status: 'ok' })
})

test('a transfer that waits for a person returns to its sender after that person has closed their wallet', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const { transaction_id } = await anna.send('10.00', 'RUB', { phone: boris.phone }, { protection_code: '4711' })
  await boris.post('/v2/wallet/profile/close/send_code', {})
  const confirm_code = await readCode(wallet, boris.phone)
  expect(await boris.post('/v2/wallet/profile/close', { confirm_code, pin_code: PIN })).toMatchObject({ status: 'ok' })
  wallet.passSeconds(3601)
  await until(async () => (await anna.balance('RUB')) === '100.00')
  expect(await lineOf(anna, transaction_id)).toMatchObject({ state: 'failed', status: 'returned' })
})

test('a waiting transfer from a frozen wallet is received only after the wallet is unfrozen [api-p2p-11]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const { transaction_id } = await anna.send('10.00', 'RUB', { phone: boris.phone }, { protection_code: '4711' })
  const asOperator = async (way: 'freeze' | 'unfreeze') => {
    const words = ['users', way, `+${anna.phone}`, '--yes', '--note', 'asked']
    expect(await operate({ DATABASE_URL: wallet.databaseUrl }, words)).toMatchObject({ code: 0 })
  }
  await asOperator('freeze')
  const key = aKey()
  expect(await receive(boris, transaction_id, '4711', key)).toMatchObject({ http: 409, code: 'transfer_paused' })
  expect(await boris.balance('RUB')).toBe('0.00')
  await asOperator('unfreeze')
  expect(await receive(boris, transaction_id, '4711', key)).toMatchObject({ status: 'ok' })
})

test('a person who may not withdraw cannot send transfers either [api-p2p-12]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  await operate({ DATABASE_URL: wallet.databaseUrl }, ['users', 'set', `+${anna.phone}`, '--withdrawal', 'off', '--yes'])
  expect(await anna.send('10.00', 'RUB', { phone: boris.phone })).toMatchObject({ http: 403, code: 'withdrawal_not_allowed' })
})

test('a person who is not found by their number and has blocked a sender is not told of a transfer from that sender [api-p2p-13]', async () => {
  const [anna, hidden] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet)]
  const { transaction_id } = await anna.send('10.00', 'RUB', { phone: hidden.phone })
  await hidden.post(`${PATH}/block`, { transaction_id, is_blocked: true })
  await hidden.post(`${PATH}/settings/save`, { found_by_phone: false })
  const before = await hidden.told()
  expect(await anna.send('10.00', 'RUB', { phone: hidden.phone })).toMatchObject({ status: 'pending' })
  expect([await hidden.told(), await hidden.incoming()]).toEqual([before, []])
})

test('after five refusals about what a recipient may receive, only smaller amounts and other recipients are answered [api-p2p-14]', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '100.00 GBP'), await aUser(wallet), await aUser(wallet)]
  const set = (most: string) =>
    operate({ DATABASE_URL: wallet.databaseUrl }, ['limits', 'set', 'basic', 'GBP', '--p2p-received-monthly', most, '--yes'])
  await set('50')
  const codes: unknown[] = []
  for (let pounds = 60; pounds > 51; pounds -= 1)
    codes.push((await anna.send(`${pounds}.00`, 'GBP', { phone: boris.phone })).code)
  expect(codes).toEqual([...Array(5).fill('recipient_limit'), ...Array(4).fill('too_many_requests')])
  // Of others one goes on being told, and what fits goes.
  expect(await anna.send('60.00', 'GBP', { phone: vera.phone })).toMatchObject({ http: 422, code: 'recipient_limit' })
  expect(await anna.send('50.00', 'GBP', { phone: boris.phone })).toMatchObject({ status: 'ok' })
  await set('100000')
})

test('a caller without the PIN learns nothing about a recipient, and uses up none of the refusals that the owner may get [api-p2p-15]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 GBP'), await aUser(wallet)]
  const set = (most: string) =>
    operate({ DATABASE_URL: wallet.databaseUrl }, ['limits', 'set', 'basic', 'GBP', '--p2p-received-monthly', most, '--yes'])
  await set('50')
  const { id: from_account_id } = await anna.account('GBP')
  const tryOut = async (amount: string, proof: Record<string, string>, key = aKey()) =>
    (await anna.post(PATH, { from_account_id, to: { phone: boris.phone }, amount, ...proof }, { key })).code
  for (const amount of ['20.00', '60.00', '20.00', '60.00', '60.00', '60.00', '60.00'])
    expect(await tryOut(amount, { passkey: 'xx' })).toBe('passkey_wrong')
  for (const amount of ['20.00', '60.00']) expect(await tryOut(amount, { pin: '0000' })).toBe('pin_wrong')
  for (const amount of ['101.00', '501.00']) expect(await tryOut(amount, { pin: '0000' })).toBe('insufficient_funds')
  // Many at once are told no more than one after the other, nor later by the key of what was not told.
  const keys = Array.from({ length: 8 }, () => aKey())
  const atOnce = await Promise.all(keys.map((key) => tryOut('60.00', { pin: PIN }, key)))
  expect(atOnce.toSorted()).toEqual([...Array(5).fill('recipient_limit'), ...Array(3).fill('too_many_requests')])
  const again = await Promise.all(keys.map((key) => tryOut('60.00', { pin: PIN }, key)))
  expect(again).toEqual(atOnce)
  await set('100000')
})

test('a blocked sender is listed, and can be unblocked from the list', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet), await aUser(wallet)]
  const blocked = async (user: TestUser) => (await user.get(`${PATH}/settings`)).blocked as Record<string, unknown>[]
  expect(await blocked(boris)).toEqual([])
  const { transaction_id } = await anna.send('10.00', 'RUB', { phone: boris.phone })
  await boris.post(`${PATH}/block`, { transaction_id, is_blocked: true })
  const [block] = await blocked(boris)
  expect(block).toEqual({ block_id: expect.any(String), person: 'Анна С.', blocked_at: expect.any(String) })
  expect(await anna.send('10.00', 'RUB', { phone: boris.phone })).toMatchObject({ code: 'recipient_refuses' })
  const unblock = (user: TestUser, block_id: unknown) => user.post(`${PATH}/unblock`, { block_id })
  for (const nobodys of [block?.block_id, 'unknown', aKey()]) expect(await unblock(vera, nobodys)).toMatchObject({ status: 'ok' })
  expect(await blocked(boris)).toEqual([block])
  for (const _time of [1, 2]) expect(await unblock(boris, block?.block_id)).toMatchObject({ http: 200, status: 'ok' })
  expect(await blocked(boris)).toEqual([])
  expect(await anna.send('10.00', 'RUB', { phone: boris.phone })).toMatchObject({ status: 'ok' })
})

test('a reported person can still close their wallet [api-p2p-16]', async () => {
  const [anna, boris] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet)]
  const { transaction_id } = await anna.send('10.00', 'RUB', { phone: boris.phone })
  await boris.post(`${PATH}/block`, { transaction_id, is_blocked: true, report: 'I do not know them' })
  await anna.post('/v2/wallet/profile/close/send_code', {})
  const confirm_code = await readCode(wallet, anna.phone)
  expect(await anna.post('/v2/wallet/profile/close', { confirm_code, pin_code: PIN })).toMatchObject({ status: 'ok' })
})

test('earlier recipients are listed, and can be sent to again without their number', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet), await aUser(wallet)]
  await anna.send('10.00', 'RUB', { phone: boris.phone })
  const { results } = await anna.get(`${PATH}/recipients`)
  expect(results).toMatchObject([{ person: 'Анна С.' }])
  const [{ id }] = results as [{ id: string }]
  expect(await lookUp(anna, { recipient_id: id })).toMatchObject({ has_wallet: true, phone: `+${boris.phone}` })
  expect(await anna.send('10.00', 'RUB', { recipient_id: id })).toMatchObject({ status: 'ok' })
  expect(await boris.balance('RUB')).toBe('20.00')
  expect(await vera.send('10.00', 'RUB', { recipient_id: id })).toMatchObject({ http: 404, code: 'recipient_unknown' })
})

test('a transfer from a new device has the limit of its first day [api-p2p-17]', async () => {
  const [anna, boris] = [await aUser(wallet, '9000.00 USD'), await aUser(wallet)]
  wallet.passSeconds(61)
  const elsewhere = await anna.signInAgain()
  const send = (amount: string) => elsewhere.send(amount, 'USD', { phone: boris.phone })
  expect(await send('2000.01')).toMatchObject({ code: 'limit_first_day' })
  expect(await send('2000.00')).toMatchObject({ http: 200 })
})
