import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, ask, aUser, freshPhone, readCode, readMessages } from '#tests/builders'
import { fullTest } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PERSON = { first_name: 'Анна', last_name: 'Смирнова', email: 'anna@mail.example' }

const register = (phone: string, person = PERSON): Promise<Answer> =>
  ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...person, phone } })
const confirm = (phone: string, confirm_code: string): Promise<Answer> =>
  ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code } })
const sendCode = (phone: string): Promise<Answer> => ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })
const login = (phone: string, confirm_code: string): Promise<Answer> =>
  ask(wallet, 'POST', '/v2/wallet/auth/login', { body: { phone, confirm_code } })

/** A code that is not the right one. */
const not = (code: string): string => ((Number(code) + 1) % 10_000).toString().padStart(4, '0')

test('an SMS begins with its code and ends with a line bound to the wallet’s host', async () => {
  const phone = freshPhone()
  await register(phone)
  const [message] = await readMessages(wallet, phone)
  const code = await readCode(wallet, phone)
  expect(message?.text).toMatch(new RegExp(`^${code} `))
  expect(message?.text.split('\n').at(-1)).toBe(`@127.0.0.1 #${code}`)
})

test('a code that begins with zeros works with them, and without them is none [sign-in-1]', async () => {
  // One in ten is such a code.
  for (let tried = 0; tried < 200; tried += 1) {
    const phone = freshPhone()
    await register(phone)
    const code = await readCode(wallet, phone)
    if (!code.startsWith('0')) continue
    expect(await confirm(phone, code.replace(/^0+/, ''))).toMatchObject({ http: 400, field: 'confirm_code' })
    expect(await confirm(phone, code)).toMatchObject({ status: 'ok' })
    return
  }
  expect.fail('Of 200 codes none began with a zero')
})

test('a second code to a phone waits a minute, unless the first was used', async () => {
  const phone = freshPhone()
  await register(phone)
  expect(await sendCode(phone)).toMatchObject({ http: 429, code: 'code_too_soon', retry_after: expect.any(Number) })
  wallet.passSeconds(61)
  expect(await sendCode(phone)).toMatchObject({ status: 'ok' })
  expect(await confirm(phone, await readCode(wallet, phone))).toMatchObject({ status: 'ok' })
  expect(await sendCode(phone)).toMatchObject({ status: 'ok' })
})

test('a phone gets four codes an hour at most, whoever asks and by whichever call', async () => {
  const phone = freshPhone()
  for (let sent = 0; sent < 4; sent += 1) {
    expect(await (sent % 2 === 0 ? register(phone) : sendCode(phone))).toMatchObject({ status: 'ok' })
    wallet.passSeconds(61)
  }
  expect(await sendCode(phone)).toMatchObject({ http: 429, code: 'proof_required', retry_after: 3600 })
  expect(await register(phone)).toMatchObject({ http: 429 })
  expect(await readMessages(wallet, phone)).toHaveLength(4)
})

test('three wrong guesses kill a code, and the right one is refused after them [sign-in-2]', async () => {
  const phone = freshPhone()
  await register(phone)
  const code = await readCode(wallet, phone)
  for (let guess = 0; guess < 3; guess += 1) expect(await confirm(phone, not(code))).toMatchObject({ code: 'code_wrong' })
  expect(await confirm(phone, code)).toMatchObject({ http: 422, code: 'code_expired' })
})

test('a new code does not buy new guesses: after five wrong ones the next costs work, or a quarter of an hour [sign-in-3]', async () => {
  const phone = freshPhone()
  await register(phone)
  const first = await readCode(wallet, phone)
  for (let guess = 0; guess < 3; guess += 1) await confirm(phone, not(first))
  wallet.passSeconds(61)
  await sendCode(phone)
  const second = await readCode(wallet, phone)
  for (let guess = 0; guess < 2; guess += 1) expect(await confirm(phone, not(second))).toMatchObject({ code: 'code_wrong' })
  expect(await confirm(phone, second)).toMatchObject({ http: 429, code: 'proof_required', retry_after: 900 })
})

