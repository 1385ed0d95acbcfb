import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import type { RefusalCode } from '#contract/refusals'
import { isKept } from '#server/idempotency/kept-refusals'
import { aUser } from '#tests/builders'
import type { KeyedCall } from '#tests/keyed-calls'
import { expectRefused, REFUSING, SCENARIOS, STRICTER } from '#tests/refused-requests'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

// Every refusal of every call that takes a key, each by a person of its own; kept-refusals.test.ts has a few of each call.

let wallet: TestWallet
let stricter: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet(REFUSING)
  stricter = await startTestWallet(STRICTER, { databaseUrl: wallet.databaseUrl })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(async () => {
  await stricter.close()
  await wallet.close()
})

const CALL_NAMES = Object.keys(SCENARIOS) as KeyedCall[]

describe.each(CALL_NAMES)('%s', (name) => {
  const codes = Object.keys(SCENARIOS[name]) as RefusalCode[]

  test.each(codes.map((code) => [code, isKept(code) ? 'stays' : 'does not stay'] as const))(
    '%s %s under its key',
    async (code) => {
      const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
      await expectRefused(name, code, anna, { wallet, stricter, stays: isKept(code) })
    },
  )
})
