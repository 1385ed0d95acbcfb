import type { CodeRead } from './payment-code.ts'
import { readRequestedAmount } from './requested-amount.ts'
import { utf8BytesOf } from './utf-8.ts'

/** Lines of the format: three that say what it is, `SCT`, then bank, beneficiary, account, amount and what it is for. */
const LINES_MAX = 12
const BYTES_MAX = 331
const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/
const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/
/** At least a cent, with a point; `EUR1` and `EUR12.3` occur. */
const AMOUNT = /^EUR([0-9]{1,9}(?:\.[0-9]{1,2})?)$/

/**
 * Reads the code of a SEPA credit transfer (EPC069-12, `BCD` and lines). Malformed when a line is not as the guidelines say, or the
 * account's own check digits are wrong. It has no check sum, and nobody has held the name against the account.
 */
export function readCreditCode(contents: string): CodeRead {
  const separator = /^BCD(\r?\n)/.exec(contents)?.[1]
  if (separator === undefined) return undefined
  const lines = contents.split(separator)
  const [, version = '', charset = '', kind = '', bic = '', recipient = '', iban = '', amount = '', ...about] = lines
  const [purpose = '', structured = '', text = ''] = about
  const bytes = utf8BytesOf(contents).length
  const isFramed = lines.length <= LINES_MAX && bytes <= BYTES_MAX && !lines.some((line) => /[\r\n]/.test(line))
  const isHeaded = /^00[12]$/.test(version) && /^[1-8]$/.test(charset) && kind === 'SCT'
  const isBankSaid = BIC.test(bic) || (bic === '' && version === '002')
  const isPayable = recipient !== '' && recipient.length <= 70 && isIban(iban) && (amount === '' || AMOUNT.test(amount))
  const isAbout = purpose.length <= 4 && structured.length <= 35 && text.length <= 140 && (structured === '' || text === '')
  if (!(isFramed && isHeaded && isBankSaid && isPayable && isAbout)) return { ok: false, fault: 'malformed' }
  const facts = {
    recipient,
    account: iban,
    bank: bic === '' ? undefined : bic,
    reference: structured === '' ? undefined : structured,
    purpose: text === '' ? undefined : text,
    amount: readRequestedAmount(amount.slice('EUR'.length), 'EUR'),
  }
  return { ok: true, code: { format: 'epc', currency: 'EUR', facts, bic: facts.bank } }
}

/** Whether an IBAN's check digits are right (ISO 7064, modulo 97). */
function isIban(iban: string): boolean {
  if (!IBAN.test(iban)) return false
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
