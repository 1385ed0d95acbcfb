import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WHOLE_BOOKS } from '#server/ledger/books-part'
import { deleteOldRequests } from '#server/requests/store'
import { P2P_INVARIANTS } from '#server/transfers/invariants'
import {
  type Answer,
  aKey,
  ask,
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
  // Collections of new wallets are paid by many here.
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', VELOCITY_SENDERS_PER_DAY: '0' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PATH = '/v2/wallet/request'
const DAY = 86_400

interface Request extends Record<string, unknown> {
  readonly id: string
  readonly code: string
}

async function asksFor(user: TestUser, terms: Record<string, unknown> = {}, currency = 'RUB', key = aKey()): Promise<Answer> {
  return user.post(PATH, { account_id: (await user.account(currency)).id, ...terms }, { key })
}

/** A request that somebody has made. */
async function madeBy(user: TestUser, terms: Record<string, unknown> = {}, currency = 'RUB'): Promise<Request> {
  const made = await asksFor(user, terms, currency)
  expect(made).toMatchObject({ http: 200, status: 'ok' })
  return made.request as Request
}

const show = (user: TestUser, request_id: string): Promise<Answer> => user.post(`${PATH}/show`, { request_id })
const withdraw = (user: TestUser, request_id: string, key = aKey()): Promise<Answer> =>
  user.post(`${PATH}/withdraw`, { request_id }, { key })
const decline = (user: TestUser, request_id: string): Promise<Answer> => user.post(`${PATH}/decline`, { request_id })
const look = (code: string): Promise<Answer> => ask(wallet, 'POST', '/v2/wallet/pay-code/look', { body: { code } })
const listOf = async (user: TestUser): Promise<Request[]> => (await user.get(`${PATH}/list`)).results as Request[]

/** How many answers have each status. */
function howMany(answers: readonly Answer[], ...statuses: number[]): number[] {
  return statuses.map((status) => answers.filter(({ http }) => http === status).length)
}

async function lineOf(user: TestUser, id: unknown): Promise<Record<string, unknown> | undefined> {
  const { results } = await user.get('/v2/wallet/transaction', 'en')
  return (results as Record<string, unknown>[]).find(({ operation_id }) => operation_id === id)
}

async function codeOf(user: TestUser): Promise<string> {
  return String((await user.post('/v2/wallet/pay-code', {})).code)
}

test('a request to a number notifies its payer, and is paid with its amount into the account that it names', async () => {
  const [maker, payer] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet, '100.00 RUB')]
  const made = await madeBy(maker, { to: { phone: payer.phone }, amount: '30.00', message: '<i>Обед</i>' })
  const common = { amount: '30.00', currency_code: 'RUB', message: '<i>Обед</i>', is_collect: false, state: 'open', payments: 0 }
  expect(made).toMatchObject({ ...common, direction: 'made', person: 'Анна С.', code: null, link: null })
  expect(await payer.told()).toContain('Анна С. is asking you for ₽30.00')
  expect(await listOf(payer)).toMatchObject([{ ...common, id: made.id, direction: 'received', person: 'Анна С.', code: null }])
  const paid = await payer.send('30.00', 'RUB', { request_id: made.id })
  expect(paid).toMatchObject({ http: 200, status: 'ok' })
  expect([await maker.balance('RUB'), await payer.balance('RUB')]).toEqual(['40.00', '70.00'])
  expect(await lineOf(payer, paid.transaction_id)).toMatchObject({ kind: 'p2p', note: '<i>Обед</i>', amount: '-30.00' })
  expect(await lineOf(maker, paid.transaction_id)).toMatchObject({ kind: 'p2p', note: '<i>Обед</i>', amount: '30.00' })
  expect(await maker.told()).toContain('Анна С. paid your request: ₽30.00')
  const shown = await show(maker, made.id)
  expect(shown.request).toMatchObject({ state: 'paid', payments: 1, collected: '30.00' })
  expect(shown.paid).toMatchObject([{ transaction_id: paid.transaction_id, person: 'Анна С.', amount: '30.00' }])
  expect(await show(payer, made.id)).toMatchObject({ request: { state: 'paid', direction: 'received' }, paid: [] })
  expect(await payer.send('30.00', 'RUB', { request_id: made.id })).toMatchObject({
    http: 409,
    code: 'request_closed',
    state: 'paid',
  })
})

