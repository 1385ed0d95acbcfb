import { expect, test } from 'vitest'
import { crc16 } from './crc.ts'

test('the check sum is CRC-16/CCITT-FALSE', () => {
  // The check value of the algorithm's catalogue, the empty text, and the sample of the SBP's own documentation.
  expect(crc16('123456789')).toBe('29B1')
  expect(crc16('')).toBe('FFFF')
  const link = 'https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=10000&cur=RUB'
  expect(crc16(link)).toBe('F3D0')
})

test('letters beyond ASCII count by their UTF-8 bytes, and zeros in front stay', () => {
  expect(crc16('₽')).not.toBe(crc16('½'))
  const sums = Array.from({ length: 2000 }, (_, number) => crc16(String(number)))
  expect(sums.every((sum) => /^[0-9A-F]{4}$/.test(sum))).toBe(true)
  expect(sums.some((sum) => sum.startsWith('0'))).toBe(true)
})
