import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, ask, aUser, PIN, readCode, readMessages, TestUser, until } from '#tests/builders'
import { operate } from '#tests/operator'
import { solveProof } from '#tests/proof-of-work'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100' })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const AUTH = '/v2/wallet/auth'
const freeze = (user: TestUser): Promise<Answer> => user.post(`${AUTH}/freeze`)
const unfreeze = (user: TestUser, confirm_code: string, pin_code?: string): Promise<Answer> =>
  user.post(`${AUTH}/unfreeze`, { confirm_code, ...(pin_code && { pin_code }) }, { language: 'en' })
const frozen = async (user: TestUser) => (await user.get(`${AUTH}/info`)).frozen

async function asOperator(way: 'freeze' | 'unfreeze', { phone }: TestUser): Promise<void> {
  const words = ['users', way, `+${phone}`, '--yes', '--note', 'asked by the police']
  expect(await operate({ DATABASE_URL: wallet.databaseUrl }, words)).toMatchObject({ code: 0, complaint: '' })
}

async function codeOf(user: TestUser): Promise<string> {
  wallet.passSeconds(61)
  expect(await user.post(`${AUTH}/unfreeze/send_code`, {})).toMatchObject({ status: 'ok', resend_in: 60 })
  return readCode(wallet, user.phone)
}

async function onOtherDevice({ phone }: TestUser): Promise<TestUser> {
  wallet.passSeconds(61)
  await ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone } })
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  return new TestUser(wallet, phone, String((await ask(wallet, 'POST', `${AUTH}/login`, { body })).auth_token))
}

test('what its owner freezes moves no money, and no other session goes on; both are told', async () => {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const elsewhere = await onOtherDevice(anna)
  expect(await frozen(anna)).toBeNull()
  expect(await freeze(anna)).toMatchObject({ status: 'ok' })
  expect(await frozen(anna)).toBe('owner')
  expect(await elsewhere.get('/v2/wallet')).toMatchObject({ code: 'INVALID_TOKEN' })
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ http: 403, code: 'wallet_frozen' })
  const exchange = await anna.exchangeBody('1.00', 'USD', 'EUR')
  expect(await anna.post('/v2/wallet/exchange', exchange)).toMatchObject({ code: 'wallet_frozen' })
  expect(await anna.told()).toContain('You froze your wallet')
  await until(async () => (await readMessages(wallet, anna.phone)).some(({ text }) => text.includes('кошелек заморожен')))
  // Once more changes nothing, and tells nobody.
  expect(await freeze(anna)).toMatchObject({ status: 'ok' })
  expect((await anna.told()).split('You froze')).toHaveLength(2)
})

test('a fresh code and the PIN unfreeze it, and only both', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await freeze(anna)
  const code = await codeOf(anna)
  const wrong = ((Number(code) + 1) % 10_000).toString().padStart(4, '0')
  expect(await unfreeze(anna, code)).toMatchObject({ http: 403, code: 'pin_required', field: 'pin_code' })
  expect(await unfreeze(anna, wrong, PIN)).toMatchObject({ http: 422, code: 'code_wrong' })
  expect(await unfreeze(anna, code, '0000')).toMatchObject({ http: 403, code: 'pin_wrong', attempts_left: 4 })
  expect(await frozen(anna)).toBe('owner')
  expect(await unfreeze(anna, code, PIN)).toMatchObject({ status: 'ok', message: 'Wallet unfrozen' })
  expect(await frozen(anna)).toBeNull()
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await anna.told()).toContain('The wallet is unfrozen')
  // Sent again it finds nothing to do.
  expect(await unfreeze(anna, code, PIN)).toMatchObject({ status: 'ok' })
})

test('neither a code for signing in unfreezes it, nor one that was used before', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await freeze(anna)
  const code = await codeOf(anna)
  await unfreeze(anna, code, PIN)
  await freeze(anna)
  expect(await unfreeze(anna, code, PIN)).toMatchObject({ http: 422 })
  wallet.passSeconds(61)
  await ask(wallet, 'POST', `${AUTH}/send_code`, { body: { phone: anna.phone } })
  expect(await unfreeze(anna, await readCode(wallet, anna.phone), PIN)).toMatchObject({ http: 422 })
  expect(await frozen(anna)).toBe('owner')
})

