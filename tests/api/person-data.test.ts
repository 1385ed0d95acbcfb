import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { personData } from '#contract/person-data'
import { SECTIONS } from '#server/person/sections'
import { PERSONAL_TABLES } from '#server/person/tables'
import { addPasskey } from '#tests/authenticator'
import { requisitesOf } from '#tests/bank'
import { aKey, ask, aUser, PIN, readMessages, type TestUser, until } from '#tests/builders'
import { casesOf } from '#tests/cases'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent } from '#tests/vendors'

const DATA = '/v2/wallet/profile/data'
const DAY = 86_400

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ FIRST_DAY_PERCENT: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

type Data = v.InferOutput<typeof personData.response>

const download = (user: TestUser, path = DATA, language = 'ru'): Promise<Response> =>
  fetch(`${wallet.url}${path}`, { headers: { authorization: `Token ${user.token}`, 'accept-language': language } })

async function dataOf(user: TestUser): Promise<{ text: string; data: Data }> {
  const response = await download(user)
  expect(response.status).toBe(200)
  const text = await response.text()
  return { text, data: v.parse(v.pipe(v.string(), v.parseJson(), v.strictObject(personData.response.entries)), text) }
}

async function idOf(phone: string): Promise<string> {
  const row = await wallet.database.find<{ id: string }>(
    { name: 'test.id_of', text: 'select id from wallet_user where phone = $1' },
    [`+${phone}`],
  )
  return row?.id ?? ''
}

/** Somebody of whom every list of the export has something. */
async function aBusyUser(): Promise<TestUser> {
  const anna = await aUser(wallet, '100.00 USD', '1000.00 RUB')
  await requisitesOf(anna, 'USD')
  const { transaction_id } = await anna.withdraw('10.00', 'USD', { pan: '2200123456784821' })
  await anna.post('/v2/wallet/recipients/save', { recipient_id: transaction_id, own_name: 'Mum' })
  await anna.withdraw('1.00', 'USD', { pin: '0000' })
  await anna.exchange('5.00', 'USD', 'RUB')
  await anna.post('/v2/wallet/auth/consents', { consents: ['offer'] })
  await anna.post('/v2/wallet/identification-level/upgrade', {})
  await addPasskey(anna)
  await anna.post('/v2/wallet/pay-code', {})
  await anna.post('/v2/wallet/accounts/save', { account_id: (await anna.account('RUB')).id, own_name: 'Home' })
  expect(
    await anna.post('/v2/wallet/user/notification/settings/save', { kind: 'identification', channel: 'email', is_on: true }),
  ).toMatchObject({ http: 200 })
  await anna.post('/v2/wallet/exchange/alerts/set', { from_currency: 'USD', to_currency: 'RUB', rate: '60' })
  await anna.post('/v2/wallet/request', { account_id: (await anna.account('RUB')).id, message: 'Lunch' })
  await anna.post('/v2/wallet/auth/pin/change', { pin_code: PIN, new_pin_code: '7293' })
  return anna
}

