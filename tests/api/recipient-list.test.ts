import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, aKey, aUser, freshPhone, PIN, readCode, type TestUser } from '#tests/builders'
import { giveLines } from '#tests/long-statement'
import { operate } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ P2P_LOOKUPS_PER_DAY: '100', CODES_PER_PHONE_HOUR: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PATH = '/v2/wallet/recipients'
const CARD = '2200123456784821'
const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7'

interface Listed {
  readonly id: string
  readonly kind: string
  readonly shown: string
  readonly own_name: string | null
  readonly is_favourite: boolean
}

const answer = (user: TestUser, query: Record<string, string> = {}): Promise<Answer> =>
  user.get(`${PATH}?${new URLSearchParams(query)}`)
const list = async (user: TestUser, query: Record<string, string> = {}): Promise<Listed[]> =>
  (await answer(user, query)).results as Listed[]
const shown = async (user: TestUser, query: Record<string, string> = {}): Promise<string[]> =>
  (await list(user, query)).map((each) => each.shown.replaceAll('\u00a0', ' '))
const save = (user: TestUser, recipient_id: unknown, change: object): Promise<Answer> =>
  user.post(`${PATH}/save`, { recipient_id, ...change })
const remove = (user: TestUser, recipient_id: unknown): Promise<Answer> => user.post(`${PATH}/remove`, { recipient_id })

/** Somebody called so, and С. */
async function named(firstName: string): Promise<TestUser> {
  const user = await aUser(wallet)
  const called = { name: 'test.call', text: "update wallet_user set first_name = $2 where phone like '%' || $1" }
  expect(await wallet.database.run(called, [user.phone, firstName])).toBe(1)
  return user
}

/** Sends ten to a person, and gives the operation. */
async function sent(from: TestUser, to: { readonly phone: string }): Promise<string> {
  const { status, transaction_id } = await from.send('10.00', 'RUB', { phone: to.phone })
  expect(['ok', 'pending']).toContain(status)
  // What comes later is later by the clock, too.
  wallet.passSeconds(1)
  return String(transaction_id)
}

/** Withdraws ten to a card or an address, and gives the operation. */
async function paid(from: TestUser, currency: string, to: { pan?: string; address?: string }): Promise<string> {
  const { status, transaction_id } = await from.withdraw('10.00', currency, to)
  expect(status).toBe('ok')
  wallet.passSeconds(1)
  return String(transaction_id)
}

test('people, cards and addresses that were sent to are one list, the latest first, and nothing else of them is told [recipient-list-1]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB', '100.00 USD', '100.00 USDC'), await named('Борис')]
  expect(await answer(anna)).toMatchObject({ http: 200, results: [], next_cursor: null })
  const ids = [
    await sent(anna, boris),
    await paid(anna, 'USD', { pan: CARD }),
    await paid(anna, 'USDC', { address: ADDRESS }),
  ].reverse()
  const { results } = await answer(anna)
  const common = { own_name: null, is_favourite: false, last_used_at: expect.any(String) }
  expect(results).toEqual([
    { ...common, id: ids[0], kind: 'address', shown: '0x5290…9ee7', currency_code: 'USDC' },
    { ...common, id: ids[1], kind: 'card', shown: '••\u00a04821', currency_code: 'USD' },
    { ...common, id: ids[2], kind: 'person', shown: 'Борис С.', currency_code: 'RUB' },
  ])
  expect(JSON.stringify(results)).not.toContain(boris.phone)
  expect(await answer(boris)).toMatchObject({ results: [] })
})

