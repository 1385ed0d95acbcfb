import { AsyncLocalStorage } from 'node:async_hooks'
import type { Deadline } from '#server/http/deadline'

/** The cause of some work: a request, or a run of a job. */
export interface Cause {
  /** The id in the log, in the request's answer, and in calls to providers. */
  readonly requestId: string
  /** The place in a trace (W3C Trace Context), when there are traces. */
  readonly traceparent?: string | undefined
  /** Until when the caller waits. */
  readonly deadline?: Deadline
}

const causes = new AsyncLocalStorage<Cause>()
let underWay = 0

/**
 * Runs work so that everything it leads to knows its cause. Meanwhile Node follows every promise of the process, which costs a tenth of an
 * exchange's time, so this is for work that calls providers.
 */
export async function doFor<Result>(cause: Cause, work: () => Promise<Result>): Promise<Result> {
  underWay += 1
  try {
    return await causes.run(cause, work)
  } finally {
    underWay -= 1
    if (underWay === 0) causes.disable()
  }
}

/** Runs work that has no cause, whatever has led to it. */
export function doForNobody(work: () => void): void {
  causes.exit(work)
}

/** The cause of the current work; undefined when causes are not followed. */
export function currentCause(): Cause | undefined {
  return causes.getStore()
}
