import { afterAll, beforeAll, expect, test } from 'vitest'
import { aKey, ask, aUser, PIN, readCode, TestUser } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { SECRET } from '#tests/secret'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const OTHER = 'another secret, since the first one was lost'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(() => wallet.close())

function replace(secret: string, ...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl, WALLET_SECRET: secret }, ['secret', 'replace', ...words])
}

async function signIn({ phone }: TestUser): Promise<TestUser> {
  await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token, has_pin } = await ask(wallet, 'POST', '/v2/wallet/auth/login', { body })
  expect(has_pin).toBe(false)
  return new TestUser(wallet, phone, String(auth_token))
}

test('a secret that is lost is replaced: the wallet starts, people sign in, set a PIN and have their money', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  expect(await replace(SECRET, '--note', 'no reason', '--yes')).toMatchObject({
    code: 0,
    said: expect.stringContaining('it is so already, nothing to change'),
  })
  expect(await replace(OTHER, '--yes')).toMatchObject({ code: 1, complaint: 'Say how it was lost: --note <text>' })
  const without = ['secret', 'replace', '--note', 'the vault burnt down', '--yes']
  expect(await operate({ DATABASE_URL: wallet.databaseUrl }, without)).toMatchObject({
    code: 1,
    complaint: 'Set WALLET_SECRET, to the secret that the wallet is started with',
  })
  const dry = await replace(OTHER, '--note', 'the vault burnt down', '--dry-run')
  expect(dry.said).toMatch(
    /every PIN is forgotten[\s\S]*pins +1 +→ 0\n +sessions +1 +→ 0\n +emails +1 +→ 0\n +kept answers +known +→ lost/,
  )
  expect(await anna.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })

  await wallet.close()
  const { databaseUrl } = wallet
  await expect(startTestWallet({ WALLET_SECRET: OTHER }, { databaseUrl })).rejects.toThrow('secret replace')
  expect(await replace(OTHER, '--note', 'the vault burnt down', '--yes', '--as', 'vera')).toMatchObject({
    code: 0,
    complaint: '',
  })
  await expect(startTestWallet({}, { databaseUrl })).rejects.toThrow('WALLET_SECRET is not the one')
  wallet = await startTestWallet({ WALLET_SECRET: OTHER }, { databaseUrl })

  expect(await new TestUser(wallet, anna.phone, anna.token).get('/v2/wallet')).toMatchObject({ http: 401 })
  const again = await signIn(anna)
  expect(await again.withdraw('1.00', 'USD', { key: aKey() })).toMatchObject({ code: 'pin_not_set' })
  expect(await again.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN })).toMatchObject({ status: 'ok' })
  expect(await again.withdraw('1.00', 'USD')).toMatchObject({ status: 'ok' })
  expect(await again.balance('USD')).toBe('98.00')
  await wallet.expectTrueBooks()
  const text = "select changed_by, note, after->>'pins' as pins from operator_change where area = 'secret'"
  expect(await wallet.database.list({ name: 'test.recorded', text })).toEqual([
    { changed_by: 'vera', note: 'the vault burnt down', pins: '0' },
  ])
})