test('whoever is paid by a code does not stand under their number, which was not told', async () => {
  const [anna, hidden] = [await aUser(wallet, '100.00 RUB'), await named('Хана')]
  await hidden.post('/v2/wallet/transfer/settings/save', { found_by_phone: false })
  const byNumber = await sent(anna, hidden)
  await save(anna, byNumber, { own_name: 'Candidate' })
  const { code } = await hidden.post('/v2/wallet/pay-code', {})
  const byCode = await anna.send('10.00', 'RUB', { code: String(code) })
  wallet.passSeconds(1)
  expect((await list(anna)).map(({ id, own_name }) => [id, own_name])).toEqual([
    [byCode.transaction_id, null],
    [byNumber, 'Candidate'],
  ])
  await save(anna, byCode.transaction_id, { own_name: 'At the market' })
  await anna.send('10.00', 'RUB', { code: String(code) })
  expect((await list(anna)).map(({ own_name }) => own_name)).toEqual(['At the market', 'Candidate'])
  await remove(anna, byNumber)
  expect((await list(anna)).map(({ own_name }) => own_name)).toEqual(['At the market'])
})

test('what a day allows to one person tells no hidden number either: each way is counted by itself', async () => {
  const [anna, hidden, found] = [await aUser(wallet, '900.00 GBP'), await named('Хана'), await named('Фаина')]
  const set = (most: string) =>
    operate({ DATABASE_URL: wallet.databaseUrl }, ['limits', 'set', 'basic', 'GBP', '--p2p-person-daily', most, '--yes'])
  await set('50')
  await hidden.post('/v2/wallet/transfer/settings/save', { found_by_phone: false })
  const codeOf = async (user: TestUser) => ({ code: String((await user.post('/v2/wallet/pay-code', {})).code) })
  const send = async (amount: string, to: { code: string } | { phone: string }) =>
    (await anna.send(amount, 'GBP', to)).code ?? 'sent'
  expect(await send('40.00', await codeOf(hidden))).toBe('sent')
  expect(await send('20.00', { phone: hidden.phone })).toBe('sent')
  expect([await send('20.00', await codeOf(hidden)), await send('40.00', { phone: hidden.phone })]).toEqual([
    'limit_person',
    'limit_person',
  ])
  expect(await send('40.00', await codeOf(found))).toBe('sent')
  expect(await send('20.00', { phone: found.phone })).toBe('limit_person')
  await set('100000')
})

test('whoever is sent to again stands once, on top; a withdrawal that did not go out lists nobody', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '100.00 RUB', '100.00 USD'), await named('Борис'), await named('Вера')]
  await sent(anna, boris)
  await sent(anna, vera)
  const again = await sent(anna, boris)
  expect(await anna.withdraw('10.00', 'USD', { pan: '2200123456780002' })).toMatchObject({ code: 'payout_declined' })
  expect(await shown(anna)).toEqual(['Борис С.', 'Вера С.'])
  expect((await list(anna))[0]?.id).toBe(again)
})

test('a name of one’s own and a favourite are kept however often one sends there, and only their owner sees them', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '100.00 RUB'), await named('Борис'), await named('Вера')]
  const first = await sent(anna, boris)
  await sent(anna, vera)
  expect(await save(anna, first, { own_name: '  Брат  ' })).toMatchObject({ http: 200, status: 'ok' })
  expect(await save(anna, first, { is_favourite: true })).toMatchObject({ status: 'ok' })
  expect(await list(anna)).toMatchObject([
    { shown: 'Борис С.', own_name: 'Брат', is_favourite: true },
    { shown: 'Вера С.', own_name: null, is_favourite: false },
  ])
  await sent(anna, vera)
  const latest = await sent(anna, boris)
  expect((await list(anna))[0]).toMatchObject({ id: latest, own_name: 'Брат' })
  await save(anna, latest, { own_name: null, is_favourite: false })
  expect((await list(anna))[0]).toMatchObject({ own_name: null, is_favourite: false })
  // Each has their own list.
  const oleg = await aUser(wallet, '10.00 RUB')
  await sent(oleg, boris)
  expect(await list(oleg)).toMatchObject([{ shown: 'Борис С.', own_name: null, is_favourite: false }])
})

