import type { CodeRead } from './payment-code.ts'
import { readKopecks } from './requested-amount.ts'

/** The service block: the digit says the encoding, the eighth character is what stands between the fields. */
const HEADER = /^ST0001[123]([^\p{L}\p{N}\s=])/u
/** The five that every bill begins with, in this order (GOST R 56042-2014). */
const LEADING = ['name', 'personalacc', 'bankname', 'bic', 'correspacc']

/**
 * Reads the text of a bill's code (GOST R 56042-2014): `ST00012|Name=…|PersonalAcc=…|BankName=…|BIC=…|CorrespAcc=…`, then what the
 * biller adds; `Sum` is in kopecks. Malformed when one of the first five is missing or misplaced, an account or a BIC has another
 * length than it should, or a name comes twice. Blanks and line ends around a field, which some billers have, are not of it. It has no check sum.
 */
export function readBillCode(contents: string): CodeRead {
  const [header, separator = ''] = HEADER.exec(contents) ?? []
  if (header === undefined) return undefined
  const fields = readPairs(contents.slice(header.length), separator)
  const account = fields?.get('personalacc') ?? ''
  const bic = fields?.get('bic') ?? ''
  const isWhole = fields && LEADING.every((name, place) => [...fields.keys()][place] === name) && fields.get('name') !== ''
  if (!isWhole || !/^[0-9]{20}$/.test(account) || !/^[0-9]{9}$/.test(bic)) return { ok: false, fault: 'malformed' }
  const facts = {
    recipient: fields.get('name'),
    account,
    bank: fields.get('bankname'),
    reference: fields.get('persacc') ?? fields.get('contract') ?? fields.get('docno'),
    purpose: fields.get('purpose'),
    amount: readKopecks('Sum', fields.get('sum') ?? ''),
  }
  return { ok: true, code: { format: 'gost', currency: 'RUB', facts, bic } }
}

/** The fields by their names in small letters; a separator may stand at the end. Nothing when a part has no name or a name comes twice. */
function readPairs(text: string, separator: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  const trimmed = text.trim()
  const whole = trimmed.endsWith(separator) ? trimmed.slice(0, -separator.length) : trimmed
  for (const part of whole.split(separator)) {
    const [, name, value] = /^([A-Za-z0-9]+)=(.*)$/s.exec(part.trim()) ?? []
    if (name === undefined || value === undefined || fields.has(name.toLowerCase())) return undefined
    fields.set(name.toLowerCase(), value)
  }
  return fields
}