test('two hundred wrong guesses at once are three at most [sign-in-4]', async () => {
  const phone = freshPhone()
  await register(phone)
  const code = await readCode(wallet, phone)
  const answers = await Promise.all(Array.from({ length: 200 }, () => confirm(phone, not(code))))
  expect(answers.filter((answer) => answer.code === 'code_wrong').length).toBeLessThanOrEqual(3)
  expect(await confirm(phone, code)).not.toMatchObject({ status: 'ok' })
})

test('a code used by thirty at once signs one in [sign-in-5]', async () => {
  const phone = freshPhone()
  await register(phone)
  const code = await readCode(wallet, phone)
  const answers = await Promise.all(Array.from({ length: 30 }, () => confirm(phone, code)))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
})

test('a sign-in code used by thirty at once signs one in [sign-in-6]', async () => {
  const anna = await aUser(wallet)
  await sendCode(anna.phone)
  const code = await readCode(wallet, anna.phone)
  const answers = await Promise.all(Array.from({ length: 30 }, () => login(anna.phone, code)))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
})

test('a code whose transaction the database wants tried again is sent once [sign-in-7]', async () => {
  const other = new pg.Client({ connectionString: wallet.databaseUrl })
  await other.connect()
  // The first try fails as late as it can.
  await other.query(`create sequence test_tries;
    create function test_fail_first() returns trigger language plpgsql as $$
    begin
      if nextval('test_tries') = 1 then raise exception 'try again' using errcode = '40001'; end if;
      return null;
    end $$;
    create constraint trigger test_fail_first after insert on phone_code deferrable initially deferred
      for each row execute function test_fail_first()`)
  const phone = freshPhone()
  expect(await register(phone)).toMatchObject({ status: 'ok' })
  expect((await other.query('select last_value::integer from test_tries')).rows).toEqual([{ last_value: 2 }])
  await other.query('drop function test_fail_first cascade; drop sequence test_tries')
  await other.end()
  expect(await readMessages(wallet, phone)).toHaveLength(1)
})

test('a code lives three minutes', async () => {
  const phone = freshPhone()
  await register(phone)
  const code = await readCode(wallet, phone)
  wallet.passSeconds(181)
  expect(await confirm(phone, code)).toMatchObject({ code: 'code_expired' })
})

test('a sign-up code does not sign in, a sign-in code does not sign up, and neither works for another phone [sign-in-8]', async () => {
  const [phone, other] = [freshPhone(), freshPhone()]
  await Promise.all([register(phone), register(other)])
  const code = await readCode(wallet, phone)
  expect(await login(phone, code)).toMatchObject({ status: 'error' })
  if ((await readCode(wallet, other)) !== code) expect(await confirm(other, code)).toMatchObject({ status: 'error' })
  const anna = await aUser(wallet)
  const before = await anna.get('/v2/wallet/auth/info')
  await sendCode(anna.phone)
  // Whoever has a wallet is signed in to it, wherever the code is given.
  expect(await confirm(anna.phone, await readCode(wallet, anna.phone))).toMatchObject({ status: 'ok', has_pin: true })
  expect(await anna.get('/v2/wallet/auth/info')).toEqual(before)
})

test('a sign-up with somebody’s number is answered like any other, changes nothing and tells its owner [sign-in-9]', async () => {
  const anna = await aUser(wallet)
  const before = await anna.get('/v2/wallet/auth/info')
  const stranger = await register(anna.phone, { first_name: 'Mallory', last_name: 'M', email: 'mallory@mail.example' })
  const fresh = await register(freshPhone())
  expect(stranger).toEqual(fresh)
  const [told] = await readMessages(wallet, anna.phone)
  expect(told?.code).toBeNull()
  expect(await confirm(anna.phone, '0000')).toMatchObject({ status: 'error' })
  expect(await anna.get('/v2/wallet/auth/info')).toEqual(before)
})

test('one person has one wallet however the number is spelled [sign-in-10]', async () => {
  const anna = await aUser(wallet)
  const spelled = `+7 (${anna.phone.slice(1, 4)}) ${anna.phone.slice(4, 7)}-${anna.phone.slice(7, 9)}-${anna.phone.slice(9)}`
  await sendCode(spelled)
  const { auth_token } = await login(spelled, await readCode(wallet, anna.phone))
  expect(await ask(wallet, 'GET', '/v2/wallet', { token: String(auth_token) })).toEqual(await anna.get('/v2/wallet'))
})

