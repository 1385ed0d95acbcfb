import { crc16 } from './crc.ts'
import { currencyOfNumber } from './currency-numbers.ts'
import type { CodeRead } from './payment-code.ts'
import type { Surcharge } from './payment-facts.ts'
import { readRequestedAmount } from './requested-amount.ts'

const INITIATION = '01'
const CURRENCY = '53'
const AMOUNT = '54'
const SURCHARGE = '55'
const FEE = '56'
const PERCENT = '57'
const COUNTRY = '58'
const NAME = '59'
const CITY = '60'
const ADDITIONAL = '62'
const CRC = '63'
const LOCAL_LANGUAGE = '64'

/** The end of every such code: the id and length of the check sum, then the sum. */
const ENDING = /^(.*6304)([0-9A-Fa-f]{4})$/su

/** Fields 26 to 51 are templates that begin with the name of their scheme. */
const SCHEME = '00'
const PIX = 'BR.GOV.BCB.PIX'
const QRIS = /^ID\..+\.WWW$/
/** A code for one payment. */
const DYNAMIC = '12'
/** Any version of the format; ours is the first. */
const VERSION = /^0002([0-9]{2})/
/** Its codes end with four figures of another check sum (SHA-256), in the place of this one. */
const WITH_OWN_CHECK = 'KG'
const KYRGYZ_SOM = '417'

/**
 * Reads a merchant-presented code of EMVCo (QRIS, PromptPay, Pix, PayNow and others). Damaged when the check sum is wrong or not last;
 * malformed when a field reaches beyond the end, comes twice or is empty, or when there is no account to pay to; unsupported when it is of
 * another version, or has the check sum of its country alone.
 */
export function readMerchantCode(contents: string): CodeRead {
  const version = VERSION.exec(contents)?.[1]
  if (version === undefined) return undefined
  const fields = readFields(contents)
  if (version !== '01') return fields ? { ok: false, fault: 'unsupported' } : undefined
  const ending = ENDING.exec(contents)
  if (!ending?.[1] || crc16(ending[1]) !== ending[2]?.toUpperCase())
    return { ok: false, fault: hasOwnCheck(fields) ? 'unsupported' : 'damaged' }
  const currency = fields?.get(CURRENCY) ?? ''
  if (!fields || [...fields.keys()].at(-1) !== CRC || !hasAccount(fields) || !/^[0-9]{3}$/.test(currency))
    return { ok: false, fault: 'malformed' }
  // Templates inside: a fault in one of them takes away its facts, not the payment.
  const additional = readFields(fields.get(ADDITIONAL) ?? '')
  const local = readFields(fields.get(LOCAL_LANGUAGE) ?? '')
  const facts = {
    recipient: local?.get('01') ?? fields.get(NAME),
    place: local?.get('02') ?? fields.get(CITY),
    reference: additional?.get('01') ?? additional?.get('05'),
    purpose: additional?.get('08'),
    amount: readRequestedAmount(fields.get(AMOUNT) ?? '', currencyOfNumber(currency)),
    surcharge: surchargeOf(fields, currencyOfNumber(currency)),
  }
  const about = { currency: currencyOfNumber(currency), isForOnePayment: fields.get(INITIATION) === DYNAMIC }
  return { ok: true, code: { format: schemeOf(fields), facts, ...about } }
}

/** Whole, but for its check sum, and of a country that has one of its own. */
function hasOwnCheck(fields: ReadonlyMap<string, string> | undefined): boolean {
  return fields?.get(CURRENCY) === KYRGYZ_SOM || fields?.get(COUNTRY) === WITH_OWN_CHECK
}

/** What fields 55 to 57 ask for beside the amount; a fee of nothing is none. */
function surchargeOf(fields: ReadonlyMap<string, string>, currency: string): Surcharge | undefined {
  const kind = fields.get(SURCHARGE)
  const [fee, percent] = [fields.get(FEE), fields.get(PERCENT)]
  if (percent !== undefined && kind !== '02') return /^0*(\.0*)?$/.test(percent) ? undefined : { kind: 'percent', percent }
  const amount = fee === undefined ? undefined : readRequestedAmount(fee, currency)
  if (amount) return { kind: 'fee', amount }
  return kind === '01' ? { kind: 'tip' } : undefined
}

/** The scheme that the accounts of a code name; codes of capital letters only have it in capitals. */
function schemeOf(fields: ReadonlyMap<string, string>): 'qris' | 'pix' | 'emv' {
  const names = [...fields].flatMap(([id, value]) =>
    id >= '26' && id <= '51' ? [readFields(value)?.get(SCHEME)?.toUpperCase() ?? ''] : [],
  )
  if (names.includes(PIX)) return 'pix'
  return names.some((name) => QRIS.test(name)) ? 'qris' : 'emv'
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
