import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCY_CODES } from '#money/currency'
import { entryStep, money } from '#money/money'
import { readPayLink, sendByLinkPath, withAsked } from './pay-link.ts'

const ORIGIN = 'https://wallet.example'
const CODE = 'Q7mZ2kP9xV4tB8nL'
const LINK = `${ORIGIN}/pay/${CODE}`

describe('a link to pay by', () => {
  test('leads to the form that sends, with what is asked for', () => {
    const link = withAsked(LINK, { currency: 'RUB', amount: money('RUB', 125_050n) })
    expect(link).toBe(`${LINK}?currency=RUB&amount=1250.50`)
    expect(sendByLinkPath({ code: CODE, currency: 'RUB', amount: money('RUB', 125_050n) })).toBe(
      `/wallet/send?code=${CODE}&currencyCode=RUB&amount=1250.50`,
    )
    expect(withAsked(LINK, {})).toBe(LINK)
    expect(sendByLinkPath({ code: CODE })).toBe(`/wallet/send?code=${CODE}`)
  })

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCY_CODES), fc.bigInt({ min: 1n, max: 10n ** 10n }), (currency, steps) => {
        const asked = { currency, amount: money(currency, steps * entryStep(currency)) }
        expect(readPayLink(withAsked(LINK, asked), ORIGIN)).toEqual({ code: CODE, ...asked })
      }),
    )
    expect(readPayLink(LINK, ORIGIN)).toEqual({ code: CODE })
    expect(readPayLink(`${LINK}?currency=USD`, ORIGIN)).toEqual({ code: CODE, currency: 'USD' })
  })

  test('of another host or screen is none of ours, and neither is one that says something twice or wrongly', () => {
    const good = `${LINK}?currency=RUB`
    const strange = [
      good.replace('wallet.example', 'wallet.example.evil.example'),
      good.replace('wallet.example', 'evil.example@wallet.example'),
      good.replace('https:', 'http:'),
      good.replace('/pay/', '/wallet/'),
      good.replace('/pay/', '/a/pay/'),
      `${LINK}/more`,
      `${good}&currency=USD`,
      good.replace(CODE, 'short'),
      good.replace(CODE, '<script>alert(1)</script>'),
      good.replace('RUB', 'XXX'),
      `${good}&amount=-5`,
      `${good}&amount=1.005`,
      `${LINK}?amount=5`,
      `${ORIGIN}/pay`,
      CODE,
    ]
    expect(strange.filter((link) => readPayLink(link, ORIGIN) !== undefined)).toEqual([])
  })
})
