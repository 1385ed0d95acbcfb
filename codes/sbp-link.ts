import { crc16 } from './crc.ts'
import type { CodeRead } from './payment-code.ts'
import { readQuery } from './query.ts'
import { readKopecks } from './requested-amount.ts'

const LINK = /^https:\/\/qr\.nspk\.ru\/([A-Za-z0-9]{32})\/?(?:\?([!-~]*))?$/
const CHECKED = /^(.*)&crc=([0-9A-Fa-f]{4})(?:&.*)?$/
/** A code for one payment; it has to name its sum. */
const DYNAMIC = '02'

/**
 * Reads a link of the Faster Payments System: `https://qr.nspk.ru/<32>?type=01|02&bank=…&sum=<kopecks>&cur=RUB&crc=…`; a cash desk's link
 * has no parameters, its sum is with the system. Damaged when the check sum is wrong; malformed when a parameter comes twice, or a code
 * for one payment has no sum.
 */
export function readSbpLink(contents: string): CodeRead {
  const [link, id = '', query = ''] = LINK.exec(contents) ?? []
  if (link === undefined) return undefined
  const pairs = readQuery(query)
  const parameters = new Map(pairs)
  if (parameters.size !== pairs.length) return { ok: false, fault: 'malformed' }
  const checked = CHECKED.exec(contents)
  if (parameters.has('crc') && crc16(checked?.[1] ?? '') !== checked?.[2]?.toUpperCase()) return { ok: false, fault: 'damaged' }
  const sum = parameters.get('sum') ?? ''
  const currency = parameters.get('cur') ?? 'RUB'
  const isInRoubles = currency === 'RUB' || currency === '643'
  const asked = readKopecks('sum', sum)
  const amount = asked && !isInRoubles ? { words: `sum=${sum}&cur=${currency}` } : asked
  const isForOnePayment = parameters.get('type') === DYNAMIC
  if (isForOnePayment && !(amount && 'money' in amount)) return { ok: false, fault: 'malformed' }
  return {
    ok: true,
    code: { format: 'sbp', currency: isInRoubles ? 'RUB' : currency, facts: { reference: id, amount }, id, isForOnePayment },
  }
}
