import type { StepName } from '#contract/operation-kind'
import { stateOf, timelineStepOf } from '#contract/operation-states'
import type { TextKey } from '#texts/texts'

/** That an operation went from one state to another; without an instant where that was not kept. */
export interface KeptChange {
  readonly from: string
  readonly to: string
  readonly at: Date | null
}

/** What a timeline is made of. */
export interface Course {
  readonly kind: string
  readonly state: string
  /** The reader's leg is a debit. */
  readonly isOut: boolean
  readonly begunAt: Date
  /** When the reader joined it: at its beginning, or when they got what had been sent before. */
  readonly joinedAt: Date
  readonly endedAt: Date | null
  /** When it was paid although its money had been given back. */
  readonly recalledAt: Date | null
  /** In their order. */
  readonly changes: readonly KeptChange[]
}

/** A step on the way of an operation. `at`: null where it was not kept, or is yet to come (`isDone` is false). */
export interface Step {
  readonly name: StepName
  readonly at: Date | null
  readonly isDone: boolean
}

/**
 * How an operation went on, as one of its people may read it: that it was asked for, each state that is a step for them, and while it is
 * open the end that is expected. What was before somebody joined is not theirs to know. Of operations from before changes were kept,
 * beginning and end alone. One that was paid after its money had been given back ends with that. Pure.
 */
export function timelineOf(course: Course): readonly Step[] {
  const { kind, state, isOut, begunAt, joinedAt, recalledAt } = course
  const entered = statesOf(course)
  const [first] = entered
  const isOwnBeginning = joinedAt <= begunAt
  const wasAsked = isOwnBeginning && first !== undefined && isOpen(kind, first.state)
  const known = entered.flatMap(({ state: name, at }): Step[] => {
    const step = name === undefined ? undefined : timelineStepOf(stateOf(kind, name), isOut)
    const isTheirs = isOwnBeginning || (at !== null && at >= joinedAt)
    return step && isTheirs ? [{ name: step, at, isDone: true }] : []
  })
  const asked: Step[] = wasAsked ? [{ name: 'asked', at: begunAt, isDone: true }] : []
  const expected: Step[] = isOpen(kind, state) ? [{ name: isOut ? 'delivered' : 'arrived', at: null, isDone: false }] : []
  const recalled: Step[] = recalledAt ? [{ name: 'delivered', at: recalledAt, isDone: true }] : []
  return [...asked, ...known, ...expected, ...recalled]
}

/** The text of a step. That money waits for its recipient is told as past once the next step is done. */
export function stepTextOf({ name }: Step, next: Step | undefined): TextKey {
  return name === 'waiting' && next?.isDone ? 'receipt.past.waiting' : `receipt.step.${name}`
}

interface Entered {
  /** Nothing: the first one of an operation from before changes were kept. */
  readonly state: string | undefined
  readonly at: Date | null
}

/** The states it has come to, in their order. */
function statesOf({ state, begunAt, endedAt, changes }: Course): Entered[] {
  const [first] = changes
  if (first) return [{ state: first.from, at: begunAt }, ...changes.map(({ to, at }) => ({ state: to, at }))]
  if (endedAt && endedAt > begunAt)
    return [
      { state: undefined, at: begunAt },
      { state, at: endedAt },
    ]
  return [{ state, at: begunAt }]
}

/** Whether a state is one that is followed by another; a first one that is not known was. */
function isOpen(kind: string, state: string | undefined): boolean {
  return state === undefined || stateOf(kind, state).apiState === 'pending'
}