test('of five requests to one payer in a day three send a notice; the list has all of them [api-requests-1]', async () => {
  const [maker, payer] = [await aUser(wallet), await aUser(wallet)]
  const terms = { account_id: '', to: { phone: payer.phone } }
  const account_id = (await maker.accounts())[0]?.id
  for (let times = 0; times < 5; times += 1) await maker.post(PATH, { ...terms, account_id })
  expect(await listOf(payer)).toHaveLength(5)
  expect((await payer.told()).split('\n').filter((told) => told === 'Анна С. is asking you for money')).toHaveLength(3)
})

test('a request with a link can be paid by anybody with its code; without an amount the payer chooses it', async () => {
  const [maker, payer] = [await aUser(wallet, '10.00 USD'), await aUser(wallet, '100.00 USD')]
  const { id, code, link, person } = await madeBy(maker, { message: 'Book' }, 'USD')
  expect(code).toMatch(/^[0-9A-Za-z]{24}$/)
  expect([link, person]).toEqual([`${wallet.url}/pay/${code}`, null])
  const found = await payer.post('/v2/wallet/transfer/recipient', { code })
  const request = { id, amount: null, currency_code: 'USD', message: 'Book', is_collect: false, state: 'open' }
  expect(found).toMatchObject({ has_wallet: true, person: 'Анна С.', phone: null, request })
  expect(await payer.send('12.34', 'USD', { code })).toMatchObject({ http: 200, status: 'ok' })
  expect(await maker.balance('USD')).toBe('22.34')
  expect(await look(code)).toMatchObject({ http: 200, state: 'paid' })
  expect(await payer.send('12.34', 'USD', { code })).toMatchObject({ http: 409, code: 'request_closed', state: 'paid' })
  expect(await payer.post('/v2/wallet/transfer/recipient', { code })).toMatchObject({ http: 200, request: { state: 'paid' } })
})

