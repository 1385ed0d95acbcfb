import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call'
import { CALLS } from '#contract/calls'
import { openConnection } from '#survive/raw-http'
import { ask, aUser, freshPhone, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  wallet = await startTestWallet()
  anna = await aUser(wallet, '100.00 USD')
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const calls: [string, Call][] = Object.entries(CALLS)
const posts = calls.filter(([, call]) => call.request)

/** A body that every rule of shape allows; what it asks for may still be refused. */
const WELL_FORMED: Record<string, Record<string, unknown>> = {
  register: { first_name: 'Анна', last_name: 'С', phone: '79129999999', email: 'a@b.example' },
  sendCode: { phone: '79129999999' },
  confirmPhone: { phone: '79129999999', confirm_code: '0000' },
  login: { phone: '79129999999', confirm_code: '0000' },
  setPin: { pin_code: '1234' },
  changePin: { pin_code: '1234', new_pin_code: '7293' },
  secure: { link_token: 'A'.repeat(38) },
  secureByNotice: { notification_id: 'n' },
  sendEmailCode: { email: 'a@b.example' },
  confirmEmail: { email: 'a@b.example', email_code: '123456' },
  sendRecoveryCode: { phone: '79129999999', email: 'a@b.example' },
  recover: { phone: '79129999999', email: 'a@b.example', email_code: '123456', pin_code: '0000' },
  unfreeze: { confirm_code: '1234', pin_code: '7293' },
  waitToUnfreeze: { confirm_code: '1234' },
  resetPin: { confirm_code: '1234', new_pin_code: '7293' },
  closeWallet: { confirm_code: '1234', pin_code: '0000' },
  renameDevice: { session_id: 's', device_name: 'Laptop' },
  startPasskey: { pin: '0000' },
  addPasskey: { passkey_name: 'Phone', credential: '{}' },
  renamePasskey: { passkey_id: 'p', passkey_name: 'Phone' },
  removePasskey: { passkey_id: 'p' },
  passkeySignIn: { credential: '{}' },
  startPasskeyWithdrawal: { amount: '1.00', currency_code: 'USD', pan: '2200123456784821' },
  startPasskeyExchange: { from_account_id: 'a', to_account_id: 'b', from_amount: '1.00', to_amount: '1.00' },
  startPasskeyTransfer: { from_account_id: 'a', to: { phone: '79129999999' }, amount: '1.00' },
  findRecipient: { phone: '79129999999' },
  transfer: { from_account_id: 'a', to: { phone: '79129999999' }, amount: '1.00', pin: '0000' },
  receiveTransfer: { transaction_id: 't' },
  declineTransfer: { transaction_id: 't' },
  takeBackTransfer: { transaction_id: 't' },
  setTransferSettings: { found_by_phone: true },
  blockSender: { transaction_id: 't', is_blocked: true },
  makeRequest: { account_id: 'a', amount: '1.00' },
  showRequest: { request_id: 'r' },
  withdrawRequest: { request_id: 'r' },
  declineRequest: { request_id: 'r' },
  lookAtPayCode: { code: 'A'.repeat(24) },
  saveRecipient: { recipient_id: 'r', own_name: 'Mum' },
  removeRecipient: { recipient_id: 'r' },
  readNotifications: { until: '2026-11-20T14:05:00.000Z' },
  setNoticeSetting: { kind: 'money_in', channel: 'push', is_on: false },
  subscribePush: { endpoint: 'https://web.push.apple.com/x', keys: { p256dh: 'AA', auth: 'AA' }, shows_amounts: true },
  startPasskeyPayment: { quote_id: 'q', account_id: 'a', amount: '1.00' },
  quotePayment: { code: 'c' },
  payment: { quote_id: 'q', account_id: 'a', amount: '1.00', pin: '0000' },
  saveAccount: { account_id: 'a', own_name: 'Savings' },
  orderAccounts: { account_ids: ['a'] },
  openAccount: { currency_code: 'EUR' },
  setRateAlert: { from_currency: 'USD', to_currency: 'RUB', rate: '90' },
  removeRateAlert: { alert_id: 'a' },
  exchange: { from_account_id: 'a', to_account_id: 'b', from_amount: '1.00', to_amount: '1.00', rate_id: 'r' },
  attempt: { key: 'k' },
  topup: { amount: '1.00', currency_code: 'USD' },
  cancelTopup: { order: 'o' },
  withdrawal: { amount: '1.00', currency_code: 'USD', pin: '0000', pan: '2200123456784821' },
}

const WRONG = [
  null,
  0,
  1,
  -1,
  1.5,
  true,
  [],
  ['1234'],
  {},
  { $ne: '' },
  '',
  ' ',
  '\u0000',
  'x'.repeat(10_000),
  '٣٣٣٣',
  '１２３４',
  '{{7*7}}',
  "'; drop table account; --",
]
const AMOUNTS = [
  '-1',
  '0',
  '0.00',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  '1.001',
  '1,5',
  ' 5',
  '5 ',
  '+1',
  '1_0',
  '.5',
  '5.',
  '01',
  '9'.repeat(30),
  '9'.repeat(309),
]

async function stored(): Promise<string> {
  const counts = await Promise.all(
    [
      'wallet_user',
      'registration',
      'account',
      'operation',
      'transfer',
      'entry',
      'idempotency_record',
      'topup',
      'withdrawal',
      'payment',
      'payment_quote',
      'p2p_request',
      'pin',
    ].map((table) =>
      wallet.database.find({
        name: `test.count_${table}`,
        text: `select '${table}' as name, count(*)::text as rows from ${table}`,
      }),
    ),
  )
  return JSON.stringify(counts)
}

describe.each(posts)('%s', (name, call) => {
  const fields = Object.keys(WELL_FORMED[name] ?? {})

  test('names the field at fault, stores nothing and never breaks [bad-input-1]', async () => {
    const before = await stored()
    for (const field of fields) {
      const isAmount = field.endsWith('amount')
      for (const wrong of isAmount ? [...WRONG, ...AMOUNTS] : WRONG) {
        const body = { ...WELL_FORMED[name], [field]: wrong }
        if (accepts(call, body) && !isAmount) continue
        const answer = await ask(wallet, 'POST', call.path, { body, token: anna.token })
        const seen = { field, wrong, http: answer.http, status: answer.status, message: typeof answer.message }
        expect(seen).toMatchObject({ status: 'error', message: 'string' })
        expect({ ...seen, is4xx: answer.http >= 400 && answer.http < 500 }).toMatchObject({ is4xx: true })
        if (!accepts(call, body)) expect({ ...seen, named: answer.field }).toMatchObject({ named: field })
      }
    }
    expect(await stored()).toBe(before)
  })

  test('needs each of its fields', async () => {
    for (const field of fields) {
      const { [field]: _left, ...body } = WELL_FORMED[name] ?? {}
      if (accepts(call, body)) continue
      expect(await ask(wallet, 'POST', call.path, { body, token: anna.token })).toMatchObject({
        http: 400,
        code: 'invalid_field',
        field,
      })
    }
  })

  test.each([
    '',
    '{',
    '[]',
    '"text"',
    'null',
    '[1,2]',
    '{"a":1,}',
    '{"__proto__":{"x":1}}',
    '{"amount":"1.00"',
    `{"a":${'['.repeat(5000)}`,
  ])('refuses %j as a body', async (body) => {
    const answer = await ask(wallet, 'POST', call.path, { body, token: anna.token })
    expect(answer).toMatchObject({ http: 400, status: 'error' })
  })

  test('refuses other kinds of body, and one that is too large [bad-input-2]', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ]) {
      const answer = await ask(wallet, 'POST', call.path, {
        body: 'amount=1.00',
        token: anna.token,
        headers: { 'content-type': type },
      })
      expect(answer).toMatchObject({ status: 'error', code: 'invalid_request' })
    }
    const large = await ask(wallet, 'POST', call.path, { body: { filler: 'x'.repeat(20_000) }, token: anna.token })
    expect(large).toMatchObject({ status: 'error', code: 'invalid_request' })
  })
})

