import { readBillCode } from './bill-code.ts'
import { readCreditCode } from './credit-code.ts'
import { readMerchantCode } from './merchant-code.ts'
import type { CodeRead } from './payment-code.ts'
import { readSbpLink } from './sbp-link.ts'

/** More than any code of a payment holds, in characters. */
const CODE_LENGTH_MAX = 4096
/** Lines are EPC's own; nothing else has control characters. */
const CONTROLS = /(?![\r\n])\p{Cc}/u

/**
 * Reads the text of a code as a payment, in whichever format it is; nothing when it is in none of them. All that comes of it is the
 * code's own claim. Reads anything and never throws.
 */
export function readPaymentCode(unchecked: string): CodeRead {
  const text = unchecked.trim()
  if (text.length > CODE_LENGTH_MAX || CONTROLS.test(text)) return undefined
  return readBillCode(text) ?? readMerchantCode(text) ?? readSbpLink(text) ?? readCreditCode(text)
}
