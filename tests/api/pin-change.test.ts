import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, aKey, ask, aUser, freshPhone, PIN, readCode, readMessages, TestUser, until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const AUTH = '/v2/wallet/auth'
const NEW_PIN = '7293'

const change = (user: TestUser, pin_code: string, new_pin_code: string, key?: string): Promise<Answer> =>
  user.post(`${AUTH}/pin/change`, { pin_code, new_pin_code }, { ...(key && { key }), language: 'en' })

const reset = (user: TestUser, confirm_code: string, new_pin_code = NEW_PIN): Promise<Answer> =>
  user.post(`${AUTH}/pin/reset`, { confirm_code, new_pin_code })

async function codeOf(user: TestUser): Promise<string> {
  wallet.passSeconds(61)
  expect(await user.post(`${AUTH}/pin/send_code`, {})).toMatchObject({ status: 'ok', resend_in: 60 })
  return readCode(wallet, user.phone)
}

const withdraw = (user: TestUser, pin: string, amount = '1.00') => user.withdraw(amount, 'USD', { pin })

test('with the present one the PIN is changed: only the new one is right, and the owner is told by notice and SMS', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  expect(await change(anna, PIN, NEW_PIN)).toMatchObject({ status: 'ok', message: 'PIN changed' })
  expect(await withdraw(anna, PIN)).toMatchObject({ code: 'pin_wrong' })
  expect(await withdraw(anna, NEW_PIN)).toMatchObject({ status: 'ok' })
  expect(await anna.told()).toContain('Your wallet PIN was changed')
  await until(async () =>
    (await readMessages(wallet, anna.phone)).some(({ text }) => text.includes('PIN-код вашего кошелька изменен')),
  )
})

test('a wrong present one changes nothing, and is a try like any other', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  expect(await change(anna, '0000', NEW_PIN)).toMatchObject({ http: 403, code: 'pin_wrong', field: 'pin_code', attempts_left: 4 })
  expect(await withdraw(anna, '0000')).toMatchObject({ field: 'pin', attempts_left: 3 })
  expect(await withdraw(anna, PIN)).toMatchObject({ status: 'ok' })
})

test('to the one that it is it is not changed', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  expect(await change(anna, PIN, PIN)).toMatchObject({ http: 422, code: 'pin_same', field: 'new_pin_code' })
})

test('a change that is sent again under its key is one, and answered the same', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const key = aKey()
  const done = await change(anna, PIN, NEW_PIN, key)
  expect(done).toMatchObject({ status: 'ok' })
  expect(await change(anna, PIN, NEW_PIN, key)).toEqual(done)
  expect((await anna.told()).split('was changed')).toHaveLength(2)
  expect(await withdraw(anna, '0000')).toMatchObject({ attempts_left: 4 })
})

test('one that comes many times at once is one, costs no try, and is answered the same', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const key = aKey()
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(anna, PIN, NEW_PIN, key)))
  expect(answers.map(({ status, code }) => code ?? status)).toEqual(Array.from({ length: 8 }, () => 'ok'))
  expect((await anna.told()).split('was changed')).toHaveLength(2)
  expect(await change(anna, PIN, '1468', key)).toMatchObject({ http: 422, code: 'idempotency_mismatch' })
  expect(await withdraw(anna, '0000')).toMatchObject({ attempts_left: 4 })
})

test('of many changes at once one is made', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const wanted = ['1111', '2222', '3333', '4444']
  const answers = await Promise.all(wanted.map((pin) => change(anna, PIN, pin)))
  const done = wanted.filter((_, place) => answers[place]?.status === 'ok')
  expect(done).toHaveLength(1)
  expect(await withdraw(anna, done[0] ?? '')).toMatchObject({ status: 'ok' })
})

test('a forgotten PIN is replaced by a fresh code, once', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  for (let guess = 0; guess < 5; guess += 1) await withdraw(anna, '0000')
  expect(await withdraw(anna, PIN)).toMatchObject({ code: 'pin_blocked' })
  const code = await codeOf(anna)
  expect(await reset(anna, code)).toMatchObject({ status: 'ok' })
  expect(await withdraw(anna, NEW_PIN)).toMatchObject({ status: 'ok' })
  expect(await reset(anna, code, '1357')).toMatchObject({ http: 422 })
  expect(await withdraw(anna, NEW_PIN)).toMatchObject({ status: 'ok' })
  expect(await anna.told()).toContain('Your wallet PIN was changed')
})