test('a payment that does not fit its request is refused with its reason before the PIN [api-requests-2]', async () => {
  const [maker, payer, other] = [
    await aUser(wallet, '100.00 RUB'),
    await aUser(wallet, '500.00 RUB', '10.00 USD'),
    await aUser(wallet, '100.00 RUB'),
  ]
  const { code } = await madeBy(maker, { amount: '30.00' })
  const asked = await madeBy(maker, { to: { phone: payer.phone }, amount: '30.00' })
  const refused = (amount: string, also: Record<string, string> = {}, currency = 'RUB') =>
    payer.send(amount, currency, { code }, { pin: '0000', ...also })
  const tooMuch = await refused('30.01')
  expect(tooMuch).toMatchObject({ http: 400, code: 'request_amount', field: 'amount' })
  expect(tooMuch.message).toContain('30')
  expect(await refused('29.99')).toMatchObject({ code: 'request_amount' })
  expect(await refused('30.00', { protection_code: '4711' })).toMatchObject({ code: 'invalid_field', field: 'protection_code' })
  expect(await refused('30.00', {}, 'USD')).toMatchObject({ code: 'invalid_field', field: 'from_account_id' })
  expect(await payer.send('30.00', 'RUB', { code: 'Unknown0000000000000' })).toMatchObject({
    http: 404,
    code: 'code_unknown',
    field: 'to',
  })
  expect(await maker.send('30.00', 'RUB', { code }, { pin: '0000' })).toMatchObject({ http: 422, code: 'recipient_self' })
  expect(await other.send('30.00', 'RUB', { request_id: asked.id })).toMatchObject({
    http: 404,
    code: 'code_unknown',
    field: 'to',
  })
  expect(await maker.send('30.00', 'RUB', { request_id: asked.id })).toMatchObject({ http: 404, code: 'code_unknown' })
  expect(await payer.send('30.00', 'RUB', { code, request_id: asked.id })).toMatchObject({ code: 'invalid_field', field: 'to' })
  expect(await payer.send('30.00', 'RUB', { code }, { pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  expect(await payer.balance('RUB')).toBe('500.00')
})

test('an invalid request is refused with its reason', async () => {
  const [maker, payer] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet, '10.00 RUB')]
  const account_id = (await payer.account('RUB')).id
  expect(await asksFor(maker, { account_id })).toMatchObject({ http: 404, code: 'account_unknown', field: 'account_id' })
  expect(await asksFor(maker, { to: { phone: maker.phone } })).toMatchObject({ http: 422, code: 'recipient_self' })
  expect(await asksFor(maker, { to: { phone: payer.phone }, is_collect: true })).toMatchObject({
    code: 'invalid_field',
    field: 'is_collect',
  })
  expect(await asksFor(maker, { to: {} })).toMatchObject({ code: 'invalid_field', field: 'phone' })
  expect(await asksFor(maker, { amount: '0.00' })).toMatchObject({ code: 'invalid_field', field: 'amount' })
  expect(await asksFor(maker, { amount: '1.00' })).toMatchObject({ http: 422, code: 'amount_min' })
  expect(await asksFor(maker, { amount: '99999999.00' })).toMatchObject({ http: 422, code: 'amount_max' })
  expect(await asksFor(maker, { days: 31 })).toMatchObject({ http: 400, code: 'invalid_field' })
  expect(await listOf(maker)).toEqual([])
})

test('a request made again under its key is one request; another body under the key is refused', async () => {
  const maker = await aUser(wallet, '10.00 RUB')
  const key = aKey()
  const answers = await Promise.all([1, 2, 3].map(() => asksFor(maker, { amount: '30.00' }, 'RUB', key)))
  expect(new Set(answers.map(({ request }) => (request as Request).id)).size).toBe(1)
  expect(await listOf(maker)).toHaveLength(1)
  expect(await asksFor(maker, { amount: '31.00' }, 'RUB', key)).toMatchObject({ http: 422, code: 'idempotency_mismatch' })
})

test('a request that two people pay at the same moment is paid exactly once, in every round [api-requests-3]', async () => {
  const [maker, one, other] = [
    await aUser(wallet, '10.00 RUB'),
    await aUser(wallet, '1000.00 RUB'),
    await aUser(wallet, '1000.00 RUB'),
  ]
  const all = rounds(50)
  for (let round = 0; round < all; round += 1) {
    // So many may be made in a day.
    if (round === 25) wallet.passSeconds(DAY + 1)
    const { code } = await madeBy(maker, { amount: '10.00' })
    const answers = await Promise.all([one, other, other].map((payer) => payer.send('10.00', 'RUB', { code })))
    expect(howMany(answers, 200, 409)).toEqual([1, 2])
  }
  expect(await maker.balance('RUB')).toBe(`${10 + 10 * all}.00`)
  expect(Number(await one.balance('RUB')) + Number(await other.balance('RUB'))).toBe(2000 - 10 * all)
})

test('a request that is withdrawn, declined and paid at the same moment has exactly one of these ends [api-requests-4]', async () => {
  const [maker, payer] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet, '1000.00 RUB')]
  let paid = 0
  for (let round = 0; round < rounds(25); round += 1) {
    const { id } = await madeBy(maker, { to: { phone: payer.phone }, amount: '10.00' })
    const [pay, ...ends] = await Promise.all([
      payer.send('10.00', 'RUB', { request_id: id }),
      withdraw(maker, id),
      decline(payer, id),
    ])
    expect(howMany([pay, ...ends], 200, 409)).toEqual([1, 2])
    if (pay.http === 200) paid += 1
    const { state, payments } = (await show(maker, id)).request as Record<string, unknown>
    expect([state === 'paid', payments]).toEqual([pay.http === 200, pay.http === 200 ? 1 : 0])
  }
  expect(await maker.balance('RUB')).toBe(`${10 + 10 * paid}.00`)
})

test('a collection can be paid by several people at once, and counts each payment, until it is withdrawn [api-requests-5]', async () => {
  const maker = await aUser(wallet, '10.00 RUB')
  const payers = await Promise.all(Array.from({ length: 8 }, () => aUser(wallet, '100.00 RUB')))
  const { id, code } = await madeBy(maker, { is_collect: true, message: 'Gift' })
  // On a busy machine one of sixteen may be told to come back, and does so under its key.
  const pay = async (payer: TestUser, amount: string): Promise<Answer> => {
    const key = aKey()
    for (;;) {
      const answer = await payer.send(amount, 'RUB', { code }, { key })
      if (answer.http !== 503) return answer
    }
  }
  const sent = await Promise.all(payers.flatMap((payer, place) => [pay(payer, `1${place}.00`), pay(payer, '20.00')]))
  expect(sent.map(({ http }) => http)).toEqual(sent.map(() => 200))
  const { request, paid } = (await show(maker, id)) as unknown as { request: object; paid: object[] }
  expect(request).toMatchObject({ state: 'open', collected: '268.00', payments: 16, is_collect: true })
  expect(paid).toHaveLength(16)
  expect(await maker.balance('RUB')).toBe('278.00')
  expect(await look(code)).toMatchObject({ is_collect: true, collected: '268.00', state: 'open' })
  expect(await withdraw(maker, id)).toMatchObject({ http: 200, request: { state: 'withdrawn', payments: 16 } })
  expect(await payers[0]?.send('10.00', 'RUB', { code })).toMatchObject({ code: 'request_closed', state: 'withdrawn' })
})

