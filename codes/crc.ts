import { utf8BytesOf } from './utf-8.ts'

const POLYNOMIAL = 0x1021
const START = 0xffff

/**
 * CRC-16/CCITT-FALSE of a text's UTF-8 bytes as four upper-case hexadecimal digits. Merchant codes (EMVCo MPM, field 63) and SBP links
 * (`crc=`) both end with it; it finds misreadings and does not prove who made a code.
 */
export function crc16(text: string): string {
  let register = START
  for (const byte of utf8BytesOf(text)) {
    register ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      register = register & 0x8000 ? ((register << 1) ^ POLYNOMIAL) & 0xffff : (register << 1) & 0xffff
    }
  }
  return register.toString(16).toUpperCase().padStart(4, '0')
}