test('the lists of the forms have favourites first, by one’s own names, and none that was removed', async () => {
  const [anna, boris, vera] = [await aUser(wallet, '100.00 RUB', '200.00 USD'), await named('Борис'), await named('Вера')]
  const toBoris = await sent(anna, boris)
  await sent(anna, vera)
  const card = await paid(anna, 'USD', { pan: '2200123456781001' })
  for (const last of ['1002', '1003', '1004', '1005', '1006']) await paid(anna, 'USD', { pan: `220012345678${last}` })
  await save(anna, toBoris, { is_favourite: true, own_name: 'Брат' })
  await save(anna, card, { is_favourite: true, own_name: 'Дача' })
  const people = async () => (await anna.get('/v2/wallet/transfer/recipients')).results as object[]
  const cards = async () => (await anna.get('/v2/wallet/withdrawal/recipients')).results as object[]
  const [first, second] = await people()
  expect([first, second]).toMatchObject([{ person: 'Борис С.', own_name: 'Брат', is_favourite: true }, { person: 'Вера С.' }])
  expect(second).not.toHaveProperty('own_name')
  expect(await cards()).toHaveLength(5)
  expect((await cards())[0]).toMatchObject({ id: card, masked: '••\u00a01001', own_name: 'Дача', is_favourite: true })
  await remove(anna, toBoris)
  await remove(anna, card)
  expect(await people()).toHaveLength(1)
  expect(await cards()).not.toContainEqual(expect.objectContaining({ id: card }))
})

test('a removed recipient comes back without its name once it is sent to again, and can be sent to by an earlier operation', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB', '100.00 USD'), await named('Борис')]
  const [toBoris, card] = [await sent(anna, boris), await paid(anna, 'USD', { pan: CARD })]
  for (const id of [toBoris, card]) {
    await save(anna, id, { own_name: 'Мама', is_favourite: true })
    expect(await remove(anna, id)).toMatchObject({ http: 200, status: 'ok' })
    expect(await remove(anna, id)).toMatchObject({ status: 'ok' })
  }
  expect(await shown(anna)).toEqual([])
  wallet.passSeconds(1)
  expect(await anna.send('10.00', 'RUB', { recipient_id: toBoris })).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('10.00', 'USD', { recipient: card })).toMatchObject({ status: 'ok' })
  expect(await list(anna)).toMatchObject([
    { kind: 'card', own_name: null, is_favourite: false },
    { kind: 'person', own_name: null, is_favourite: false },
  ])
})

test('the list is searched by every word of name and mask, however they are written, and by kind [recipient-list-2]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB', '100.00 USD'), await named('Алёна')]
  const [person, card] = [await sent(anna, boris), await paid(anna, 'USD', { pan: CARD })]
  const phone = freshPhone()
  await sent(anna, { phone })
  await save(anna, card, { own_name: 'Карта дяди Пети' })
  expect(await shown(anna, { search: 'АЛЕНА' })).toEqual(['Алёна С.'])
  expect(await shown(anna, { search: ' пети   карта ' })).toEqual(['•• 4821'])
  expect(await shown(anna, { search: '4821' })).toEqual(['•• 4821'])
  expect(await list(anna, { search: phone.slice(-7) })).toHaveLength(1)
  // Of whoever has a wallet the number is not told, and so not searched.
  expect(await shown(anna, { search: boris.phone.slice(-7) })).toEqual([])
  expect(await shown(anna, { search: '%' })).toEqual([])
  expect(await list(anna, { kind: 'person' })).toHaveLength(2)
  expect(await list(anna, { kind: 'card' })).toMatchObject([{ id: card }])
  expect(await list(anna, { kind: 'address' })).toEqual([])
  expect(await list(anna, { recipient_id: person })).toMatchObject([{ id: person }])
  expect(await list(anna, { recipient_id: aKey() })).toEqual([])
})

