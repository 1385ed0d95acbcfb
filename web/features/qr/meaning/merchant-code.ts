import { crc16 } from './crc.ts'
import { currencyOfNumber } from './currency-numbers.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { readRequestedAmount } from './requested-amount.ts'

const CURRENCY = '53'
const AMOUNT = '54'
const NAME = '59'
const CITY = '60'
const ADDITIONAL = '62'
const CRC = '63'
const LOCAL_LANGUAGE = '64'

/** The end of every such code: the id and length of the check sum, then the sum. */
const ENDING = /^(.*6304)([0-9A-Fa-f]{4})$/su

/**
 * Reads a merchant-presented code of EMVCo (QRIS, PromptPay, Pix, PayNow and others). Nothing when the check sum is wrong or not last,
 * a field reaches beyond the end, comes twice or is empty, or when there is no account to pay to.
 */
export function readMerchantCode(contents: string): PaymentFacts | undefined {
  const ending = ENDING.exec(contents)
  if (!contents.startsWith('000201') || !ending?.[1] || crc16(ending[1]) !== ending[2]?.toUpperCase()) return undefined
  const fields = readFields(contents)
  const currency = fields?.get(CURRENCY) ?? ''
  if (!fields || [...fields.keys()].at(-1) !== CRC || !hasAccount(fields) || !/^[0-9]{3}$/.test(currency)) return undefined
  // Templates inside: a fault in one of them takes away its facts, not the payment.
  const additional = readFields(fields.get(ADDITIONAL) ?? '')
  const local = readFields(fields.get(LOCAL_LANGUAGE) ?? '')
  return {
    recipient: local?.get('01') ?? fields.get(NAME),
    place: local?.get('02') ?? fields.get(CITY),
    reference: additional?.get('01') ?? additional?.get('05'),
    purpose: additional?.get('08'),
    amount: readRequestedAmount(fields.get(AMOUNT) ?? '', currencyOfNumber(currency)),
  }
}

/** The fields of a template, `ID LENGTH VALUE` one after another; the length counts characters. Nothing when they do not fill it exactly. */
function readFields(template: string): ReadonlyMap<string, string> | undefined {
  const characters = Array.from(template)
  const fields = new Map<string, string>()
  let at = 0
  while (at < characters.length) {
    const head = characters.slice(at, at + 4).join('')
    if (!/^[0-9]{4}$/.test(head)) return undefined
    const id = head.slice(0, 2)
    const end = at + 4 + Number(head.slice(2))
    if (end === at + 4 || end > characters.length || fields.has(id)) return undefined
    fields.set(id, characters.slice(at + 4, end).join(''))
    at = end
  }
  return fields
}

/** Fields 02 to 51 are the accounts of the merchant, each in a scheme of its own. */
function hasAccount(fields: ReadonlyMap<string, string>): boolean {
  return [...fields.keys()].some((id) => id >= '02' && id <= '51')
}