// Text that is none: halves of surrogate pairs, and NUL, which PostgreSQL cannot store.
const UNSTORABLE = ['\ud800', 'A\udfff', '\udc00\ud800', 'A\u0000']
// As long as the ids we give out, of their letters, and no ids.
const NO_IDS = ['-'.repeat(36), 'f'.repeat(36), '00000000-0000-0000-0000-00000000000-', `${'-'.repeat(36)}.USD-RUB`]

const ZERO_ID = '00000000-0000-0000-0000-000000000000'
const NEEDED = {
  order: 'x',
  format: 'csv',
  account_id: ZERO_ID,
  id: ZERO_ID,
  from_currency: 'USD',
  to_currency: 'RUB',
  period: 'day',
}

/** What else a query has to have to be asked of one of its fields. */
function othersOf(query: v.GenericSchema | undefined, field: string): string {
  const known = new Set(fieldsOf(query))
  const others = Object.entries(NEEDED).filter(([other]) => other !== field && known.has(other))
  return others.map(([other, value]) => `${other}=${value}&`).join('')
}

const fieldsOf = (shape: v.GenericSchema | undefined): string[] =>
  shape && 'entries' in shape ? Object.keys(shape.entries as object) : []

describe.each(calls)('%s', (name, call) => {
  test('refuses half a character and NUL in every field, names it and stores nothing [bad-input-3]', async () => {
    const before = await stored()
    for (const field of fieldsOf(call.request)) {
      for (const text of UNSTORABLE) {
        const body = { ...WELL_FORMED[name], [field]: field === 'consents' ? [text] : text }
        const answer = await ask(wallet, call.method, call.path, { body, token: anna.token })
        expect({ ...answer, text }).toMatchObject({ http: 400, code: 'invalid_field', field })
      }
    }
    for (const field of fieldsOf(call.query)) {
      const others = othersOf(call.query, field)
      const answer = await anna.get(`${call.path}?${others}${field}=A%00B`)
      expect({ ...answer, asked: field }).toMatchObject({ http: 400, code: 'invalid_field', field })
      const broken = await anna.get(`${call.path}?${others}${field}=%ED%A0%80`)
      expect({ ...broken, asked: field, isFault: broken.http >= 500 }).toMatchObject({ isFault: false })
    }
    expect(await stored()).toBe(before)
  })

  test('takes nothing for an id that has only the letters of one', async () => {
    for (const field of [...fieldsOf(call.request), ...fieldsOf(call.query)]) {
      for (const text of NO_IDS) {
        const isQuery = call.method === 'GET'
        const answer = isQuery
          ? await anna.get(`${call.path}?${othersOf(call.query, field)}${field}=${text}`)
          : await anna.post(call.path, { ...WELL_FORMED[name], [field]: text })
        expect({ ...answer, field, text, isFault: answer.http >= 500 }).toMatchObject({ isFault: false })
      }
    }
  })
})