test('the list comes in pages, each recipient once', async () => {
  const anna = await aUser(wallet, '200.00 USD')
  for (const last of ['1001', '1002', '1003', '1004', '1005']) await paid(anna, 'USD', { pan: `220012345678${last}` })
  await save(anna, (await list(anna))[4]?.id, { is_favourite: true })
  const pages: string[][] = []
  for (let cursor: string | undefined; pages.length < 5; ) {
    const page = await answer(anna, { limit: '2', ...(cursor !== undefined && { cursor }) })
    pages.push((page.results as Listed[]).map((each) => each.shown.slice(-4)))
    if (page.next_cursor === null) break
    cursor = String(page.next_cursor)
  }
  expect(pages).toEqual([['1001', '1005'], ['1004', '1003'], ['1002']])
  expect(await answer(anna, { cursor: 'nonsense' })).toMatchObject({ http: 400, code: 'invalid_field', field: 'cursor' })
  expect(await answer(anna, { limit: '101' })).toMatchObject({ http: 400, field: 'limit' })
  expect(await answer(anna, { kind: 'shop' })).toMatchObject({ http: 400, field: 'kind' })
})

test('two cards that end alike are told apart, on whichever page they stand', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await paid(anna, 'USD', { pan: '2200123456784821' })
  await paid(anna, 'USD', { pan: '4276123456784821' })
  expect(await shown(anna, { limit: '1' })).toEqual(['4276 12•• •••• 4821'])
  expect(await shown(anna, { search: '2200' })).toEqual(['2200 12•• •••• 4821'])
})

test('what is not of one’s own, or has gone nowhere, is no recipient [recipient-list-3]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 RUB', '100.00 USD'), await aUser(wallet, '100.00 RUB')]
  const hers = await sent(anna, boris)
  const declined = await anna.withdraw('10.00', 'USD', { pan: '2200123456780002' })
  for (const change of [save, remove]) {
    // Who has received it has not sent it.
    for (const id of [hers, aKey(), "' or true --"])
      expect(await change(boris, id, { own_name: 'Кто' })).toMatchObject({
        http: 404,
        code: 'recipient_unknown',
        field: 'recipient_id',
      })
    expect(await change(anna, declined.transaction_id, {})).toMatchObject({ code: 'recipient_unknown' })
  }
  for (const own_name of ['', ' ', 'a'.repeat(41), 'a\u0000', 'a\u202eb'])
    expect(await save(anna, hers, { own_name })).toMatchObject({ http: 400, field: 'own_name' })
  expect(await list(anna)).toMatchObject([{ own_name: null }])
})

test('a favourite stays however much is done afterwards; what has no name goes with the last two thousand lines', async () => {
  const anna = await aUser(wallet, '100.00 RUB', '100.00 USD')
  const [card] = [await paid(anna, 'USD', { pan: CARD }), await paid(anna, 'USD', { pan: '4276123456780550' })]
  await save(anna, card, { is_favourite: true })
  await giveLines(wallet.database, anna, 2001, new Date(Date.now() + 60 * 86_400_000))
  expect(await shown(anna)).toEqual(['•• 4821'])
  expect(await anna.recipients()).toMatchObject([{ id: card }])
})

test('the export has the names, and closing the wallet forgets them', async () => {
  const [anna, boris] = [await aUser(wallet, '10.00 RUB'), await named('Борис')]
  await save(anna, await sent(anna, boris), { own_name: 'Брат', is_favourite: true })
  expect(await anna.get('/v2/wallet/profile/data')).toMatchObject({
    named_recipients: [{ shown: 'Борис С.', own_name: 'Брат', is_favourite: true, removed_at: null }],
  })
  expect(await anna.post('/v2/wallet/profile/close/send_code', {})).toMatchObject({ status: 'ok' })
  const confirm_code = await readCode(wallet, anna.phone)
  expect(await anna.post('/v2/wallet/profile/close', { confirm_code, pin_code: PIN })).toMatchObject({ status: 'ok' })
  const count = {
    name: 'test.count_recipients',
    text: "select count(*)::integer as n from recipient where own_name = 'Брат' and user_id in (select id from wallet_user where closed_at is not null)",
  }
  expect(await wallet.database.find<{ n: number }>(count)).toEqual({ n: 0 })
})
