import { describe, expect, test } from 'vitest'
import { isAddress, whyLost } from './address.ts'
import { CONTRACTS_BY_ADDRESS } from './token-contracts.ts'

// The examples of EIP-55 itself.
const EXAMPLES = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('an address of Ethereum', () => {
  test.each(EXAMPLES)('%s is taken, and so it is without its checksum', (address) => {
    const digits = address.slice(2)
    for (const spelled of [digits, digits.toLowerCase(), digits.toUpperCase()])
      expect(isAddress('evm', `0x${spelled}`)).toBe(true)
  })

  test.each(EXAMPLES.slice(4))(
    '%s with one digit changed, or one letter in the other case, is refused [address-1]',
    (address) => {
      const places = Array.from(address, (_, place) => place).slice(2)
      const changed = (place: number, to: (digit: string) => string): string =>
        address.slice(0, place) + to(address.charAt(place)) + address.slice(place + 1)
      const otherCase = (digit: string) => (digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase())
      for (const place of places.filter((each) => /[a-f]/i.test(address.charAt(each)))) {
        expect(isAddress('evm', changed(place, otherCase))).toBe(false)
      }
      const next = (digit: string) => ((Number.parseInt(digit, 16) + 1) % 16).toString(16)
      const wrong = places.filter((place) => !isAddress('evm', changed(place, next)))
      // A checksum of some fifteen bits finds nearly all, not all.
      expect(wrong.length).toBeGreaterThanOrEqual(38)
    },
  )

  test.each([
    '',
    '0x',
    '52908400098527886E0F7030069857D2E4169EE7',
    `0X${'1a'.repeat(20)}`,
    `0x${'1a'.repeat(19)}`,
    `0x${'1g'.repeat(20)}`,
  ])('"%s" is none', (address) => {
    expect(isAddress('evm', address)).toBe(false)
  })
})

describe('an address whose money would be lost', () => {
  test('is each contract of the list, whose checksums are right, in any spelling', () => {
    expect(CONTRACTS_BY_ADDRESS.size).toBeGreaterThan(20)
    for (const [small, contract] of CONTRACTS_BY_ADDRESS) {
      expect(contract).toMatch(/[A-F]/)
      expect(isAddress('evm', contract), contract).toBe(true)
      expect([whyLost('evm', contract), whyLost('evm', small)]).toEqual(['contract', 'contract'])
    }
  })

  test('is zero, what is next to it, and what was made up to burn money', () => {
    for (const digits of ['0'.repeat(40), `${'0'.repeat(36)}dEaD`, `${'0'.repeat(38)}0a`, '1'.repeat(40), 'dEaD'.repeat(10)]) {
      expect(whyLost('evm', `0x${digits}`), digits).toBe('burnt')
    }
  })

  test.each(['0x52908400098527886E0F7030069857D2E4169EE7', '0x00000000219ab540356cBB839Cbe05303d7705Fa'])(
    'is not %s',
    (address) => {
      expect(whyLost('evm', address)).toBeUndefined()
    },
  )
})
