import { afterAll, beforeAll, expect, test } from 'vitest'
import { aKey, ask, aUser, freshPhone, PIN, readCode, TestUser, until } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { SECRET } from '#tests/secret'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const CANARIES = ['canary.Anna@mail.example', 'Canaryville', '17 Canary Wharf', 'CN4 RY7']
const [EMAIL = '', CITY = '', STREET = '', ZIP = ''] = CANARIES
const PERSON = {
  first_name: 'Anna',
  last_name: 'S',
  email: EMAIL,
  country_code: 'GB',
  city: CITY,
  zip_code: ZIP,
  address: STREET,
}

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

const run = (text: string) => wallet.database.withClient((client) => client.query(text))

function secret(...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl, WALLET_SECRET: SECRET }, [...words])
}

/** The canaries that are found in any column of any table, whatever its type. */
async function canariesInDump(): Promise<string[]> {
  const tables = await wallet.database.list<{ name: string }>({
    name: 'test.tables',
    text: `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  })
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await run(`select row_to_json(each)::text as line from ${name} as each`)
    // Bytes are in hex there.
    for (const { line } of rows as { line: string }[]) dump += line.toLowerCase()
  }
  const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex')
  return CANARIES.filter((canary) => dump.includes(canary.toLowerCase()) || dump.includes(hex(canary)))
}

async function signUp(): Promise<TestUser> {
  const phone = freshPhone()
  await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...PERSON, phone } })
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body })
  const anna = new TestUser(wallet, phone, String(auth_token))
  expect(await anna.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN })).toMatchObject({ status: 'ok' })
  return anna
}

test('a dump of the database has no e-mail, city, zip code or street, while a sign-up is under way or after it', async () => {
  await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...PERSON, phone: freshPhone() } })
  const anna = await signUp()
  expect(await canariesInDump()).toEqual([])
  expect(await anna.get('/v2/wallet/auth/info')).toMatchObject({ email: EMAIL })
  const { said } = await secret('users', 'find', EMAIL.toUpperCase())
  expect(said).toContain('c•••@mail.example')
  expect((await secret('users', 'find', 'canary.anna')).said).toBe('Nobody is found by that.\n')
  expect(await operate({ DATABASE_URL: wallet.databaseUrl }, ['users', 'find', EMAIL])).toMatchObject({ code: 1 })
})

test('what is encrypted opens in its own row only', async () => {
  const [anna, boris] = [await signUp(), await aUser(wallet, '1.00 USD')]
  await run(`update wallet_user set personal_data = anna.personal_data from wallet_user as anna
    where anna.phone = '+${anna.phone}' and wallet_user.phone = '+${boris.phone}'`)
  expect(await boris.get('/v2/wallet/auth/info')).toMatchObject({ http: 500 })
  await run(`update wallet_user set personal_data = null where phone = '+${boris.phone}'`)
})

test('what a version before has written is read, and encrypted by a command that may end in the middle and run twice at once', async () => {
  await run('update secret_fingerprint set encrypts = false')
  await wallet.close()
  wallet = await startTestWallet({}, { databaseUrl: wallet.databaseUrl })
  const anna = await signUp()
  await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...PERSON, phone: freshPhone() } })
  // The no: so does the test of the dump see what is not encrypted.
  expect(await canariesInDump()).toEqual(CANARIES)
  const text = 'select hash from pin join wallet_user on wallet_user.id = user_id where phone = $1'
  const pin = () => wallet.database.find<{ hash: string }>({ name: 'test.pin_hash', text }, [`+${anna.phone}`])
  expect(await pin()).toEqual({ hash: expect.stringMatching(/^\$argon2id\$/) })
  await run(`insert into wallet_user (id, phone, first_name, last_name, email, city, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
    select gen_random_uuid(), '+7997' || lpad(number::text, 7, '0'), 'Crowd', '', '${EMAIL}', '${CITY}', 'basic', true, true, now()
    from generate_series(1, 1200) as number`)
  // Somebody holds the last of them, for longer than a lock is waited for.
  const last = '(select id from wallet_user order by id desc limit 1)'
  await wallet.database.withClient(async (client) => {
    await client.query(`begin; select from wallet_user where id = ${last} for update`)
    expect(await secret('secret', 'encrypt', '--yes')).toMatchObject({ code: 1, complaint: expect.stringContaining('Try again') })
    await client.query('rollback')
  })
  const left = { name: 'test.left', text: 'select count(*)::integer as count from wallet_user where personal_data is null' }
  expect(await wallet.database.find(left)).toEqual({ count: expect.toSatisfy((count: number) => count > 0 && count <= 500) })
  const done = await Promise.all([secret('secret', 'encrypt', '--yes'), secret('secret', 'encrypt', '--yes')])
  expect(done.map(({ code, complaint }) => [code, complaint])).toEqual([
    [0, ''],
    [0, ''],
  ])
  expect((await secret('secret', 'encrypt', '--yes')).said).toMatch(
    /it is so already[\s\S]*pins +0\npeople +0\nsign-ups +0\ndevices +0\n$/,
  )
  expect(await canariesInDump()).toEqual([])
  expect(await pin()).toEqual({ hash: expect.stringMatching(/^aes:/) })
  expect(await anna.get('/v2/wallet/auth/info')).toMatchObject({ email: EMAIL, has_pin: true })
  await anna.topUp('10.00', 'USD')
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('1.00', 'USD', { pin: '9999' })).toMatchObject({ code: 'pin_wrong' })
  const later = await signUp()
  expect(await canariesInDump()).toEqual([])
  expect(await later.get('/v2/wallet/auth/info')).toMatchObject({ email: EMAIL })
})

test('an e-mail that is encrypted is written to, and is in no message that waits', async () => {
  const anna = await signUp()
  await run(`update wallet_user set email_verified_at = now() where phone = '+${anna.phone}'`)
  const key = aKey()
  const changed = await anna.post('/v2/wallet/auth/pin/change', { pin_code: PIN, new_pin_code: '4826' }, { key })
  expect(changed).toMatchObject({ status: 'ok' })
  const sent = { name: 'test.sent', text: 'select id from sandbox.email_message where recipient = $1' }
  const waiting = { name: 'test.waiting', text: "select id from message where channel = 'email' and recipient = $1" }
  expect(await wallet.database.find(waiting, [EMAIL])).toBeUndefined()
  await until(async () => (await wallet.database.find(sent, [EMAIL])) !== undefined)
})
