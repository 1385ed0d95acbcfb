import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCY_CODES } from '#money/currency'
import { entryStep, money } from '#money/money'
import { readWalletLink, writeWalletLink } from './wallet-link.ts'

const ORIGIN = 'https://wallet.example'
const ACCOUNT = '019aa0c2-77aa-7c13-9f0e-5d3f6c1b2a44'

describe("the wallet's own link", () => {
  test('is an https link on its host with the account and what is asked for', () => {
    const link = { accountId: ACCOUNT, currency: 'RUB', amount: money('RUB', 125_050n) } as const
    expect(writeWalletLink(link, ORIGIN)).toBe(`${ORIGIN}/payment?v=1&to=${ACCOUNT}&cur=RUB&amount=1250.50`)
    expect(writeWalletLink({ accountId: ACCOUNT }, ORIGIN)).toBe(`${ORIGIN}/payment?v=1&to=${ACCOUNT}`)
  })

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCY_CODES), fc.bigInt({ min: 1n, max: 10n ** 10n }), (currency, steps) => {
        const link = { accountId: ACCOUNT, currency, amount: money(currency, steps * entryStep(currency)) }
        expect(readWalletLink(writeWalletLink(link, ORIGIN), ORIGIN)).toEqual(link)
      }),
    )
    expect(readWalletLink(writeWalletLink({ accountId: ACCOUNT, currency: 'USD' }, ORIGIN), ORIGIN)).toEqual({
      accountId: ACCOUNT,
      currency: 'USD',
    })
  })

  test('of another host, screen or version is none of ours, and neither is one that says something twice or wrongly', () => {
    const good = writeWalletLink({ accountId: ACCOUNT, currency: 'RUB' }, ORIGIN)
    const strange = [
      good.replace('wallet.example', 'wallet.example.evil.example'),
      good.replace('https:', 'http:'),
      good.replace('/payment', '/wallet'),
      good.replace('v=1', 'v=2'),
      `${good}&to=other`,
      good.replace(ACCOUNT, '<script>'),
      good.replace('RUB', 'XXX'),
      `${good}&amount=-5`,
      `${good}&amount=1.005`,
      `${ORIGIN}/payment?v=1&to=${ACCOUNT}&amount=5`,
      `${ORIGIN}/payment`,
      ACCOUNT,
    ]
    expect(strange.filter((link) => readWalletLink(link, ORIGIN) !== undefined)).toEqual([])
  })
})
