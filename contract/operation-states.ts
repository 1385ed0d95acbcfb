import type { OperationState, StepName } from './operation-kind.ts'
import { findOperationKind } from './operation-kinds.ts'

/** A state of a kind; throws for an unknown state, which the books cannot contain. */
export function stateOf(kind: string, state: string): OperationState {
  const found = findOperationKind(kind)?.states[state]
  if (!found) throw new Error(`There is no ${kind} that is ${state}`)
  return found
}

/**
 * The step of a state in the timeline of a receipt: its own, or that of most states like it. Undefined for an open state that holds no money,
 * such as an unpaid order. `isOut`: the leg is a debit.
 */
export function timelineStepOf({ step, apiState, heldIn, transfers }: OperationState, isOut: boolean): StepName | undefined {
  if (step) return step
  if (apiState === 'complete') return isOut ? 'delivered' : 'arrived'
  if (apiState === 'failed') return transfers.length > 0 ? 'returned' : 'declined'
  return heldIn ? 'held' : undefined
}

/** Whether the amount of a leg is in the balance of its account; `isOut`: the leg is a debit. */
export function isLegInBalance({ isInBalance }: Pick<OperationState, 'isInBalance'>, isOut: boolean): boolean {
  return isInBalance === 'out' ? isOut : isInBalance
}

/** Whether a change of state is news to the people of an operation: its status or its notice differs. */
export function isNewsToPeople(kind: string, from: string, to: string): boolean {
  if (stateOf(kind, from).status !== stateOf(kind, to).status) return true
  return Object.values(findOperationKind(kind)?.legs ?? {}).some(({ notices }) => notices[from] !== notices[to])
}
