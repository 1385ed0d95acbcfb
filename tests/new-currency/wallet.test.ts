import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money, negate } from '#money/money'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { aUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(() => wallet.close())

test('a currency with eight decimals is opened, topped up, counted to its last unit and paid out on its network', async () => {
  const anna = await aUser(wallet, '0.12 BTC')
  const { id } = await anna.account('BTC')
  const satoshi = money('BTC', 1n)
  await wallet.ledger.post({
    idempotencyKey: freshIdempotencyKey(),
    accounts: [id],
    decide: () => ({
      kind: 'post',
      transfers: [
        {
          id: randomUUID(),
          operationId: null,
          kind: 'test',
          postedAt: new Date(),
          entries: [
            { account: { system: 'bank' }, amount: negate(satoshi) },
            { account: { user: id }, amount: satoshi },
          ],
        },
      ],
      reply: {},
    }),
  })
  expect(await anna.balance('BTC')).toBe('0.12000001')
  // As the document says, to the last decimal.
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema((await (await fetch(`${wallet.url}/v2/wallet/openapi.json`)).json()) as object, 'wallet')
  const isDocumented = ajv.validate('wallet#/components/schemas/WalletAnswer', await anna.get('/v2/wallet'))
  expect([isDocumented, ajv.errorsText()]).toEqual([true, 'No errors'])
  expect(await anna.withdraw('0.05', 'BTC', { pan: '2200123456784821' })).toMatchObject({ code: 'invalid_field', field: 'pan' })
  const address = `0x${'1a'.repeat(20)}`
  expect(await anna.withdraw('0.05', 'BTC', { address })).toMatchObject({ status: 'ok' })
  expect(await anna.balance('BTC')).toBe('0.07000001')
  // The sandbox has a price for it, both ways.
  expect(Number(await anna.exchange('0.02', 'BTC', 'USD'))).toBeGreaterThan(1000)
  expect(Number(await anna.exchange('1000.00', 'USD', 'BTC'))).toBeGreaterThan(0.005)
  await wallet.expectTrueBooks()
})
