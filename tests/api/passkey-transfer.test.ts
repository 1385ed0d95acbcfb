import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addPasskey } from '#tests/authenticator'
import { type Answer, aUser, type TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

const WRONG = { http: 403, code: 'passkey_wrong', field: 'passkey' }

type Terms = Readonly<Record<string, unknown>>

const send = (user: TestUser, passkey: string, terms: Terms): Promise<Answer> =>
  user.post('/v2/wallet/transfer', { ...terms, passkey })

async function scene() {
  const [anna, boris, vera] = [await aUser(wallet, '100.00 USD', '100.00 EUR'), await aUser(wallet), await aUser(wallet)]
  const passkey = await addPasskey(anna)
  const [usd, eur] = [await anna.account('USD'), await anna.account('EUR')]
  const terms = { from_account_id: usd.id, to: { phone: boris.phone }, amount: '5.00' }
  const signed = async (asked: Terms) => passkey.get((await anna.post('/v2/wallet/passkeys/transfer/start', asked)).options)
  return { anna, boris, vera, terms, eur, signed }
}

test('a signature of a passkey confirms one transfer instead of the PIN, and no second one [passkey-transfer-1]', async () => {
  const { anna, boris, terms, signed } = await scene()
  const assertion = await signed(terms)
  expect(await send(anna, assertion, terms)).toMatchObject({ status: 'ok' })
  expect(await send(anna, assertion, terms)).toMatchObject(WRONG)
  expect(await anna.balance('USD')).toBe('95.00')
  expect(await boris.balance('USD')).toBe('5.00')
})

test('a signature for a transfer confirms no transfer of another amount, account or recipient [passkey-transfer-2]', async () => {
  const { anna, vera, terms, eur, signed } = await scene()
  const assertion = await signed(terms)
  const others: Terms[] = [
    { ...terms, amount: '5.01' },
    { ...terms, amount: '50.00' },
    { ...terms, to: { phone: vera.phone } },
    { ...terms, from_account_id: eur.id },
  ]
  for (const other of others) expect(await send(anna, assertion, other)).toMatchObject(WRONG)
  expect([await anna.balance('USD'), await anna.balance('EUR')]).toEqual(['100.00', '100.00'])
  // The signature is refused there and stays valid for the transfer that it was made for.
  expect(await send(anna, assertion, terms)).toMatchObject({ status: 'ok' })
})
