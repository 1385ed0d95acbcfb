import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, ask, aUser, freshPhone, readCode } from '#tests/builders'
import { type MessageVendor, startMessageVendor } from '#tests/message-vendor'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const AUTH = '/v2/wallet/auth'
const PERSON = { first_name: 'Анна', last_name: 'Смирнова', email: 'anna@mail.example' }

let vendor: MessageVendor
let wallet: TestWallet
let log = ''
beforeAll(async () => {
  vendor = await startMessageVendor()
  const logTo = {
    write(line: string) {
      log += line
    },
  }
  wallet = await startTestWallet({ SANDBOX_URL: vendor.url, CODES_PER_ADDRESS_HOUR: '30', CODES_USED_PERCENT: '20' }, { logTo })
})
afterEach(async () => {
  vendor.failing.clear()
  log = ''
  await wallet.expectTrueBooks()
})
afterAll(async () => {
  await wallet.close()
  await vendor.close()
})

const register = (phone: string): Promise<Answer> =>
  ask(wallet, 'POST', `${AUTH}/register`, { body: { ...PERSON, phone }, language: 'en' })
const sendCode = (phone: string): Promise<Answer> => ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone } })

test('a number that the provider refuses is told so, and has cost neither a wait nor a code nor a guess', async () => {
  const phone = freshPhone()
  vendor.failing.set(phone, 422)
  // More often than a number has codes in an hour, and in a day, and none of them a minute apart.
  for (let asked = 0; asked < 6; asked += 1)
    expect(await register(phone)).toMatchObject({
      http: 422,
      code: 'sms_refused',
      field: 'phone',
      message: 'Texts do not get through to this number. Check it, or write to support',
    })
  expect(await sendCode(phone)).toMatchObject({ http: 422, code: 'sms_refused', field: 'phone' })
  const kept = await wallet.database.list({ name: 'test.codes', text: 'select 1 from phone_code where phone = $1' }, [
    `+${phone}`,
  ])
  expect(kept).toEqual([])
  expect(log).not.toMatch(/"level":50[^\n]*"msg":"Refused"/)
  vendor.failing.clear()
  expect(await register(phone)).toMatchObject({ status: 'ok' })
  const confirm_code = await readCode(wallet, phone)
  const confirmed = await ask(wallet, 'POST', `${AUTH}/register/phone/confirm`, { body: { phone, confirm_code } })
  expect(confirmed).toMatchObject({ status: 'ok' })
})

test('the answer is the same with and without a wallet, and by a code of one’s own, which is typed nowhere', async () => {
  const owner = await aUser(wallet)
  const nobody = freshPhone()
  for (const phone of [owner.phone, nobody]) vendor.failing.set(phone, 422)
  wallet.passSeconds(61)
  const [known, unknown] = [await sendCode(owner.phone), await sendCode(nobody)]
  expect(known).toMatchObject({ http: 422, code: 'sms_refused' })
  expect(unknown).toEqual(known)
  const own = await owner.post(`${AUTH}/pin/send_code`, {})
  expect(own).toMatchObject({ http: 422, code: 'sms_refused' })
  expect(own.field).toBe(undefined)
})

test('a provider that refuses us, not the number, is unavailable to people and a line at error for the operator', async () => {
  const phone = freshPhone()
  vendor.failing.set(phone, 401)
  expect(await register(phone)).toMatchObject({ http: 503, code: 'unavailable' })
  expect(log).toMatch(/"level":50[^\n]*HTTP 401/)
  vendor.failing.clear()
  expect(await register(phone)).toMatchObject({ status: 'ok' })
})

test('whoever has us try number after number is stopped by their address', async () => {
  let answer: Answer | undefined
  for (let asked = 0; asked < 31 && answer?.code !== 'code_limit'; asked += 1) {
    const phone = freshPhone()
    vendor.failing.set(phone, 422)
    answer = await register(phone)
  }
  expect(answer).toMatchObject({ http: 429, code: 'code_limit' })
})
