import type { PaymentFacts } from './payment-facts.ts'
import { readKopecks } from './requested-amount.ts'

const HEADER = /^ST0001[123]\|/
/** The five that every bill begins with, in this order (GOST R 56042-2014). */
const LEADING = ['name', 'personalacc', 'bankname', 'bic', 'correspacc']

/**
 * Reads the text of a bill's code (GOST R 56042-2014): `ST00012|Name=…|PersonalAcc=…|BankName=…|BIC=…|CorrespAcc=…`, then what the
 * biller adds; `Sum` is in kopecks. Nothing when one of the first five is missing or misplaced, an account or a BIC has another
 * length than it should, or a name comes twice.
 */
export function readBillCode(contents: string): PaymentFacts | undefined {
  const header = HEADER.exec(contents)
  if (!header) return undefined
  const fields = new Map<string, string>()
  for (const part of contents.slice(header[0].length).replace(/\|$/, '').split('|')) {
    const [, name, value] = /^([A-Za-z0-9]+)=(.*)$/s.exec(part) ?? []
    if (name === undefined || value === undefined || fields.has(name.toLowerCase())) return undefined
    fields.set(name.toLowerCase(), value)
  }
  const account = fields.get('personalacc') ?? ''
  const isWhole = LEADING.every((name, place) => [...fields.keys()][place] === name) && fields.get('name') !== ''
  if (!isWhole || !/^[0-9]{20}$/.test(account) || !/^[0-9]{9}$/.test(fields.get('bic') ?? '')) return undefined
  return {
    recipient: fields.get('name'),
    account,
    bank: fields.get('bankname'),
    reference: fields.get('persacc') ?? fields.get('contract') ?? fields.get('docno'),
    purpose: fields.get('purpose'),
    amount: readKopecks('Sum', fields.get('sum') ?? ''),
  }
}