test('the PIN is set once; a token alone never changes it [sign-in-11]', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  expect(await anna.post('/v2/wallet/auth/register/set/pin', { pin_code: '9999' })).toMatchObject({
    http: 409,
    code: 'pin_already_set',
  })
  expect(await anna.withdraw('1.00', 'USD', { pin: '9999' })).toMatchObject({ code: 'pin_wrong' })
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
})

test('without a PIN nothing is withdrawn [sign-in-12]', async () => {
  const phone = freshPhone()
  await register(phone)
  const { auth_token } = await confirm(phone, await readCode(wallet, phone))
  const body = { amount: '1.00', currency_code: 'USD', pin: '0000', pan: '2200123456784821' }
  const answer = await ask(wallet, 'POST', '/v2/wallet/withdrawal', { body, token: String(auth_token) })
  expect(answer).toMatchObject({ http: 403, code: 'pin_not_set' })
})

test('the token of a session that was ended, or of no session, is refused without a reason', async () => {
  const anna = await aUser(wallet)
  await anna.post('/v2/wallet/auth/logout')
  for (const seconds of [0, 8 * 86_400]) {
    wallet.passSeconds(seconds)
    const ended = await anna.get('/v2/wallet', 'en')
    expect(ended).toMatchObject({ http: 401, code: 'INVALID_TOKEN', message: 'Your session has ended. Log in again' })
    expect(ended.reason).toBeUndefined()
  }
  expect((await ask(wallet, 'GET', '/v2/wallet', { token: 'A'.repeat(43) })).reason).toBeUndefined()
})

test('a session ends after seven idle days, and after thirty in any case', async () => {
  const anna = await aUser(wallet)
  wallet.passSeconds(6 * 86_400)
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  wallet.passSeconds(6 * 86_400)
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 200 })
  wallet.passSeconds(8 * 86_400)
  const refused = { http: 401, code: 'INVALID_TOKEN', reason: 'idle' }
  expect(await anna.get('/v2/wallet', 'en')).toMatchObject({
    ...refused,
    message: "You haven't been here for a while. Log in again",
  })
  expect(await anna.post('/v2/wallet/auth/logout')).toMatchObject(refused)
  const boris = await aUser(wallet)
  for (let day = 0; day < 30; day += 5) {
    expect(await boris.get('/v2/wallet')).toMatchObject({ http: 200 })
    wallet.passSeconds(5 * 86_400)
  }
  // They were here every day: nobody is told that they were away.
  const over = await boris.get('/v2/wallet')
  expect(over).toMatchObject({ http: 401, code: 'INVALID_TOKEN' })
  expect(over.reason).toBeUndefined()
})

test('nothing that is kept can be used as it is: no token or card number stands in the database, and PINs stand encrypted [sign-in-13]', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  await anna.withdraw('1.00', 'USD', { pan: '2200999988887777' })
  await sendCode(anna.phone)
  const secrets = [anna.token, '2200999988887777']
  const tables = await wallet.database.list<{ name: string }>({
    name: 'test.tables',
    text: `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`,
  })
  for (const { name } of tables) {
    const rows = await wallet.database.list<{ row: string }>({
      name: `test.dump_${name}`,
      text: `select t::text as row from ${name} as t`,
    })
    for (const secret of secrets) expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
  }
  const hashes = await wallet.database.list<{ hash: string }>({ name: 'test.pins', text: 'select hash from pin' })
  expect(hashes.every(({ hash }) => hash.startsWith('aes:'))).toBe(true)
})

/** While no try can be counted to its end: the count of the address, which comes last, is locked by somebody else. */
async function whileNoAddressIsCounted(scope: string, work: () => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: wallet.databaseUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from attempt where scope = $1 for update', [scope])
  try {
    await work()
  } finally {
    await other.query('rollback')
    await other.end()
  }
}

