import type { OperationKindFacts, StatisticsCategory } from './operation-kind.ts'
import { findOperationKind, listOperationKinds, type OperationKind, type ReconciledKind } from './operation-kinds.ts'

/** The effect of a kind on a person's debt to us; undefined for most kinds. */
export function debtOfKind(kind: OperationKind): OperationKindFacts['debt'] {
  return findOperationKind(kind)?.debt
}

const kindsWith = (isSo: (facts: OperationKindFacts) => boolean): readonly OperationKind[] =>
  listOperationKinds().flatMap(([kind, facts]) => (isSo(facts) ? [kind] : []))

/** The kinds that make debts, and the kinds that make or pay them. */
export const DEBT_KINDS = kindsWith(({ debt }) => debt === 'makes')
export const KINDS_OF_DEBTS = kindsWith(({ debt }) => debt !== undefined)

/** The kinds that move a person's money to others. */
export const KINDS_TO_OTHERS = kindsWith(({ isToOthers }) => isToOthers)

/** Kinds as an SQL list. */
export function quoted(kinds: readonly OperationKind[]): string {
  return kinds.map((kind) => `'${kind}'`).join(', ')
}

/** The kinds whose provider is asked again about the end of an operation. */
export const RECONCILED_KINDS = kindsWith(({ isReconciled }) => isReconciled === true)

/** Whether a kind's provider is asked again about the end of an operation. */
export function isReconciled(kind: string): kind is ReconciledKind {
  return findOperationKind(kind)?.isReconciled === true
}

/** The statistics categories that have kinds, in their order. */
export const STATISTICS_CATEGORIES: readonly StatisticsCategory[] = [
  ...new Set(listOperationKinds().flatMap(([, { legs }]) => Object.values(legs).map(({ category }) => category))),
]
