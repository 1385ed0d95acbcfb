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
  // The sandbox has a price for it, both ways, and nothing is lost beyond the last of its own decimals.
  const { quantity_out: out } = await anna.rate('USD', 'BTC')
  expect(Number(await anna.exchange('0.02', 'BTC', 'USD'))).toBeGreaterThan(1000)
  const bought = await anna.exchange('1000.00', 'USD', 'BTC')
  expect(bought).toMatch(/^0\.\d{8}$/)
  expect(Math.abs(Number(bought) - 1000 * Number(out))).toBeLessThan(0.000_000_02)
  // What is typed has all of them, too, and one more is refused.
  expect(await anna.withdraw('0.01234567', 'BTC', { address })).toMatchObject({ status: 'ok' })
  expect(await anna.withdraw('0.012345678', 'BTC', { address })).toMatchObject({ code: 'invalid_field', field: 'amount' })
  const before = await anna.balance('BTC')
  await anna.topUp('0.02000003', 'BTC')
  expect(Number(await anna.balance('BTC')) - Number(before)).toBeCloseTo(0.020_000_03, 8)
  expect(await anna.get('/v2/wallet/transaction?q=0.02000003&amount_max=0.02000003')).toMatchObject({
    results: [{ kind: 'topup' }],
  })
  await wallet.expectTrueBooks()
})
