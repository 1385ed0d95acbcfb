import { describe, expect, test } from 'vitest'
import { ratesOf } from './rates.ts'

const SLOT = 59_800_000n
const DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]{1,12})?$/

function millionths(slot: bigint, from: string, to: string): bigint {
  const found = ratesOf(slot).find((rate) => rate.from === from && rate.to === to)
  if (!found) throw new Error(`${from} to ${to} is missing`)
  const [whole = '', fraction = ''] = found.rate.split('.')
  return BigInt(whole + fraction.padEnd(12, '0'))
}

describe('the rates of the sandbox', () => {
  test('price six currencies in each other and in ten more, each pair once, with at least six digits that count', () => {
    const rates = ratesOf(SLOT)
    expect(new Set(rates.map(({ from, to }) => `${from} ${to}`)).size).toBe(90)
    expect(rates).toHaveLength(90)
    expect(rates.some(({ from }) => from === 'THB')).toBe(false)
    for (const { rate } of rates) {
      expect(rate).toMatch(DECIMAL)
      expect(Number(rate)).toBeGreaterThan(0)
      // The last place is the twelfth: a millionth of it is lost at most.
      expect(Number(rate) / 1e-12).toBeGreaterThan(1e6)
    }
  })

  test('are the same for the same slot, and others for the next', () => {
    expect(ratesOf(SLOT)).toEqual(ratesOf(SLOT))
    expect(ratesOf(SLOT + 1n)).not.toEqual(ratesOf(SLOT))
  })

  test('stay within 4.3 % of their base and walk rather than jump', () => {
    const eur = Array.from({ length: 2000 }, (_, step) => millionths(SLOT + BigInt(step), 'EUR', 'USD'))
    const base = 1_164_300_000_000n
    for (const [at, worth] of eur.entries()) {
      const off = worth > base ? worth - base : base - worth
      expect(off * 1000n).toBeLessThanOrEqual(base * 43n)
      const before = eur[at - 1] ?? worth
      const step = worth > before ? worth - before : before - worth
      expect(step * 10_000n).toBeLessThanOrEqual(base * 14n)
    }
    expect(new Set(eur).size).toBeGreaterThan(1990)
  })

  test('there and back, and round by a third currency, gain nothing worth speaking of', () => {
    const traded = new Set(ratesOf(SLOT).map(({ from }) => from))
    for (const { from, to } of ratesOf(SLOT).filter((rate) => traded.has(rate.to))) {
      const unit = 10n ** 12n
      const roundTrip = (millionths(SLOT, from, to) * millionths(SLOT, to, from)) / unit
      expect(roundTrip).toBeLessThanOrEqual(unit)
      expect(roundTrip).toBeGreaterThan(unit - unit / 10_000_000n)
    }
  })
})
