import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { crc16 } from './crc.ts'
import { readMerchantCode } from './merchant-code.ts'

const factsOf = (text: string) => {
  const read = readMerchantCode(text)
  return read?.ok ? read.code.facts : undefined
}
const field = (id: string, value: string) => `${id}${String(Array.from(value).length).padStart(2, '0')}${value}`
const withChecksum = (body: string) => `${body}6304${crc16(`${body}6304`)}`
const ACCOUNT = field('26', field('00', 'ID.CO.QRIS.WWW') + field('01', '936000150000000001'))

function code(fields: Readonly<Record<string, string>> = {}): string {
  const all = { '52': '5812', '53': '360', '54': '15000', '58': 'ID', '59': 'Warung Kopi', '60': 'JAKARTA', ...fields }
  const sorted = Object.entries(all).sort(([left], [right]) => Number(left) - Number(right))
  return withChecksum(
    `${field('00', '01')}${field('01', '12')}${ACCOUNT}${sorted.map(([id, value]) => field(id, value)).join('')}`,
  )
}

describe('a merchant code', () => {
  test('tells the recipient, the town, the reference, the purpose and the exact amount', () => {
    const additional = field('01', 'BILL-7') + field('08', 'Coffee')
    expect(factsOf(code({ '62': additional }))).toEqual({
      recipient: 'Warung Kopi',
      place: 'JAKARTA',
      reference: 'BILL-7',
      purpose: 'Coffee',
      amount: { money: money('IDR', 1_500_000n) },
    })
  })

  test('prefers the name in the language of the place', () => {
    const local = field('00', 'RU') + field('01', 'Кофейня «Зерно»')
    expect(factsOf(code({ '53': '643', '54': '98.7', '64': local }))).toMatchObject({
      recipient: 'Кофейня «Зерно»',
      place: 'JAKARTA',
      amount: { money: money('RUB', 9870n) },
    })
  })

  test('may leave the amount to the payer', () => {
    const open = withChecksum(`${field('00', '01')}${ACCOUNT}${field('53', '840')}${field('59', 'Shop')}`)
    expect(factsOf(open)).toMatchObject({ recipient: 'Shop', amount: undefined })
  })

  test('in a currency that the wallet does not know keeps its amount in words', () => {
    expect(factsOf(code({ '53': '458', '54': '20.00' }))?.amount).toEqual({ words: '20.00 MYR' })
    expect(factsOf(code({ '53': '998', '54': '20.00' }))?.amount).toEqual({ words: '20.00 998' })
    expect(factsOf(code({ '53': '643', '54': '0.005' }))?.amount).toEqual({ words: '0.005 RUB' })
  })

  test('keeps an amount that is no number in words, so that nobody takes it for a payment without one', () => {
    for (const words of ['1e9', '-1', 'NaN', '0x10', '１００']) {
      expect(factsOf(code({ '54': words }))?.amount).toEqual({ words: `${words} IDR` })
    }
    expect(factsOf(code({ '54': '0.00' }))?.amount).toBeUndefined()
  })

  test('is refused when its check sum is wrong, missing or not the last', () => {
    const good = code()
    expect(factsOf(good)).toBeDefined()
    expect(factsOf(good.slice(0, -1))).toBeUndefined()
    expect(factsOf(`${good.slice(0, -4)}0000`)).toBeUndefined()
    expect(factsOf(`${good}0`)).toBeUndefined()
    expect(factsOf(good.replace('Kopi', 'Kapi'))).toBeUndefined()
    const early = `${field('00', '01')}${field('63', 'ABCD')}${ACCOUNT}${field('53', '360')}${field('59', 'Shop')}`
    expect(factsOf(withChecksum(early))).toBeUndefined()
  })

  test('is refused when a field overruns, is empty, comes twice or has no length, or nobody is to be paid', () => {
    const start = `${field('00', '01')}${ACCOUNT}${field('53', '360')}`
    for (const broken of ['5999Shop', '5900', '59xxShop', `${field('59', 'Shop')}${field('59', 'Other')}`]) {
      expect(factsOf(withChecksum(start + broken))).toBeUndefined()
    }
    expect(factsOf(withChecksum(`${field('00', '01')}${field('53', '360')}${field('59', 'Shop')}`))).toBeUndefined()
    expect(factsOf(withChecksum(`${field('00', '02')}${ACCOUNT}${field('53', '360')}`))).toBeUndefined()
  })

  test('is read back whatever names and amounts are in it, and refused with any one character changed', () => {
    const name = fc.string({ minLength: 1, maxLength: 25 }).filter((text) => Array.from(text).length <= 25)
    fc.assert(
      fc.property(name, fc.bigInt({ min: 1n, max: 99_999_999_999n }), fc.nat(), (recipient, minor, place) => {
        const decimal = `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
        const whole = code({ '53': '643', '54': decimal, '59': recipient })
        expect(factsOf(whole)).toMatchObject({ recipient, amount: { money: money('RUB', minor) } })
        const at = 6 + (place % (whole.length - 10))
        const changed = whole.slice(0, at) + (whole[at] === '7' ? '8' : '7') + whole.slice(at + 1)
        expect(factsOf(changed)).toBeUndefined()
      }),
    )
  })

  test('made of anything never throws', () => {
    const pieces = fc.array(fc.oneof(fc.string(), fc.constantFrom('000201', '6304', '5303643', '26', '99', ACCOUNT)))
    fc.assert(fc.property(pieces, (parts) => void factsOf(withChecksum(`000201${parts.join('')}`))))
  })
})
