import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addPasskey } from '#tests/authenticator'
import { type Answer, ask, aUser, type TestUser } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const operator = (...words: string[]): Promise<Operated> => operate({ DATABASE_URL: wallet.databaseUrl }, words)

async function done(...words: string[]): Promise<string> {
  const operated = await operator(...words, '--yes', '--as', 'vera')
  expect(operated).toMatchObject({ code: 0, complaint: '' })
  return operated.said
}

/** What was recorded about a person last. */
async function recorded({ phone }: TestUser): Promise<unknown> {
  const text = `select area, before, after, note from operator_change join wallet_user on wallet_user.id::text = subject
    where phone = $1 order by operator_change.id desc limit 1`
  return wallet.database.find({ name: 'test.recorded', text }, [`+${phone}`])
}

async function devicesOf({ phone }: TestUser): Promise<bigint | undefined> {
  const text = 'select count(*) as count from known_device join wallet_user on wallet_user.id = user_id where phone = $1'
  return (await wallet.database.find<{ count: bigint }>({ name: 'test.devices', text }, [`+${phone}`]))?.count
}

const startPasskey = (): Promise<Answer> => ask(wallet, 'POST', '/v2/wallet/passkeys/sign_in/start')

test('whoever is signed out by the operator signs in as a stranger, also with a device that was a thief’s', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  await anna.signInAgain()
  expect(await devicesOf(anna)).toBe(2n)
  await done('users', 'end-sessions', `+${anna.phone}`, '--note', 'her phone was stolen')
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 401 })
  expect(await devicesOf(anna)).toBe(0n)
  expect(await recorded(anna)).toEqual({
    area: 'users',
    before: { sessions: '2', known_devices: '2' },
    after: { sessions: '0', known_devices: '0' },
    note: 'her phone was stolen',
  })
  expect(await done('users', 'end-sessions', `+${anna.phone}`)).toContain('it is so already, nothing to change')
})

test('a passkey outlives that unless it is named: those added since a time, or all', async () => {
  const anna = await aUser(wallet)
  const own = await addPasskey(anna, 'Laptop')
  wallet.passSeconds(60)
  const since = (
    await wallet.database.find<{ at: Date }>({
      name: 'test.latest_passkey',
      text: "select max(created_at) + interval '1 second' as at from passkey",
    })
  )?.at.toISOString()
  const thiefs = await addPasskey(anna, 'Thief')
  const signInBy = async (passkey: typeof own): Promise<Answer> => {
    const { options } = await startPasskey()
    return ask(wallet, 'POST', '/v2/wallet/passkeys/sign_in', { body: { credential: passkey.get(options) } })
  }
  await done('users', 'end-sessions', `+${anna.phone}`)
  expect(await signInBy(thiefs)).toMatchObject({ status: 'ok' })
  await done('users', 'end-sessions', `+${anna.phone}`, '--passkeys', String(since))
  expect(await recorded(anna)).toMatchObject({ before: { passkeys: '2' }, after: { passkeys: '1' } })
  expect(await signInBy(thiefs)).toMatchObject({ http: 403, code: 'passkey_wrong' })
  expect(await signInBy(own)).toMatchObject({ status: 'ok' })
  await done('users', 'end-sessions', `+${anna.phone}`, '--passkeys', 'all')
  expect(await signInBy(own)).toMatchObject({ http: 403, code: 'passkey_wrong' })
  expect(await operator('users', 'end-sessions', `+${anna.phone}`, '--passkeys', 'mine', '--yes')).toMatchObject({ code: 1 })
})

test('a freeze by the operator leaves sessions as they are, or ends them with it, as one change', async () => {
  const anna = await aUser(wallet, '10.00 USD')
  const phone = `+${anna.phone}`
  await done('users', 'freeze', phone, '--note', 'asked by the police')
  expect(await anna.balance('USD')).toBe('10.00')
  await done('users', 'freeze', phone, '--end-sessions', '--note', 'her phone was stolen')
  expect(await anna.get('/v2/wallet')).toMatchObject({ http: 401 })
  expect(await devicesOf(anna)).toBe(0n)
  expect(await recorded(anna)).toMatchObject({
    before: { frozen: 'yes', sessions: '1', known_devices: '1' },
    after: { frozen: 'yes', sessions: '0', known_devices: '0' },
  })
  expect(await operator('users', 'unfreeze', phone, '--end-sessions', '--note', 'x', '--yes')).toMatchObject({ code: 1 })
  expect((await operator('users', 'show', phone)).said).toMatch(/^frozen +yes$/m)
})
