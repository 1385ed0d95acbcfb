import { describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { crc16 } from './crc.ts'
import { readSbpLink } from './sbp-link.ts'

const factsOf = (text: string) => {
  const read = readSbpLink(text)
  return read?.ok ? read.code.facts : undefined
}
const BASE = 'https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M'
const signed = (parameters: string) => `${BASE}?${parameters}&crc=${crc16(`${BASE}?${parameters}`)}`

describe('an SBP link', () => {
  test('tells its number and its sum, which is in kopecks', () => {
    expect(factsOf(`${BASE}?type=01&bank=000000000001&sum=10000&cur=RUB&crc=F3D0`)).toEqual({
      reference: 'AS10003P3RH0LJ2A9ROO038L6NT5RU1M',
      amount: { money: money('RUB', 10_000n) },
    })
    expect(factsOf(`${BASE}?type=01&bank=000000000001&sum=10000&cur=RUB&crc=f3d0`)).toBeDefined()
  })

  test('may have no sum, no parameters at all, or parameters that we do not know', () => {
    expect(factsOf(BASE)?.amount).toBeUndefined()
    expect(factsOf(signed('type=01&bank=100000000007'))?.amount).toBeUndefined()
    expect(factsOf(`${signed('type=02&bank=100000000007&sum=5&cur=643')}&fn=1&i=2`)?.amount).toEqual({
      money: money('RUB', 5n),
    })
  })

  test('for one payment names its sum', () => {
    expect(factsOf(signed('type=02&bank=100000000007'))).toBeUndefined()
    expect(factsOf(signed('type=02&bank=100000000007&sum=0'))).toBeUndefined()
  })

  test('is refused with a wrong check sum, a parameter given twice, another host or a sum of another kind', () => {
    expect(factsOf(`${BASE}?type=01&sum=20000&cur=RUB&crc=F3D0`)).toBeUndefined()
    expect(factsOf(`${BASE}?crc=F3D0`)).toBeUndefined()
    expect(factsOf(signed('type=01&sum=100&sum=10000'))).toBeUndefined()
    for (const host of ['http://qr.nspk.ru', 'https://qr.nspk.ru.evil.example', 'https://x@qr.nspk.ru', 'https://sub.nspk.ru']) {
      expect(factsOf(BASE.replace('https://qr.nspk.ru', host))).toBeUndefined()
    }
    expect(factsOf(signed('type=02&sum=1e3'))).toBeUndefined()
    expect(factsOf(signed('type=02&sum=100&cur=USD'))).toBeUndefined()
  })

  test('keeps a sum of another kind as it stands there', () => {
    expect(factsOf(signed('type=01&sum=1e3'))?.amount).toEqual({ words: 'sum=1e3' })
    expect(factsOf(signed('type=01&sum=100&cur=USD'))?.amount).toEqual({ words: 'sum=100&cur=USD' })
    expect(factsOf(signed('type=01&sum=0&cur=USD'))?.amount).toBeUndefined()
    expect(factsOf(signed('type=01&cur=USD'))?.amount).toBeUndefined()
  })
})