test('the verification of the books finds a request that records more, or less, than its transfers have paid', async () => {
  const [maker, payer] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet, '100.00 RUB')]
  const [{ id: paid, code }, { id: open }] = [await madeBy(maker, { amount: '30.00' }), await madeBy(maker, { is_collect: true })]
  const { transaction_id } = await payer.send('30.00', 'RUB', { code })
  const wrong = async (plant: string, ...values: unknown[]) => {
    const undo = new Error('as before')
    let found: readonly string[] = []
    await wallet.database
      .inTransaction(async (tx) => {
        await tx.run({ name: `test.${plant}`, text: plant }, values)
        const check = P2P_INVARIANTS.find(({ what }) => what === 'requests for money that were paid')
        const rows = await tx.list<{ fault: string }>({ name: 'test.faults', text: check?.faults(WHOLE_BOOKS) ?? '' })
        found = rows.map(({ fault }) => fault)
        throw undo
      })
      .catch((error: unknown) => expect(error).toBe(undo))
    return found
  }
  expect(await wrong('select $1::uuid', paid)).toEqual([])
  expect(await wrong('update p2p set request_id = null where operation_id = $1', transaction_id)).toEqual([
    `${paid} says 3000 by 1, its transfers 0 by 0`,
  ])
  expect(await wrong('update p2p_request set collected_minor = 1, payments = 1 where id = $1', open)).toEqual([
    `${open} says 1 by 1, its transfers 0 by 0`,
  ])
  const more = 'update p2p_request set collected_minor = 1 where id = $1'
  await expect(wallet.database.run({ name: 'test.ended', text: more }, [paid])).rejects.toThrow('a request that has ended')
})

test('a payer without a wallet is invited by one SMS a day, and finds the request after the sign-up [api-requests-6]', async () => {
  const [maker, phone] = [await aUser(wallet, '10.00 RUB'), freshPhone()]
  const made = await madeBy(maker, { to: { phone }, amount: '30.00' })
  await until(async () => (await readMessages(wallet, phone)).length > 0)
  await madeBy(maker, { to: { phone } })
  const payer = await aUserWith(wallet, phone, '100.00 RUB')
  expect((await listOf(payer)).map(({ id }) => id)).toContain(made.id)
  const invitations = (await readMessages(wallet, phone)).filter(({ text }) => text.includes('у вас просят'))
  expect(invitations).toHaveLength(1)
  expect(invitations[0]?.text).toContain('30,00\u00a0₽')
  expect(await payer.send('30.00', 'RUB', { request_id: made.id })).toMatchObject({ http: 200, status: 'ok' })
})

test('a request stays with its number: a payer who closes their wallet and opens another finds it there', async () => {
  const [maker, payer] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet)]
  const { id } = await madeBy(maker, { to: { phone: payer.phone }, amount: '30.00' })
  await payer.post('/v2/wallet/profile/close/send_code', {})
  const confirm_code = await readCode(wallet, payer.phone)
  expect(await payer.post('/v2/wallet/profile/close', { confirm_code, pin_code: PIN })).toMatchObject({ status: 'ok' })
  expect((await listOf(maker))[0]).toMatchObject({ id, state: 'open' })
  wallet.passSeconds(3601)
  const again = await aUserWith(wallet, payer.phone, '100.00 RUB')
  await until(async () => (await listOf(again)).length === 1)
  expect(await again.send('30.00', 'RUB', { request_id: id })).toMatchObject({ status: 'ok' })
})

