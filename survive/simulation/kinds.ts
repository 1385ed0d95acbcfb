import { isOperationKind, type OperationKind } from '#contract/operation-kinds'

/** Who makes the operations of each kind: what people make is drawn, all else follows from it. A new kind has to be entered. */
const MADE_BY = {
  topup: 'people',
  withdrawal: 'people',
  payment: 'people',
  exchange: 'people',
  p2p: 'people',
  chargeback: 'providers',
  withdrawal_recall: 'providers',
  payment_recall: 'providers',
  debt_payment: 'the ledger',
  correction: 'the operator',
  reversal: 'the operator',
} as const satisfies Readonly<Record<OperationKind, 'people' | 'providers' | 'the ledger' | 'the operator'>>

/** The kinds of operations that people make: each is drawn (requests.ts) and judged by the model (verdicts.ts). */
export type DrawnKind = {
  [Kind in OperationKind]: (typeof MADE_BY)[Kind] extends 'people' ? Kind : never
}[OperationKind]

/** Whether people make operations of a kind. */
export function isDrawnKind(unchecked: string): unchecked is DrawnKind {
  return isOperationKind(unchecked) && MADE_BY[unchecked] === 'people'
}

/** All kinds that people make operations of. */
export const DRAWN_KINDS: readonly DrawnKind[] = Object.keys(MADE_BY).filter(isDrawnKind)

/** What people make that has an id: an operation, or a request for money. */
export type MadeKind = DrawnKind | 'request'

/** What people ask for under an Idempotency-Key: what they make, an account, and the ends of what waits for a word of theirs. */
export type RequestKind = MadeKind | 'account' | 'receive' | 'decline' | 'take-back' | 'withdraw-request' | 'decline-request'