test('a rate that has only the letters of one is unknown [bad-input-4]', async () => {
  const exchange = await anna.exchangeBody('1.00', 'USD', 'RUB')
  for (const rate_id of NO_IDS.flatMap((id) => [id, `${id}.USD-RUB`])) {
    expect(await anna.post('/v2/wallet/exchange', { ...exchange, rate_id })).toMatchObject({ http: 422, code: 'rate_unknown' })
  }
  expect(await anna.balance('USD')).toBe('100.00')
})

test('half a character in what a device says of itself, or in a language, harms nobody', async () => {
  const headers = { 'user-agent': 'A\u00edB\u00a0', 'accept-language': '\u00ed\u00a0\u0080' }
  expect(await ask(wallet, 'GET', '/v2/wallet', { token: anna.token, headers })).toMatchObject({ http: 200 })
})

/** Every text of the contract that a client sends, with the most characters it takes. */
const texts = calls.flatMap(([name, call]) =>
  [
    { where: 'body', shape: call.request },
    { where: 'query', shape: call.query },
  ].flatMap(({ where, shape }) => {
    const properties = shape ? toJsonSchema(shape, { errorMode: 'ignore' }).properties : undefined
    return Object.entries(properties ?? {}).flatMap(([field, described]) => {
      if (typeof described !== 'object' || described.enum || described.const !== undefined) return []
      const text = described.type === 'array' ? described.items : described
      if (typeof text !== 'object' || Array.isArray(text) || text.type !== 'string') return []
      const isList = described.type === 'array'
      return [{ name, call, where, field, isList, max: text.maxLength }]
    })
  }),
)