test('requests made and requests received are listed apart, so that many of one kind do not hide the other', async () => {
  const [anna, boris] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet, '10.00 RUB')]
  const { id } = await madeBy(boris, { to: { phone: anna.phone }, amount: '30.00' })
  for (let time = 0; time < 31; time += 1) {
    const { id: ended } = await madeBy(anna)
    await withdraw(anna, ended)
    if (time === 20) wallet.passSeconds(DAY)
  }
  const read = (query: string) => anna.get(`${PATH}/list${query}`)
  const ids = ({ results }: Answer) => (results as Request[]).map((request) => request.id)
  expect(ids(await read(''))).not.toContain(id)
  const received = await read('?direction=received')
  expect([ids(received), received.has_more]).toEqual([[id], false])
  const made = await read('?direction=made')
  expect([ids(made).length, made.has_more]).toEqual([30, true])
  const rest = await read(`?direction=made&before=${ids(made).at(-1)}`)
  expect([ids(rest).length, rest.has_more]).toEqual([1, false])
  expect(await read('?direction=other')).toMatchObject({ http: 400, code: 'invalid_field', field: 'direction' })
})

test('a request to a number whose wallet is opened at the same moment reaches its owner', async () => {
  const [maker, phone] = [await aUser(wallet, '10.00 RUB'), freshPhone()]
  const { id } = await madeBy(maker, { to: { phone } })
  const payer = await aUserWith(wallet, phone)
  const unclaim = 'update p2p_request set payer_id = null, next_check_at = now() where id = $1'
  await wallet.database.run({ name: 'test.unclaim_request', text: unclaim }, [id])
  await until(async () => (await listOf(payer)).length === 1)
})

test('a maker cannot tell a hidden payer from a number without a wallet; the payer sees the request in the list alone [api-requests-7]', async () => {
  const [maker, hidden] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet)]
  await hidden.post('/v2/wallet/transfer/settings/save', { found_by_phone: false })
  const told = ({ id: _id, created_at: _at, expires_at: _until, person, ...said }: Request) => ({
    ...said,
    person: String(person).replaceAll(/\d/g, '0'),
  })
  const ofHidden = await madeBy(maker, { to: { phone: hidden.phone }, amount: '30.00' })
  expect(told(ofHidden)).toEqual(told(await madeBy(maker, { to: { phone: freshPhone() }, amount: '30.00' })))
  expect((await listOf(hidden)).map(({ id }) => id)).toEqual([ofHidden.id])
  expect(await hidden.told()).not.toContain('asks you')
  expect(await readMessages(wallet, hidden.phone)).toHaveLength(1)
})

test('a payer who takes no transfers, or has blocked the maker, neither sees a request nor gets a notice of it [api-requests-8]', async () => {
  const [maker, payer] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet, '100.00 RUB')]
  const { transaction_id } = await maker.send('10.00', 'RUB', { phone: payer.phone })
  await payer.post('/v2/wallet/transfer/block', { transaction_id, is_blocked: true })
  const { id } = await madeBy(maker, { to: { phone: payer.phone }, amount: '30.00' })
  expect(await listOf(payer)).toEqual([])
  expect(await show(payer, id)).toMatchObject({ http: 404, code: 'request_unknown' })
  expect(await decline(payer, id)).toMatchObject({ http: 404, code: 'request_unknown' })
  expect(await payer.send('30.00', 'RUB', { request_id: id })).toMatchObject({ http: 404, code: 'code_unknown' })
  await payer.post('/v2/wallet/transfer/block', { transaction_id, is_blocked: false })
  await payer.post('/v2/wallet/transfer/settings/save', { takes_transfers: false })
  expect(await listOf(payer)).toEqual([])
  await madeBy(maker, { to: { phone: payer.phone }, amount: '31.00' })
  expect(await payer.told()).not.toContain('asks you')
})

