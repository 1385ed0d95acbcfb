import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

async function texts(token: string, encoding: string): Promise<Response> {
  return fetch(`${wallet.url}/v2/wallet/text-data`, {
    headers: { authorization: `Token ${token}`, 'accept-encoding': encoding },
  })
}

test('a long answer travels compressed to those who take it, and says the same', async () => {
  const anna = await aUser(wallet)
  const [packed, plain] = await Promise.all([texts(anna.token, 'gzip, br'), texts(anna.token, 'identity')])
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
  expect(packed.headers.get('vary')).toContain('accept-encoding')
  expect(await packed.json()).toEqual(await plain.json())
})

test('a short answer travels as it is', async () => {
  const anna = await aUser(wallet)
  const answer = await fetch(`${wallet.url}/v2/wallet`, {
    headers: { authorization: `Token ${anna.token}`, 'accept-encoding': 'gzip' },
  })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null])
})
