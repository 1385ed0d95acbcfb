import type { OperationKindFacts, StatisticsCategory } from './operation-kind.ts'
import { findOperationKind, listOperationKinds, type OperationKind, type ReconciledKind } from './operation-kinds.ts'

/** What a kind does to what a person owes us; nothing for most. */
export function debtOfKind(kind: OperationKind): OperationKindFacts['debt'] {
  return findOperationKind(kind)?.debt
}

const kindsWith = (isSo: (facts: OperationKindFacts) => boolean): readonly OperationKind[] =>
  listOperationKinds().flatMap(([kind, facts]) => (isSo(facts) ? [kind] : []))

/** The kinds that make debts, and those that have to do with debts at all. */
export const DEBT_KINDS = kindsWith(({ debt }) => debt === 'makes')
export const KINDS_OF_DEBTS = kindsWith(({ debt }) => debt !== undefined)

/** The kinds that take a person's money to others. */
export const KINDS_TO_OTHERS = kindsWith(({ isToOthers }) => isToOthers)

/** Kinds as a list of SQL. */
export function quoted(kinds: readonly OperationKind[]): string {
  return kinds.map((kind) => `'${kind}'`).join(', ')
}

/** The kinds whose provider is asked once more how an operation ended. */
export const RECONCILED_KINDS = kindsWith(({ isReconciled }) => isReconciled === true)

/** Whether the provider of a kind is asked once more how an operation ended. */
export function isReconciled(kind: string): kind is ReconciledKind {
  return findOperationKind(kind)?.isReconciled === true
}

/** The categories of the statistics that have kinds, in their order. */
export const STATISTICS_CATEGORIES: readonly StatisticsCategory[] = [
  ...new Set(listOperationKinds().flatMap(([, { legs }]) => Object.values(legs).map(({ category }) => category))),
]