test('a payer can block and report a maker through the request, with one case; the maker sees no difference [api-requests-9]', async () => {
  const [maker, payer, other] = [await aUser(wallet, '100.00 RUB'), await aUser(wallet), await aUser(wallet)]
  const { id } = await madeBy(maker, { to: { phone: payer.phone }, amount: '30.00' })
  const block = (user: TestUser, how: Record<string, unknown>): Promise<Answer> =>
    user.post('/v2/wallet/transfer/block', { request_id: id, is_blocked: true, ...how })
  for (const stranger of [other, maker]) expect(await block(stranger, {})).toMatchObject({ http: 404, code: 'request_unknown' })
  expect(await block(payer, { request_id: 'none' })).toMatchObject({ http: 404, code: 'request_unknown' })
  for (const how of [{ request_id: undefined }, { transaction_id: id }])
    expect(await block(payer, how)).toMatchObject({ http: 400, code: 'invalid_field' })
  for (const report of ['I owe them nothing', 'And they ask again'])
    expect(await block(payer, { report })).toMatchObject({ status: 'ok' })
  const { said } = await operate({ DATABASE_URL: wallet.databaseUrl }, ['cases', 'list'])
  expect(said.split('request_reported')).toHaveLength(2)
  expect(await maker.send('10.00', 'RUB', { phone: payer.phone })).toMatchObject({ http: 403, code: 'recipient_refuses' })
  const { id: again } = await madeBy(maker, { to: { phone: payer.phone }, amount: '31.00' })
  expect(await listOf(payer)).toEqual([])
  for (const request of [id, again]) expect(await show(maker, request)).toMatchObject({ request: { state: 'open' } })
  expect(await block(payer, { is_blocked: false })).toMatchObject({ status: 'ok' })
  expect((await listOf(payer)).map((request) => request.id)).toEqual([again, id])
  expect(await maker.send('10.00', 'RUB', { phone: payer.phone })).toMatchObject({ http: 200 })
})

test('after the report of a request, its maker and its payer can still close their wallets', async () => {
  const [maker, payer] = [await aUser(wallet), await aUser(wallet)]
  const { id: request_id } = await madeBy(maker, { to: { phone: payer.phone }, amount: '30.00' })
  await payer.post('/v2/wallet/transfer/block', { request_id, is_blocked: true, report: 'I owe them nothing' })
  for (const user of [maker, payer]) {
    await user.post('/v2/wallet/profile/close/send_code', {})
    const confirm_code = await readCode(wallet, user.phone)
    expect(await user.post('/v2/wallet/profile/close', { confirm_code, pin_code: PIN })).toMatchObject({ status: 'ok' })
  }
})

test('the request of a maker who takes no transfers can be paid, but not by a person whom the maker has blocked', async () => {
  const [maker, payer, blocked] = [
    await aUser(wallet, '10.00 RUB'),
    await aUser(wallet, '100.00 RUB'),
    await aUser(wallet, '100.00 RUB'),
  ]
  const { transaction_id } = await blocked.send('10.00', 'RUB', { phone: maker.phone })
  await maker.post('/v2/wallet/transfer/block', { transaction_id, is_blocked: true })
  await maker.post('/v2/wallet/transfer/settings/save', { takes_transfers: false })
  const { code } = await madeBy(maker, { amount: '30.00' })
  expect(await blocked.send('30.00', 'RUB', { code })).toMatchObject({ http: 403, code: 'recipient_refuses' })
  expect(await payer.send('30.00', 'RUB', { code })).toMatchObject({ http: 200 })
})

test('only the payer can decline a request, with one notice to the maker, and only the maker can withdraw it [api-requests-10]', async () => {
  const [maker, payer, other] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet), await aUser(wallet)]
  const { id } = await madeBy(maker, { to: { phone: payer.phone }, amount: '30.00' })
  for (const end of [decline, withdraw, show]) expect(await end(other, id)).toMatchObject({ http: 404, code: 'request_unknown' })
  expect(await decline(maker, id)).toMatchObject({ http: 404, code: 'request_unknown' })
  expect(await withdraw(payer, id)).toMatchObject({ http: 404, code: 'request_unknown' })
  expect(await decline(payer, id)).toMatchObject({ http: 200, request: { state: 'declined', direction: 'received' } })
  expect(await decline(payer, id)).toMatchObject({ http: 409, code: 'request_closed', state: 'declined' })
  expect(await withdraw(maker, id)).toMatchObject({ http: 409, code: 'request_closed', state: 'declined' })
  expect((await maker.told()).split('\n').filter((told) => told === 'Анна С. declined your request')).toHaveLength(1)
  const { id: another } = await madeBy(maker, { amount: '30.00' })
  const key = aKey()
  for (let times = 0; times < 2; times += 1)
    expect(await withdraw(maker, another, key)).toMatchObject({ http: 200, request: { state: 'withdrawn' } })
  expect(await withdraw(maker, 'none')).toMatchObject({ http: 404, code: 'request_unknown' })
})

