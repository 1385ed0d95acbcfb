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

/** What people ask for under an Idempotency-Key: an operation, an account, or the end of a transfer that waits. */
export type RequestKind = DrawnKind | 'account' | 'receive' | 'decline' | 'take-back'
