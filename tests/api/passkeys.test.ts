import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addPasskey, type Deviation, TestPasskey } from '#tests/authenticator'
import { type Answer, ask, aUser, aUserWithoutPin, PIN, readMessages, TestUser, until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const PASSKEYS = '/v2/wallet/passkeys'
const WRONG = { http: 403, code: 'passkey_wrong' }
const SIGN_IN = { http: 403, code: 'sign_in_required' }

const start = (user: TestUser, pin: string | undefined = PIN): Promise<Answer> => user.post(`${PASSKEYS}/start`, { pin })
const add = (user: TestUser, credential: string, passkey_name = 'Phone'): Promise<Answer> =>
  user.post(`${PASSKEYS}/add`, { passkey_name, credential })

interface Listed {
  readonly id: string
  readonly passkey_name: string
  readonly is_synced: boolean
  readonly used_at: string | null
}
const list = async (user: TestUser): Promise<Listed[]> => (await user.get(PASSKEYS)).results as Listed[]

const startSignIn = (): Promise<Answer> => ask(wallet, 'POST', `${PASSKEYS}/sign_in/start`)
const send = (credential: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(wallet, 'POST', `${PASSKEYS}/sign_in`, { body: { credential }, headers })

async function signIn(passkey: TestPasskey, deviation?: Deviation): Promise<Answer> {
  const { options } = await startSignIn()
  return send(passkey.get(options, deviation))
}

describe('adding one', () => {
  test('a passkey is added with the PIN, listed by its name, and the owner is told by notice and SMS', async () => {
    const anna = await aUser(wallet)
    await addPasskey(anna, 'My laptop')
    expect(await list(anna)).toMatchObject([{ passkey_name: 'My laptop', is_synced: false, used_at: null }])
    expect(await anna.told()).toContain('A passkey was added')
    await until(async () => (await readMessages(wallet, anna.phone)).some(({ text }) => text.includes('добавлен ключ доступа')))
  })

  test('neither without the PIN nor with a wrong one, which is a try like any other [api-passkeys-1]', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    expect(await anna.post(`${PASSKEYS}/start`, {})).toMatchObject({ http: 403, code: 'pin_required', field: 'pin' })
    expect(await start(anna, '0000')).toMatchObject({ http: 403, code: 'pin_wrong', attempts_left: 4 })
    expect(await anna.withdraw('1.00', 'USD', { pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 3 })
  })

  test('whoever has no PIN yet adds one within ten minutes of signing in, and later only after signing in again [api-passkeys-2]', async () => {
    const anna = await aUserWithoutPin(wallet)
    wallet.passSeconds(540)
    const { options } = await anna.post(`${PASSKEYS}/start`, {})
    expect(await add(anna, new TestPasskey(wallet.url).create(options))).toMatchObject({ status: 'ok' })
    wallet.passSeconds(60)
    expect(await anna.post(`${PASSKEYS}/start`, {}, { language: 'en' })).toMatchObject({
      ...SIGN_IN,
      message: "To do this, log in again: that's how we know it's you",
    })
    const again = await anna.signInAgain()
    const { options: fresh } = await again.post(`${PASSKEYS}/start`, {})
    expect(await add(again, new TestPasskey(wallet.url).create(fresh))).toMatchObject({ status: 'ok' })
  })

  test('a first PIN says nothing where only a token could have set it: until its session is begun anew [api-passkeys-3]', async () => {
    const anna = await aUserWithoutPin(wallet)
    wallet.passSeconds(601)
    await anna.post('/v2/wallet/auth/register/set/pin', { pin_code: '0420' })
    expect(await start(anna, '0420')).toMatchObject(SIGN_IN)
    expect(await anna.post('/v2/wallet/auth/pin/change', { pin_code: '0420', new_pin_code: PIN })).toMatchObject({ status: 'ok' })
    expect(await start(anna)).toMatchObject(SIGN_IN)
    const again = await anna.signInAgain()
    expect(await start(again, '0420')).toMatchObject({ code: 'pin_wrong' })
    expect(await start(again)).toMatchObject({ status: 'ok' })
  })

  test('what one session was asked for adds none in another [api-passkeys-4]', async () => {
    const anna = await aUser(wallet)
    const { options } = await start(anna)
    const again = await anna.signInAgain()
    expect(await add(again, new TestPasskey(wallet.url).create(options))).toMatchObject(WRONG)
    expect(await list(anna)).toEqual([])
  })

  test.each<[string, Deviation]>([
    ['of another page', { origin: 'https://wallet.example.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a person whom nobody looked at', { isUnverified: true }],
    ['with a challenge that nobody made', { challenge: 'AAAA' }],
    ['that is an answer to something else', { type: 'webauthn.get' }],
  ])('one %s is not added', async (_name, deviation) => {
    const anna = await aUser(wallet)
    const { options } = await start(anna)
    expect(await add(anna, new TestPasskey(wallet.url).create(options, deviation))).toMatchObject(WRONG)
    expect(await list(anna)).toEqual([])
  })

  test('what was asked of one person adds none to another, nor twice, nor after five minutes', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    const { options } = await start(anna)
    expect(await add(boris, new TestPasskey(wallet.url).create(options))).toMatchObject(WRONG)
    expect(await add(anna, new TestPasskey(wallet.url).create(options))).toMatchObject({ status: 'ok' })
    expect(await add(anna, new TestPasskey(wallet.url).create(options))).toMatchObject(WRONG)
    const late = await start(anna)
    wallet.passSeconds(301)
    expect(await add(anna, new TestPasskey(wallet.url).create(late.options))).toMatchObject(WRONG)
    expect(await list(anna)).toHaveLength(1)
    expect(await list(boris)).toEqual([])
  })

  test('a passkey is one person’s', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    const passkey = await addPasskey(anna)
    const { options } = await start(boris)
    expect(await add(boris, passkey.create(options))).toMatchObject({ http: 409, code: 'passkey_known' })
  })

  test('nobody has more than ten, however many come at once', async () => {
    const anna = await aUser(wallet)
    for (let more = 0; more < 9; more += 1) await addPasskey(anna)
    const asked = await Promise.all([start(anna), start(anna), start(anna)])
    const answers = await Promise.all(asked.map(({ options }) => add(anna, new TestPasskey(wallet.url).create(options))))
    expect(answers.map(({ code, status }) => code ?? status).sort()).toEqual(['ok', 'passkeys_max', 'passkeys_max'])
    expect(await start(anna)).toMatchObject({ http: 409, code: 'passkeys_max', max: 10 })
  })
})

describe('naming and removing one', () => {
  test('it is renamed and removed by its owner, with the PIN, and the owner is told', async () => {
    const anna = await aUser(wallet)
    const passkey = await addPasskey(anna)
    const [{ id: passkey_id = '' } = {}] = await list(anna)
    expect(await anna.post(`${PASSKEYS}/rename`, { passkey_id, passkey_name: 'Tablet' })).toMatchObject({ status: 'ok' })
    expect(await list(anna)).toMatchObject([{ passkey_name: 'Tablet' }])
    const remove = (pin?: string) => anna.post(`${PASSKEYS}/remove`, { passkey_id, pin })
    expect(await remove()).toMatchObject({ code: 'pin_required' })
    expect(await remove('0000')).toMatchObject({ code: 'pin_wrong' })
    expect(await list(anna)).toHaveLength(1)
    expect(await remove(PIN)).toMatchObject({ status: 'ok' })
    expect(await list(anna)).toEqual([])
    expect(await anna.told()).toContain('A passkey was removed from your wallet')
    expect(await signIn(passkey)).toMatchObject(WRONG)
  })

  test('without a PIN it is removed within ten minutes of signing in, and not later; on a new device not for a day [api-passkeys-5]', async () => {
    const anna = await aUserWithoutPin(wallet)
    const { options } = await anna.post(`${PASSKEYS}/start`, {})
    await add(anna, new TestPasskey(wallet.url).create(options))
    const [{ id: passkey_id = '' } = {}] = await list(anna)
    wallet.passSeconds(600)
    expect(await anna.post(`${PASSKEYS}/remove`, { passkey_id })).toMatchObject(SIGN_IN)
    expect(await list(anna)).toHaveLength(1)
    const again = await anna.signInAgain()
    expect(await again.post(`${PASSKEYS}/remove`, { passkey_id })).toMatchObject({ code: 'wait_required' })
    const text = "update known_device set first_seen_at = first_seen_at - interval '1 day'"
    await wallet.database.run({ name: 'test.known_since_yesterday', text }, [])
    expect(await again.post(`${PASSKEYS}/remove`, { passkey_id })).toMatchObject({ status: 'ok' })
  })

  test('somebody else’s is not found', async () => {
    const [anna, boris] = [await aUser(wallet), await aUser(wallet)]
    const passkey = await addPasskey(anna)
    const [{ id: passkey_id = '' } = {}] = await list(anna)
    const unknown = { http: 404, code: 'not_found', field: 'passkey_id' }
    expect(await boris.post(`${PASSKEYS}/rename`, { passkey_id, passkey_name: 'Mine' })).toMatchObject(unknown)
    expect(await boris.post(`${PASSKEYS}/remove`, { passkey_id, pin: PIN })).toMatchObject(unknown)
    expect(await boris.post(`${PASSKEYS}/remove`, { passkey_id: 'x', pin: PIN })).toMatchObject(unknown)
    expect(await signIn(passkey)).toMatchObject({ status: 'ok' })
  })
})

describe('signing in', () => {
  test('a passkey signs its owner in as a code does: a session, a notice, and when it was used', async () => {
    const anna = await aUser(wallet, '10.00 USD')
    const passkey = await addPasskey(anna)
    const answer = await signIn(passkey)
    expect(answer).toMatchObject({ http: 200, status: 'ok', has_pin: true })
    const again = new TestUser(wallet, anna.phone, String(answer.auth_token))
    expect(await again.balance('USD')).toBe('10.00')
    expect(await anna.told()).toContain('new device')
    expect((await list(anna))[0]?.used_at).not.toBeNull()
  })

  test('the device is known from then on', async () => {
    const anna = await aUser(wallet)
    const passkey = await addPasskey(anna)
    const first = await fetch(`${wallet.url}${PASSKEYS}/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ credential: passkey.get((await startSignIn()).options) }),
    })
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await send(passkey.get((await startSignIn()).options), { cookie })).toMatchObject({ status: 'ok' })
    const [latest] = (await anna.told()).split('\n')
    expect(latest).not.toContain('new device')
    const sessions = (await anna.get('/v2/wallet/auth/sessions')).results as { known_since: string | null }[]
    expect(sessions.filter(({ known_since }) => known_since !== null).length).toBeGreaterThan(1)
  })

  test.each<[string, Deviation]>([
    ['of another page', { origin: 'http://127.0.0.1:1' }],
    ['for another host', { rpId: 'example' }],
    ['of a person whom nobody looked at', { isUnverified: true }],
    ['with a signature that was changed', { isTampered: true }],
    ['with a challenge that nobody made', { challenge: 'AAAA' }],
    ['that says it is somebody else', { userHandle: 'Ym9yaXM' }],
    ['that is an answer to something else', { type: 'webauthn.create' }],
  ])('an answer %s signs nobody in [api-passkeys-6]', async (_name, deviation) => {
    const anna = await aUser(wallet)
    const passkey = await addPasskey(anna)
    expect(await signIn(passkey, deviation)).toMatchObject(WRONG)
    expect(await signIn(passkey)).toMatchObject({ status: 'ok' })
  })

  test('every refusal is the same: an unknown passkey, a wrong signature, a used challenge, no answer at all [api-passkeys-7]', async () => {
    const anna = await aUser(wallet)
    const passkey = await addPasskey(anna)
    const { options } = await startSignIn()
    const credential = passkey.get(options)
    expect(await send(credential)).toMatchObject({ status: 'ok' })
    const refusals = [
      await send(credential),
      await signIn(new TestPasskey(wallet.url)),
      await signIn(passkey, { isTampered: true }),
      await send('{}'),
      await send('no JSON'),
    ]
    expect(refusals).toEqual(refusals.map(() => refusals[0]))
    expect(refusals[0]).toMatchObject(WRONG)
  })

  test('an answer that comes many times at once signs in once [api-passkeys-8]', async () => {
    const passkey = await addPasskey(await aUser(wallet))
    const credential = passkey.get((await startSignIn()).options)
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(credential)))
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1)
  })

  test('a challenge that was tried once in vain is worth nothing more, nor is one after five minutes [api-passkeys-9]', async () => {
    const passkey = await addPasskey(await aUser(wallet))
    const { options } = await startSignIn()
    expect(await send(passkey.get(options, { isTampered: true }))).toMatchObject(WRONG)
    expect(await send(passkey.get(options))).toMatchObject(WRONG)
    const late = await startSignIn()
    wallet.passSeconds(301)
    expect(await send(passkey.get(late.options))).toMatchObject(WRONG)
  })

  test('one that says it has signed no oftener than before is a copy, and refused; one that does not count is not [api-passkeys-10]', async () => {
    const [counting, silent] = [await addPasskey(await aUser(wallet)), await addPasskey(await aUser(wallet))]
    expect(await signIn(counting, { signCount: 7 })).toMatchObject({ status: 'ok' })
    expect(await signIn(counting, { signCount: 7 })).toMatchObject(WRONG)
    expect(await signIn(counting, { signCount: 6 })).toMatchObject(WRONG)
    expect(await signIn(counting, { signCount: 0 })).toMatchObject(WRONG)
    expect(await signIn(counting, { signCount: 8 })).toMatchObject({ status: 'ok' })
    for (let time = 0; time < 2; time += 1) expect(await signIn(silent, { signCount: 0 })).toMatchObject({ status: 'ok' })
  })

  test('a challenge for adding signs nobody in, and one for signing in adds nothing', async () => {
    const anna = await aUser(wallet)
    const passkey = await addPasskey(anna)
    const { options } = await start(anna)
    expect(await send(passkey.get(JSON.stringify({ ...JSON.parse(String(options)), rpId: '127.0.0.1' })))).toMatchObject(WRONG)
    const asked = JSON.parse(String((await startSignIn()).options))
    const made = new TestPasskey(wallet.url).create(JSON.stringify({ ...asked, rp: { id: asked.rpId }, user: { id: 'YQ' } }))
    expect(await add(anna, made)).toMatchObject(WRONG)
  })

  test('the database has nothing of a challenge but a keyed hash', async () => {
    const { options } = await startSignIn()
    const { challenge } = JSON.parse(String(options)) as { challenge: string }
    const rows = await wallet.database.list<{ row: string }>({
      name: 'test.challenges',
      text: 'select passkey_challenge::text as row from passkey_challenge',
    })
    expect(rows.length).toBeGreaterThan(0)
    const hex = Buffer.from(challenge, 'base64url').toString('hex')
    expect(rows.filter(({ row }) => row.includes(challenge) || row.includes(hex))).toEqual([])
  })
})

test('a challenge that nobody has used is deleted once it is too old, and no other', async () => {
  const own = await startTestWallet()
  for (let more = 0; more < 2; more += 1) await ask(own, 'POST', `${PASSKEYS}/sign_in/start`)
  await own.database.run({
    name: 'test.age',
    text: `update passkey_challenge set expires_at = now() - interval '1 second'
      where hash = (select hash from passkey_challenge order by hash limit 1)`,
  })
  // It deletes when it starts.
  const again = await own.reopen()
  const text = 'select count(*)::int as count from passkey_challenge'
  await until(async () => (await again.database.find<{ count: number }>({ name: 'test.count', text }))?.count === 1)
  await again.close()
})

test('an address gets so many challenges in ten minutes, and then waits [api-passkeys-11]', async () => {
  const narrow = await startTestWallet({ REQUESTS_PER_MINUTE: '1000' })
  const answers: Answer[] = []
  for (let more = 0; more < 61; more += 1) answers.push(await ask(narrow, 'POST', `${PASSKEYS}/sign_in/start`))
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(60)
  expect(answers.at(-1)).toMatchObject({ http: 429, code: 'too_many_requests' })
  narrow.passSeconds(601)
  expect(await ask(narrow, 'POST', `${PASSKEYS}/sign_in/start`)).toMatchObject({ status: 'ok' })
  await narrow.close()
})