test('a request expires by the clock of the database, is marked, and is deleted three months after its end [api-requests-11]', async () => {
  const [maker, payer] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet, '100.00 RUB')]
  const { id, code } = await madeBy(maker, { amount: '30.00', days: 2 })
  wallet.passSeconds(2 * DAY - 60)
  expect(await look(code)).toMatchObject({ state: 'open' })
  wallet.passSeconds(61)
  expect(await look(code)).toMatchObject({ state: 'expired' })
  expect(await payer.send('30.00', 'RUB', { code })).toMatchObject({ http: 409, code: 'request_closed', state: 'expired' })
  expect(await withdraw(maker, id)).toMatchObject({ http: 409, code: 'request_closed', state: 'expired' })
  expect(await show(maker, id)).toMatchObject({ request: { state: 'expired' } })
  const marked = { name: 'test.request_state', text: 'select state from p2p_request where id = $1' }
  await until(async () => (await wallet.database.find<{ state: string }>(marked, [id]))?.state === 'expired')
  const { code: paid } = await madeBy(maker, { amount: '30.00' })
  const { transaction_id } = await payer.send('30.00', 'RUB', { code: paid })
  const ends = { name: 'test.request_end', text: 'select min(ended_at) as at from p2p_request where account_id = $1' }
  const first = await wallet.database.find<{ at: Date }>(ends, [(await maker.account('RUB')).id])
  const daysOn = (days: number) => new Date(Number(first?.at) + days * DAY * 1000)
  await deleteOldRequests(wallet.database, daysOn(89))
  expect((await listOf(maker)).map(({ state }) => state)).toEqual(['paid', 'expired'])
  await deleteOldRequests(wallet.database, daysOn(91))
  expect(await listOf(maker)).toEqual([])
  expect(await lineOf(payer, transaction_id)).toMatchObject({ state: 'complete', amount: '-30.00' })
})

test('a person whose transfers are stopped, or whose wallet is frozen, can make no request', async () => {
  const maker = await aUser(wallet, '10.00 RUB')
  const run = (...words: string[]) => operate({ DATABASE_URL: wallet.databaseUrl }, [...words, '--yes'])
  await run('users', 'set', `+${maker.phone}`, '--p2p', 'off')
  expect(await asksFor(maker)).toMatchObject({ http: 403, code: 'feature_stopped' })
  await run('users', 'set', `+${maker.phone}`, '--p2p', 'on')
  const { id } = await madeBy(maker)
  await maker.post('/v2/wallet/auth/freeze')
  expect(await asksFor(maker)).toMatchObject({ http: 403, code: 'wallet_frozen' })
  expect(await withdraw(maker, id)).toMatchObject({ http: 200 })
})

test('a person can have fifty open requests, and make thirty in a day [api-requests-12]', async () => {
  const maker = await aUser(wallet, '10.00 RUB')
  const made = await Promise.all(Array.from({ length: 35 }, () => asksFor(maker)))
  expect(made.filter(({ http }) => http === 200)).toHaveLength(30)
  expect(made.filter(({ code }) => code === 'too_many_requests')).toHaveLength(5)
  wallet.passSeconds(DAY + 1)
  const more = await Promise.all(Array.from({ length: 25 }, () => asksFor(maker)))
  expect(more.filter(({ http }) => http === 200)).toHaveLength(20)
  expect(more.find(({ http }) => http !== 200)).toMatchObject({ http: 409, code: 'requests_max' })
  const [first, second] = [await maker.get(`${PATH}/list`), await listOf(maker)]
  expect(first).toMatchObject({ has_more: true })
  const rest = await maker.get(`${PATH}/list?before=${second.at(-1)?.id}`)
  expect(rest).toMatchObject({ has_more: false })
  expect(rest.results).toHaveLength(20)
  expect(await maker.get(`${PATH}/list?before=none`)).toMatchObject({ code: 'invalid_field', field: 'before' })
})

