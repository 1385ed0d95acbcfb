import { readBillCode } from './bill-code.ts'
import { readCreditCode } from './credit-code.ts'

/** A bank account as a code tells it. */
export interface CodedRequisites {
  /** Its number, or its IBAN. */
  readonly account: string
  readonly holder: string
  readonly bank: string
  /** BIC of Russia (nine figures), or SWIFT. */
  readonly bankCode: string | undefined
  readonly purpose: string | undefined
}

/**
 * Writes the code by which a payer's bank fills in a transfer to an account, the amount left to the payer: for roubles a bill's (GOST R
 * 56042-2014), for euros that of a SEPA credit transfer (EPC069-12). Nothing in other currencies, and where the code could not be read again.
 */
export function codeOfRequisites(currency: string, requisites: CodedRequisites): string | undefined {
  if (currency === 'RUB') return readable(billCode(requisites), readBillCode)
  if (currency === 'EUR') return readable(creditCode(requisites), readCreditCode)
  return undefined
}

function readable(text: string, read: typeof readBillCode): string | undefined {
  return read(text)?.ok ? text : undefined
}

/** In UTF-8. Who transfers within one bank, or to a bank without a correspondent account, has 0 there. */
function billCode({ account, holder, bank, bankCode = '', purpose }: CodedRequisites): string {
  const own = [`Name=${holder}`, `PersonalAcc=${account}`, `BankName=${bank}`, `BIC=${bankCode}`, 'CorrespAcc=0']
  return ['ST00012', ...own, ...(purpose === undefined ? [] : [`Purpose=${purpose}`])].join('|')
}

function creditCode({ account, holder, bankCode = '', purpose = '' }: CodedRequisites): string {
  return ['BCD', '002', '1', 'SCT', bankCode, holder, account, '', '', '', purpose].join('\n')
}