test('every text that a client sends has a maximum', () => {
  expect(texts.length).toBeGreaterThan(35)
  expect(texts.filter(({ max }) => max === undefined).map(({ name, field }) => `${name}.${field}`)).toEqual([])
})

test.each(texts)(
  '$name: a longer $field than $max is refused by name and maximum',
  async ({ call, where, field, isList, max = 0 }) => {
    const long = 'x'.repeat(max + 1)
    const query = where === 'query' ? `?${new URLSearchParams({ [field]: long })}` : ''
    const sent = where === 'body' ? { body: { [field]: isList ? [long] : long } } : {}
    const asked = (language: string) => ask(wallet, call.method, call.path + query, { ...sent, token: anna.token, language })
    expect(await asked('ru')).toMatchObject({ http: 400, code: 'too_long', field, max })
    expect((await asked('en')).message).toMatch(new RegExp(`: ${max}\\scharacters? at most$`))
  },
)

test('the refusal of a long name says its name and the limit', async () => {
  const body = { ...WELL_FORMED.register, first_name: 'я'.repeat(61) }
  const refused = (language: string) => ask(wallet, 'POST', '/v2/wallet/auth/register', { body, language })
  expect((await refused('ru')).message).toBe('Имя: не больше 60\u00a0символов')
  expect((await refused('en')).message).toBe('First name: 60\u00a0characters at most')
  const longest = { ...WELL_FORMED.register, first_name: ` ${'я'.repeat(60)} `, phone: freshPhone() }
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: longest })).toMatchObject({ http: 200 })
})

function accepts(call: Call, body: unknown): boolean {
  return call.request !== undefined && v.safeParse(call.request, body).success
}

test('every call that needs a token refuses without one, in the envelope of the specification [bad-input-5]', async () => {
  for (const [, call] of calls.filter(([, { auth }]) => auth === 'token')) {
    expect(await ask(wallet, call.method, call.path)).toMatchObject({ http: 401, status: 'error', code: 'INVALID_TOKEN' })
  }
})

test.each([
  ['token X'],
  ['Bearer X'],
  ['Token'],
  ['Token '],
  ['Token  X'],
  ['Token X Y'],
  ['Basic X'],
  ['X'],
  ['TokenX'],
  ['Token X,Token X'],
])('an Authorization of the form %j is not a token', async (form) => {
  const authorization = form.replaceAll('X', anna.token)
  expect(await ask(wallet, 'GET', '/v2/wallet', { headers: { authorization } })).toMatchObject({
    http: 401,
    code: 'INVALID_TOKEN',
  })
})

/** The status of a wallet asked for with these `Authorization` headers, written as they are. */
async function statusWith(...lines: readonly string[]): Promise<number | undefined> {
  const connection = await openConnection(wallet.url)
  const head = ['GET /v2/wallet HTTP/1.1', 'host: wallet', ...lines.map((line) => `authorization:${line}`), '', '']
  const answer = await connection.ask(Buffer.from(head.join('\r\n')))
  connection.close()
  return answer?.status
}

test('of two Authorization headers neither counts, whichever comes first', async () => {
  const right = ` Token ${anna.token}`
  expect(await statusWith(right)).toBe(200)
  for (const other of [right, ' Token x', '', ' Basic x']) {
    expect([other, await statusWith(right, other), await statusWith(other, right)]).toEqual([other, 401, 401])
  }
})