test('what the operator has frozen its owner cannot unfreeze, nor the operator what the owner has', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await asOperator('freeze', anna)
  expect(await frozen(anna)).toBe('operator')
  expect(await unfreeze(anna, await codeOf(anna), PIN)).toMatchObject({ http: 403, code: 'wallet_frozen' })
  expect(await freeze(anna)).toMatchObject({ status: 'ok' })
  expect(await frozen(anna)).toBe('operator')
  expect(await unfreeze(anna, await codeOf(anna), PIN)).toMatchObject({ http: 403, code: 'wallet_frozen' })
  const { said } = await operate({ DATABASE_URL: wallet.databaseUrl }, ['users', 'show', `+${anna.phone}`])
  expect(said).toMatch(/^frozen +yes\nfrozen_by_owner +yes$/m)
  await asOperator('unfreeze', anna)
  expect(await frozen(anna)).toBe('owner')
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ http: 403, code: 'wallet_frozen' })
  expect(await unfreeze(anna, await codeOf(anna), PIN)).toMatchObject({ status: 'ok' })
  expect(await frozen(anna)).toBeNull()
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
})

test('what a version before has frozen is the operator’s', async () => {
  const anna = await aUser(wallet)
  const text = 'update wallet_user set is_frozen = true where phone = $1'
  await wallet.database.run({ name: 'test.freeze_as_before', text }, [`+${anna.phone}`])
  expect(await frozen(anna)).toBe('operator')
  await asOperator('unfreeze', anna)
  expect(await frozen(anna)).toBeNull()
})

test('a wallet that is frozen again signs out whoever has come since, and their device is a stranger', async () => {
  const anna = await aUser(wallet)
  await freeze(anna)
  const elsewhere = await onOtherDevice(anna)
  expect(await elsewhere.get('/v2/wallet')).toMatchObject({ status: 'ok' })
  await freeze(anna)
  expect(await elsewhere.get('/v2/wallet')).toMatchObject({ code: 'INVALID_TOKEN' })
  const text = 'select count(*) as known from known_device join wallet_user on wallet_user.id = user_id where phone = $1'
  expect(await wallet.database.find({ name: 'test.known', text }, [`+${anna.phone}`])).toEqual({ known: 1n })
})

test('of two who unfreeze with one code at once one does', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await freeze(anna)
  const code = await codeOf(anna)
  const both = await Promise.all([unfreeze(anna, code, PIN), unfreeze(anna, code, PIN)])
  expect(both.filter(({ status }) => status === 'ok').length).toBeGreaterThan(0)
  expect(await frozen(anna)).toBeNull()
  expect((await anna.told()).split('The wallet is unfrozen')).toHaveLength(2)
})

test('of two who unfreeze and one who freezes at once the wallet is unfrozen once at most', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await freeze(anna)
  const code = await codeOf(anna)
  await Promise.all([unfreeze(anna, code, PIN), unfreeze(anna, code, PIN), freeze(anna)])
  // Whichever came last, what it says of itself is what it does.
  const isFrozen = (await frozen(anna)) !== null
  expect((await anna.withdraw('1.00', 'USD')).status === 'ok').toBe(!isFrozen)
  expect((await anna.told()).split('The wallet is unfrozen')).toHaveLength(2)
})

test('where strangers have guessed so often that the PIN is asked for beside a code, that of unfreezing is taken', async () => {
  const guessed = await startTestWallet(
    { CODE_FAILURES_PER_MONTH: '1', CODE_FAILURES_IN_A_ROW: '100' },
    { databaseUrl: wallet.databaseUrl },
  )
  const anna = await aUser(guessed, '100.00 USD')
  const { phone } = anna
  await ask(guessed, 'POST', `${AUTH}/send_code`, { body: { phone } })
  const code = await readCode(guessed, phone)
  const confirm_code = ((Number(code) + 1) % 10_000).toString().padStart(4, '0')
  expect(await ask(guessed, 'POST', `${AUTH}/login`, { body: { phone, confirm_code } })).toMatchObject({ code: 'code_wrong' })
  expect(await freeze(anna)).toMatchObject({ status: 'ok' })
  guessed.passSeconds(61)
  expect(await anna.post(`${AUTH}/unfreeze/send_code`, {})).toMatchObject({ status: 'ok' })
  await until(async () => (await readMessages(guessed, phone))[0]?.text.includes('разморозить') === true)
  const fresh = await readCode(guessed, phone)
  const withWork = async (pin_code: string): Promise<Answer> => {
    const { code: asks, challenge } = await unfreeze(anna, fresh, pin_code)
    expect(asks).toBe('proof_required')
    const body = { confirm_code: fresh, pin_code, proof: await solveProof(String(challenge)) }
    return anna.post(`${AUTH}/unfreeze`, body)
  }
  expect(await withWork('0000')).toMatchObject({ code: 'code_wrong' })
  expect(await withWork(PIN)).toMatchObject({ status: 'ok' })
  expect(await frozen(anna)).toBeNull()
  await guessed.close()
})