test('neither a wrong code replaces it, nor one for signing in, nor the code of another; and a code for it signs nobody in', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet, '100.00 USD')]
  const code = await codeOf(anna)
  const wrong = ((Number(code) + 1) % 10_000).toString().padStart(4, '0')
  expect(await reset(anna, wrong)).toMatchObject({ http: 422, code: 'code_wrong' })
  expect(await reset(boris, code)).toMatchObject({ http: 422 })
  const body = { phone: anna.phone, confirm_code: code }
  expect(await ask(wallet, 'POST', `${AUTH}/login`, { body })).toMatchObject({ http: 422 })
  wallet.passSeconds(61)
  await ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone: anna.phone } })
  expect(await reset(anna, await readCode(wallet, anna.phone))).toMatchObject({ http: 422 })
  expect(await withdraw(anna, PIN)).toMatchObject({ status: 'ok' })
})

test('without a PIN there is nothing to change or to replace', async () => {
  const phone = freshPhone()
  const person = { first_name: 'Anna', last_name: 'Smith', email: 'anna@mail.example', phone }
  await ask(wallet, 'POST', `${AUTH}/register`, { body: person })
  const confirm = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await ask(wallet, 'POST', `${AUTH}/register/phone/confirm`, { body: confirm })
  const post = (path: string, body: unknown) => ask(wallet, 'POST', `${AUTH}${path}`, { body, token: String(auth_token) })
  expect(await post('/pin/change', { pin_code: PIN, new_pin_code: NEW_PIN })).toMatchObject({ code: 'pin_not_set' })
  expect(await post('/pin/reset', { confirm_code: '1234', new_pin_code: NEW_PIN })).toMatchObject({ code: 'pin_not_set' })
})

test('for a day after a change less goes out, whoever made it', async () => {
  const anna = await aUser(wallet, '10000.00 USD', '10000.00 USD')
  expect(await withdraw(anna, PIN)).toMatchObject({ status: 'ok' })
  wallet.passSeconds(86_400)
  await change(anna, PIN, NEW_PIN)
  expect(await withdraw(anna, NEW_PIN, '2000.01')).toMatchObject({
    code: 'limit_first_day',
    message: expect.stringContaining('После смены PIN-кода'),
  })
  expect(await withdraw(anna, NEW_PIN, '2000.00')).toMatchObject({ status: 'ok' })
  wallet.passSeconds(86_400)
  expect(await withdraw(anna, NEW_PIN, '2000.01')).toMatchObject({ status: 'ok' })
})

test('where the operator has it so, none of the twenty PINs that most people choose is set, changed to or reset to [pin-change-1]', async () => {
  const strict = await startTestWallet({ PIN_POPULAR: 'refused' })
  try {
    const anna = await aUser(strict)
    const POPULAR = { http: 422, code: 'pin_popular', field: 'new_pin_code' }
    for (const new_pin_code of ['1234', '1111', '0000', '2000', '1010'])
      expect(await anna.post('/v2/wallet/auth/pin/change', { pin_code: PIN, new_pin_code })).toMatchObject(POPULAR)
    strict.passSeconds(61)
    await anna.post('/v2/wallet/auth/pin/send_code', {})
    const confirm_code = await readCode(strict, anna.phone)
    expect(await anna.post('/v2/wallet/auth/pin/reset', { confirm_code, new_pin_code: '1234' })).toMatchObject(POPULAR)
    // It was no try of the code, nor of the PIN.
    expect(await anna.post('/v2/wallet/auth/pin/reset', { confirm_code, new_pin_code: '7391' })).toMatchObject({ status: 'ok' })
    const boris = await anOwnerWithoutPin(strict)
    const set = (pin_code: string) => boris.post('/v2/wallet/auth/register/set/pin', { pin_code })
    expect(await set('1234')).toMatchObject({ http: 422, code: 'pin_popular', field: 'pin_code' })
    expect(await set('7391')).toMatchObject({ status: 'ok' })
    await strict.expectTrueBooks()
  } finally {
    await strict.close()
  }
  const carla = await aUser(wallet)
  expect(await carla.post('/v2/wallet/auth/pin/change', { pin_code: PIN, new_pin_code: '1234' })).toMatchObject({ status: 'ok' })
})

async function anOwnerWithoutPin(at: TestWallet): Promise<TestUser> {
  const phone = freshPhone()
  const person = { first_name: 'Boris', last_name: 'Smith', email: 'boris@mail.example', phone }
  await ask(at, 'POST', '/v2/wallet/auth/register', { body: person })
  const body = { phone, confirm_code: await readCode(at, phone) }
  const { auth_token } = await ask(at, 'POST', '/v2/wallet/auth/register/phone/confirm', { body })
  return new TestUser(at, phone, String(auth_token))
}