test('a right code that could not be checked has cost neither itself nor a try of its phone or address', async () => {
  const phone = freshPhone()
  await register(phone)
  expect(await confirm(phone, await readCode(wallet, phone))).toMatchObject({ status: 'ok' })
  await sendCode(phone)
  const code = await readCode(wallet, phone)
  const counted = () =>
    wallet.database.list(
      {
        name: 'test.counted',
        text: `select scope, taken from attempt where key in ($1, '127.0.0.1') and scope like 'code_failures%' and taken > 0`,
      },
      [`+${phone}`],
    )
  const before = await counted()
  await whileNoAddressIsCounted('code_failures_per_address', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => login(phone, code)))
    for (const answer of answers) expect(answer).toMatchObject({ http: 503 })
  })
  expect(await counted()).toEqual(before)
  expect(await login(phone, code)).toMatchObject({ status: 'ok' })
})

test('a code whose sign-in nobody waits for any more is not used up', async () => {
  const hasty = await startTestWallet({ ANSWER_TIMEOUT_MS: '400' }, { databaseUrl: wallet.databaseUrl })
  const { phone } = await aUser(wallet)
  await sendCode(phone)
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  const other = new pg.Client({ connectionString: wallet.databaseUrl })
  await other.connect()
  await other.query('begin; lock table session in access exclusive mode')
  expect(await ask(hasty, 'POST', '/v2/wallet/auth/login', { body })).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  await other.query('rollback')
  await other.end()
  // Whatever it was doing has ended.
  await hasty.close()
  expect(await login(phone, body.confirm_code)).toMatchObject({ status: 'ok' })
})

fullTest('a code that could not be asked for has cost neither the minute nor any other count', async () => {
  const counted = (phone: string) =>
    wallet.database.list(
      {
        name: 'test.asked',
        text: "select scope, taken from attempt where key in ($1, '127.0.0.1') and scope like 'code%' order by scope",
      },
      [`+${phone}`],
    )
  const [owner, newcomer] = [(await aUser(wallet)).phone, freshPhone()]
  const before = [await counted(owner), await counted(newcomer)]
  await whileNoAddressIsCounted('codes_per_address', async () => {
    for (const answer of await Promise.all([sendCode(owner), register(newcomer)])) expect(answer).toMatchObject({ http: 503 })
  })
  expect([await counted(owner), await counted(newcomer)]).toEqual(before)
  // As little when all is counted, and the code cannot be written.
  const other = new pg.Client({ connectionString: wallet.databaseUrl })
  await other.connect()
  await other.query('begin; lock table phone_code in access exclusive mode')
  for (const answer of await Promise.all([sendCode(owner), register(newcomer)])) expect(answer).toMatchObject({ http: 503 })
  await other.query('rollback')
  await other.end()
  expect([await counted(owner), await counted(newcomer)]).toEqual(before)
  const begun = { name: 'test.begun', text: 'select from registration where phone = $1' }
  expect(await wallet.database.list(begun, [`+${newcomer}`])).toEqual([])
  for (const answer of await Promise.all([sendCode(owner), register(newcomer)])) expect(answer).toMatchObject({ status: 'ok' })
  for (const answer of await Promise.all([sendCode(owner), register(newcomer)])) {
    expect(answer).toMatchObject({ http: 429, code: 'code_too_soon' })
  }
})

test('a sign-up whose last answer was lost is gone on with by the next code, which signs in', async () => {
  const phone = freshPhone()
  await register(phone)
  const code = await readCode(wallet, phone)
  expect(await confirm(phone, code)).toMatchObject({ status: 'ok' })
  expect(await confirm(phone, code)).toMatchObject({ http: 422, code: 'code_expired' })
  expect(await sendCode(phone)).toMatchObject({ status: 'ok' })
  const next = await readCode(wallet, phone)
  expect(await confirm(phone, not(next))).toMatchObject({ http: 422, code: 'code_wrong' })
  const confirmed = await confirm(phone, next)
  expect(confirmed).toMatchObject({ status: 'ok', auth_token: expect.any(String) })
  expect(await confirm(phone, next)).toMatchObject({ http: 422 })
})