describe('what people are given of themselves', () => {
  test('is a file with all that is kept of them, in the shape of the contract', async () => {
    const anna = await aBusyUser()
    const response = await download(anna)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="stater-[0-9-]{10}\.json"$/)
    await response.text()
    const { data } = await dataOf(anna)
    expect(data.person).toMatchObject({
      first_name: 'Анна',
      phone: anna.phone,
      email: 'anna@mail.example',
      city: 'Leeds',
      language: 'ru',
    })
    const balances = data.accounts.map(({ currency_code, balance }) => `${balance} ${currency_code}`)
    expect(balances).toEqual((await anna.accounts()).map(({ currency_code, balance }) => `${balance} ${currency_code}`))
    expect(data.operations.map(({ kind }) => kind)).toEqual(['exchange', 'exchange', 'withdrawal', 'topup', 'topup'])
    expect(data.operations[2]).toMatchObject({ amount: '-10.00', masked: '220012******4821', state: 'complete' })
    expect(data.passkeys).toMatchObject([{ passkey_name: 'Phone', used_at: null }])
    expect(data.recipients).toMatchObject([{ masked: '220012******4821' }])
    expect(data.named_recipients).toMatchObject([{ shown: '220012******4821', own_name: 'Mum', removed_at: null }])
    // Whoever reads it later finds no part that was left out by mistake.
    const empty = Object.keys(SECTIONS).filter((name) => (data[name as keyof typeof SECTIONS] as unknown[]).length === 0)
    expect(empty).toEqual([])
  })

  test('has no hash, token, key or word of the operator', async () => {
    const anna = await aBusyUser()
    const id = await idOf(anna.phone)
    const cases = casesOf(wallet)
    await cases.operator('users', 'set', `+${anna.phone}`, '--topup', 'off', '--note', 'suspicious friends', '--yes')
    const order = (await dataOf(anna)).data.operations.findLast(({ kind }) => kind === 'topup')?.operation_id ?? ''
    await sendPaymentEvent(wallet, { order, status: 'charged_back', amount: '100.00', currency: 'USD' })
    await until(async () => (await cases.allAbout(order)).length === 1)
    const { text } = await dataOf(anna)
    expect(text).not.toContain('suspicious')
    expect(text).not.toContain((await cases.about(order)).id)
    expect(text).not.toContain(anna.token)
    for (const [table, column] of [
      ['session', "encode(token_hash, 'hex')"],
      ['session', 'device_id'],
      ['pin', 'hash'],
      ['known_recipient', 'vault_key'],
      ['recipient', 'recipient_key'],
      ['identification', 'external_id'],
      ['wallet_user join (select 1) as one on wallet_user.id', "encode(email_index, 'hex')"],
    ] as const) {
      const from = table.includes(' join') ? 'wallet_user where id = $1' : `${table} where user_id = $1`
      const rows = await wallet.database.list<{ secret: string | null }>(
        {
          name: `test.secret ${createHash('sha256').update(`${table}${column}`).digest('hex').slice(0, 12)}`,
          text: `select ${column}::text as secret from ${from}`,
        },
        [id],
      )
      const secrets = rows.flatMap(({ secret }) => (secret === null ? [] : [secret]))
      expect([column, secrets.length > 0]).toEqual([column, true])
      expect([column, secrets.filter((secret) => text.includes(secret))]).toEqual([column, []])
    }
  })

  test('has nothing of anybody else, though they paid to the same card, at the same time, from the same network', async () => {
    const [anna, boris] = [await aBusyUser(), await aBusyUser()]
    const [hers, his] = [await dataOf(anna), await dataOf(boris)]
    const ids = ({ data }: typeof hers): string[] =>
      [...JSON.stringify(data).matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => id)
    const shared = new Set(ids(hers))
    expect(ids(his).filter((id) => shared.has(id))).toEqual([])
    expect(hers.text).not.toContain(boris.phone)
    expect(his.text).not.toContain(anna.phone)
    const legs = 'select count(*)::integer as count from operation_leg where user_id = $1'
    const own = await wallet.database.find<{ count: number }>({ name: 'test.legs', text: legs }, [await idOf(anna.phone)])
    expect(hers.data.operations).toHaveLength(own?.count ?? -1)
  })

  test('has every line however many there are, each once', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    for (let times = 0; times < 130; times += 1)
      await anna.post('/v2/wallet/top-up', { amount: '1.00', currency_code: times % 2 ? 'RUB' : 'USD' }, { key: aKey() })
    const { data } = await dataOf(anna)
    const { results } = await anna.get('/v2/wallet/transaction')
    const listed = (results as { operation_id: string }[]).map(({ operation_id }) => operation_id)
    expect(data.operations.map(({ operation_id }) => operation_id)).toEqual(listed)
  })
})

describe('a document to read', () => {
  test('is in the language that is asked for, and says the same', async () => {
    const anna = await aBusyUser()
    for (const language of ['ru', 'en']) {
      const response = await download(anna, `${DATA}.pdf`, language)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="stater-[0-9-]{10}\.pdf"$/)
      const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
      expect(pdf.startsWith('%PDF-')).toBe(true)
      expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true)
      expect(pdf).toContain(`/Lang (${language})`)
    }
  })
})

describe('who is given it', () => {
  test('is whoever is signed in, and nobody else', async () => {
    for (const path of [DATA, `${DATA}.pdf`]) {
      expect(await ask(wallet, 'GET', path)).toMatchObject({ http: 401, code: 'INVALID_TOKEN' })
      expect(await ask(wallet, 'GET', path, { token: 'x'.repeat(43) })).toMatchObject({ http: 401 })
    }
    const anna = await aUser(wallet)
    await dataOf(anna)
    await anna.post('/v2/wallet/auth/logout')
    // The token is remembered, and worth nothing.
    expect(await anna.get(DATA)).toMatchObject({ http: 401 })
  })

  test('is told of it by a notice and by SMS', async () => {
    const anna = await aUser(wallet)
    expect(await anna.told()).not.toContain('was downloaded')
    await dataOf(anna)
    expect(await anna.told()).toContain('Your wallet data was downloaded')
    await until(async () =>
      (await readMessages(wallet, anna.phone)).some(({ text }) => text.includes('данные вашего кошелька скачали')),
    )
  })

  test('has it five times a day, whatever the form', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    for (const path of [DATA, `${DATA}.pdf`, DATA, DATA, DATA]) await (await download(anna, path)).arrayBuffer()
    for (const path of [DATA, `${DATA}.pdf`]) {
      expect(await anna.get(path)).toMatchObject({ http: 429, code: 'too_many_requests' })
    }
    await dataOf(boris)
    wallet.passSeconds(DAY)
    await dataOf(anna)
  })

  test('waits for the one before: of many at once one is sent, the next waits, and the others come back later', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const answers = await Promise.all(Array.from({ length: 5 }, () => download(anna)))
    const statuses = await Promise.all(answers.map(async (answer) => [await answer.text(), answer.status][1]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set([503]))
  })
})

test('every table of the database that says whose its rows are is known to the export', async () => {
  const text = `select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'phone') group by 1 order by 1`
  const tables = await wallet.database.list<{ name: string }>({ name: 'test.tables_of_people', text })
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.map(({ name }) => name).filter((name) => !(name in PERSONAL_TABLES))).toEqual([])
})
