import type { PaymentFacts } from './payment-facts.ts'

/** A code of a payment: its format, and what it claims. */
export type PaymentCode = SbpCode | MerchantCode | BillCode | CreditCode

interface EveryCode {
  readonly facts: PaymentFacts
  /** The letters of the currency that is to be paid; its number where we do not know it. */
  readonly currency: string
}

/** A link of the Faster Payments System. */
interface SbpCode extends EveryCode {
  readonly format: 'sbp'
  readonly id: string
  readonly isForOnePayment: boolean
}

/** A merchant-presented code of EMVCo, by its scheme where it is one of those that name themselves in it. */
interface MerchantCode extends EveryCode {
  readonly format: 'qris' | 'pix' | 'emv'
  readonly isForOnePayment: boolean
}

/** A bill (GOST R 56042). */
interface BillCode extends EveryCode {
  readonly format: 'gost'
  readonly bic: string
}

/** A SEPA credit transfer (EPC069-12). */
interface CreditCode extends EveryCode {
  readonly format: 'epc'
  readonly bic: string | undefined
}

/**
 * Why a code that begins like one of a payment cannot be taken for one: its check sum is wrong, it is not as its format says, or it is of a
 * version or with a check sum that we do not know, and would be read no better the next time.
 */
export type CodeFault = 'damaged' | 'malformed' | 'unsupported'

/** What came of reading a text as one format; nothing when it is not of that format at all. */
export type CodeRead =
  | { readonly ok: true; readonly code: PaymentCode }
  | { readonly ok: false; readonly fault: CodeFault }
  | undefined
