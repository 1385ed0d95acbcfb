import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import type { MerchantProvider } from './port.ts'
import { createSandboxMerchants } from './sandbox.ts'

let vendor: Server
let provider: MerchantProvider
/** The same, by somebody who does not wait for long. */
let hasty: MerchantProvider
/** What the vendor answers; nothing for no answer at all. */
let answer: { readonly status: number; readonly body?: unknown } | undefined

beforeAll(async () => {
  vendor = createServer((_request, response) => {
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const access = { baseUrl, apiKey: 'key', webhookUrl: 'http://wallet', webhookSecrets: [] }
  // What is answered is waited for, however slow this machine is.
  provider = createSandboxMerchants({ ...access, timeoutMs: 60_000 })
  hasty = createSandboxMerchants({ ...access, timeoutMs: 100 })
})
afterAll(() => {
  vendor.closeAllConnections()
  vendor.close()
})

const QUOTE = {
  id: 'q1',
  seller: 'ООО «Кит»',
  currency: 'RUB',
  amount: '10.50',
  fee: '0',
  expires_at: '2026-11-25T00:00:00.000Z',
}
const { amount: _amount, ...FREE } = QUOTE

describe('a quote', () => {
  test('is read with a fixed amount, or with the minimum and maximum of a free amount', async () => {
    answer = { status: 200, body: QUOTE }
    expect(await provider.quote('code')).toEqual({
      id: 'q1',
      seller: 'ООО «Кит»',
      asked: { amount: money('RUB', 1050n) },
      fee: money('RUB', 0n),
      expiresAt: new Date('2026-11-25T00:00:00.000Z'),
    })
    answer = { status: 200, body: { ...FREE, min: '1', max: '5' } }
    expect(await provider.quote('code')).toMatchObject({ asked: { min: money('RUB', 100n), max: money('RUB', 500n) } })
    answer = { status: 404 }
    expect(await provider.quote('code')).toBeUndefined()
  })

  test.each([
    ['no amount', FREE],
    ['an amount of zero', { ...QUOTE, amount: '0' }],
    ['more decimals than the currency has', { ...QUOTE, amount: '1.001' }],
    ['a currency that nobody has', { ...QUOTE, currency: 'XXX' }],
    ['the least above the most', { ...FREE, min: '5', max: '1' }],
    ['a negative fee', { ...QUOTE, fee: '-1' }],
    ['no name', { ...QUOTE, seller: ' ' }],
    ['a name of two lines', { ...QUOTE, seller: 'Кит\nСбербанк' }],
    ['a name that turns what is read around', { ...QUOTE, seller: 'Кит\u202eтик' }],
    ['a name without end', { ...QUOTE, seller: 'К'.repeat(81) }],
    ['no end', { ...QUOTE, expires_at: 'soon' }],
  ])('with %s is an unusable answer', async (_what, body) => {
    answer = { status: 200, body }
    await expect(provider.quote('code')).rejects.toBeInstanceOf(Unavailable)
  })
})

describe('a payment', () => {
  const asked = { reference: 'p1', quoteId: 'q1', amount: money('RUB', 1050n) }
  const PAID = { id: 'x', reference: 'p1', status: 'paid', amount: '10.50', currency: 'RUB' }

  test('is read with its state and the paid amount', async () => {
    answer = { status: 200, body: PAID }
    expect(await provider.pay(asked)).toEqual({ reference: 'p1', externalId: 'x', state: 'paid', amount: asked.amount })
    answer = { status: 200, body: { ...PAID, status: 'failed', reason: 'declined' } }
    expect(await provider.find('p1')).toMatchObject({ state: 'failed', reason: 'declined' })
    answer = { status: 404 }
    expect(await provider.find('p1')).toBeUndefined()
  })

  test('without a timely or readable answer is an outage', async () => {
    for (const silence of [undefined, { status: 500 }, { status: 429 }, { status: 200, body: { ...PAID, amount: 'x' } }]) {
      answer = silence
      await expect((silence ? provider : hasty).pay(asked)).rejects.toBeInstanceOf(Unavailable)
    }
    answer = { status: 422 }
    await expect(provider.pay(asked)).rejects.toBeInstanceOf(NotAccepted)
  })
})
