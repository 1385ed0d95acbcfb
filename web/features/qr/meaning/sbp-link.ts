import { crc16 } from './crc.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { readKopecks } from './requested-amount.ts'

const LINK = /^https:\/\/qr\.nspk\.ru\/([A-Za-z0-9]{32})\/?(?:\?([!-~]*))?$/
const CHECKED = /^(.*)&crc=([0-9A-Fa-f]{4})(?:&.*)?$/
/** A code for one payment; it has to name its sum. */
const DYNAMIC = '02'

/**
 * Reads a link of the Faster Payments System: `https://qr.nspk.ru/<32>?type=01|02&bank=…&sum=<kopecks>&cur=RUB&crc=…`; a cash desk's link
 * has no parameters, its sum is with the system. Nothing when the check sum is wrong, a parameter comes twice, or a code for one payment
 * has no sum.
 */
export function readSbpLink(contents: string): PaymentFacts | undefined {
  const link = LINK.exec(contents)
  if (!link) return undefined
  const parameters = new URLSearchParams(link[2] ?? '')
  if (new Set(parameters.keys()).size !== parameters.size) return undefined
  const checked = CHECKED.exec(contents)
  if (parameters.has('crc') && crc16(checked?.[1] ?? '') !== checked?.[2]?.toUpperCase()) return undefined
  const sum = parameters.get('sum') ?? ''
  const currency = parameters.get('cur') ?? 'RUB'
  const isInRoubles = currency === 'RUB' || currency === '643'
  const asked = readKopecks('sum', sum)
  const amount = asked && !isInRoubles ? { words: `sum=${sum}&cur=${currency}` } : asked
  if (parameters.get('type') === DYNAMIC && !(amount && 'money' in amount)) return undefined
  return { reference: link[1], amount }
}