test('blanks around a header are none of it, as HTTP has it; within it they are', async () => {
  expect(await statusWith(`Token ${anna.token} \t`)).toBe(200)
  for (const line of [` Token\t${anna.token}`, ` Token ${anna.token} x`, ` Token ${anna.token}\u00a0`]) {
    expect(await statusWith(line)).toBe(401)
  }
})

test('a token is nobody’s when it is unknown or overlong [bad-input-6]', async () => {
  for (const token of ['A'.repeat(43), 'A'.repeat(129), 'A'.repeat(7000), '😀'.repeat(20), `${anna.token}=`]) {
    const authorization = Buffer.from(`Token ${token}`).toString('latin1')
    expect(await ask(wallet, 'GET', '/v2/wallet', { headers: { authorization } })).toMatchObject({ http: 401 })
  }
})

test.each([
  '/v2/wallet/transaction?limit=0',
  '/v2/wallet/transaction?limit=201',
  '/v2/wallet/transaction?limit=ten',
  '/v2/wallet/transaction?limit=1&limit=2',
  '/v2/wallet/transaction?cursor=AAAA',
  '/v2/wallet/transaction?ordering=amount',
  '/v2/wallet/transaction?account_id=%27%20or%201%3D1',
  '/v2/wallet/top-up/status',
  '/v2/wallet/top-up/status?order=',
  '/v2/wallet/top-up/status?order=a&order=b',
])('%s is refused [bad-input-7]', async (path) => {
  const answer = await anna.get(path)
  expect(answer).toMatchObject({ http: 400, status: 'error', code: 'invalid_field' })
})

test('an Idempotency-Key must be one, and of a size', async () => {
  for (const key of [' ', 'x'.repeat(129), 'два']) {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
    const answer = await ask(wallet, 'POST', '/v2/wallet/top-up', { body: WELL_FORMED.topup, token: anna.token, headers })
    expect(answer).toMatchObject({ http: 400, field: 'Idempotency-Key' })
  }
})

test('fields that nobody asked for change nothing [bad-input-8]', async () => {
  const injected = {
    is_withdrawal_allowed: true,
    level_code: 'full',
    identification_level: { name: 'full' },
    balance: '1000000.00',
    user_id: 'x',
    id: 'x',
    state: 'complete',
  }
  const answer = await anna.post('/v2/wallet/top-up', { ...WELL_FORMED.topup, ...injected })
  expect(answer.status).toBe('ok')
  expect(await anna.state(String(answer.order))).toBe('waiting')
  expect(await anna.balance('USD')).toBe('100.00')
  expect(await anna.get('/v2/wallet/auth/info', 'en')).toMatchObject({ identification_level: { ask_for_next: true } })
})

test('what another might read otherwise is refused: one name twice in a body, and two hosts [bad-input-10]', async () => {
  const body = '{"phone":"79129999999","phone":"79128888888"}'
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body })).toMatchObject({ http: 400, code: 'invalid_request' })
  const line = await openConnection(wallet.url)
  const twice = await line.ask(Buffer.from('GET /v2/wallet/config HTTP/1.1\r\nhost: wallet\r\nHost: other\r\n\r\n'))
  line.close()
  expect(twice?.status).toBe(400)
})

test('a recipient is called one, and the end of a period so', async () => {
  const body = { from_account_id: 'a', to: 5, amount: '1.00', pin: '0000' }
  const wrong = await ask(wallet, 'POST', '/v2/wallet/transfer', { body, token: anna.token, language: 'en' })
  expect(wrong).toMatchObject({ field: 'to', message: expect.stringContaining('Recipient') })
  const period = await anna.get('/v2/wallet/statement?format=csv&account_id=a&from=2026-01-01T00:00:00.000Z&to=x', 'en')
  expect(period).toMatchObject({ field: 'to', message: expect.stringContaining('End of the period') })
})

test('an unknown address is refused in the envelope [bad-input-9]', async () => {
  expect(await anna.get('/v2/wallet/nothing')).toMatchObject({ http: 404, status: 'error', code: 'not_found' })
  expect(await anna.get('/webhooks/nothing')).toMatchObject({ http: 404, status: 'error', code: 'not_found' })
})
