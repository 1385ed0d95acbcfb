import type { RequestedAmount } from './requested-amount.ts'

/** What a payment code says of the payment. Every word of it is the code's own claim: nobody has checked it. */
export interface PaymentFacts {
  readonly recipient?: string | undefined
  /** Where the recipient is: a town. */
  readonly place?: string | undefined
  readonly account?: string | undefined
  readonly bank?: string | undefined
  /** A bill's or an order's number. */
  readonly reference?: string | undefined
  readonly purpose?: string | undefined
  readonly amount?: RequestedAmount | undefined
  readonly surcharge?: Surcharge | undefined
}

/** What the seller asks for beside the amount: a tip, which the payer decides on, a fixed fee, or so many per cent. */
export type Surcharge =
  | { readonly kind: 'tip' }
  | { readonly kind: 'fee'; readonly amount: RequestedAmount }
  | { readonly kind: 'percent'; readonly percent: string }