test('a pay code leads anybody to its owner, even one not found by their number, until it is replaced [api-requests-13]', async () => {
  const [owner, payer] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet, '100.00 RUB')]
  await owner.post('/v2/wallet/transfer/settings/save', { found_by_phone: false })
  const codes = await Promise.all([1, 2, 3].map(() => codeOf(owner)))
  expect(new Set(codes).size).toBe(1)
  const code = await codeOf(owner)
  expect(await look(code)).toMatchObject({ kind: 'person', person: 'Анна С.', amount: null, state: 'open', expires_at: null })
  expect(await payer.send('10.00', 'RUB', { code })).toMatchObject({ http: 200, status: 'ok' })
  expect(await payer.send('10.00', 'RUB', { code }, { protection_code: '4711' })).toMatchObject({ http: 200, status: 'pending' })
  const { results } = (await payer.get('/v2/wallet/transfer/recipients')) as unknown as {
    results: { id: string; person: string }[]
  }
  expect(results).toMatchObject([{ person: 'Анна С.' }])
  const again = await payer.post('/v2/wallet/transfer/recipient', { recipient_id: results[0]?.id })
  expect(again).toMatchObject({ has_wallet: true, person: 'Анна С.', phone: null, request: null })
  const replaced = await owner.post('/v2/wallet/pay-code/replace', {})
  expect(replaced).toMatchObject({ http: 200, link: `${wallet.url}/pay/${replaced.code}` })
  expect(await look(code)).toMatchObject({ http: 404, code: 'code_unknown' })
  expect(await payer.send('10.00', 'RUB', { code })).toMatchObject({ http: 404, code: 'code_unknown' })
  expect(await owner.send('10.00', 'RUB', { code: String(replaced.code) })).toMatchObject({ code: 'recipient_self' })
  await owner.post('/v2/wallet/transfer/settings/save', { takes_transfers: false })
  expect(await look(String(replaced.code))).toMatchObject({ http: 200, state: 'withdrawn' })
  expect(await payer.send('10.00', 'RUB', { code: String(replaced.code) })).toMatchObject({ code: 'recipient_refuses' })
})

test('a look at a code shows no more than the contract names, and never a phone number [api-requests-14]', async () => {
  const [maker, payer] = [await aUser(wallet, '10.00 RUB'), await aUser(wallet, '100.00 RUB')]
  const { code } = await madeBy(maker, { amount: '30.00', message: 'Обед' })
  const own = await codeOf(maker)
  const names = [
    'amount',
    'collected',
    'currencies',
    'expires_at',
    'http',
    'is_collect',
    'kind',
    'message',
    'person',
    'state',
    'status',
  ]
  for (const said of [await look(code), await look(own)]) {
    expect(new Set(Object.keys(said))).toEqual(new Set(names))
    expect(JSON.stringify(said)).not.toContain(maker.phone)
    expect(JSON.stringify(said)).not.toContain(maker.phone.slice(1))
  }
  await payer.send('30.00', 'RUB', { code })
  expect(await look(code)).toMatchObject({ state: 'paid', collected: null })
})

test('closing a wallet withdraws its requests and its pay code; the export before has both', async () => {
  const [maker, payer] = [await aUser(wallet), await aUser(wallet, '100.00 RUB')]
  const own = await codeOf(maker)
  const [linked, asked] = [
    await madeBy(maker, { amount: '30.00' }),
    await madeBy(maker, { to: { phone: payer.phone }, amount: '40.00' }),
  ]
  const data = await maker.get('/v2/wallet/profile/data')
  expect(data.requests).toMatchObject([
    { id: linked.id, direction: 'made', amount: '30.00', code: linked.code },
    { id: asked.id, amount: '40.00' },
  ])
  expect(data.pay_codes).toMatchObject([{ code: own }])
  expect((await payer.get('/v2/wallet/profile/data')).requests).toMatchObject([
    { id: asked.id, direction: 'received', code: null },
  ])
  await maker.post('/v2/wallet/profile/close/send_code', {})
  const confirm_code = await readCode(wallet, maker.phone)
  expect(await maker.post('/v2/wallet/profile/close', { confirm_code, pin_code: PIN })).toMatchObject({ status: 'ok' })
  for (const code of [own, linked.code]) {
    expect(await look(code)).toMatchObject({ http: 404, code: 'code_unknown' })
    expect(await payer.send('30.00', 'RUB', { code })).toMatchObject({ http: 404, code: 'code_unknown' })
  }
  expect(await listOf(payer)).toMatchObject([{ id: asked.id, state: 'withdrawn' }])
})

test('an IP address can look up thirty codes in a minute, and further ones are refused [api-requests-15]', async () => {
  wallet.passSeconds(120)
  const answers = await Promise.all(Array.from({ length: 40 }, () => look('Unknown0000000000000')))
  expect(answers.filter(({ code }) => code === 'code_unknown')).toHaveLength(30)
  expect(answers.find(({ http }) => http === 429)).toMatchObject({ code: 'too_many_requests' })
  wallet.passSeconds(61)
  expect(await look('Unknown0000000000000')).toMatchObject({ http: 404 })
})
