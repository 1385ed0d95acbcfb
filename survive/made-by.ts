import { isOperationKind, type OperationKind } from '#contract/operation-kinds'

/** Who makes the operations of each kind. A kind of the wallet does not compile without an entry here. */
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

/** The kinds of operations that people make: the load sends each of them, and the simulation draws and judges it. */
export type PeoplesKind = {
  [Kind in OperationKind]: (typeof MADE_BY)[Kind] extends 'people' ? Kind : never
}[OperationKind]

/** Whether people make operations of a kind. */
export function isPeoplesKind(unchecked: string): unchecked is PeoplesKind {
  return isOperationKind(unchecked) && MADE_BY[unchecked] === 'people'
}

/** All kinds of operations that people make. */
export const PEOPLES_KINDS: readonly PeoplesKind[] = Object.keys(MADE_BY).filter(isPeoplesKind)
