import { AsyncLocalStorage } from 'node:async_hooks'
import type { Deadline } from '#server/http/deadline'

/** What something is done for: a request, or a run of a job. */
export interface Cause {
  /** Found in the log, in the answer of a request, and by a provider that is called for it. */
  readonly requestId: string
  /** Where it is in a trace (W3C Trace Context), while there are traces. */
  readonly traceparent?: string | undefined
  /** Until when whoever asked waits for it. */
  readonly deadline?: Deadline
}

const causes = new AsyncLocalStorage<Cause>()
let underWay = 0

/**
 * Does something so that whatever it leads to knows its cause. Node follows every promise of the process as long as one of these is under
 * way, which takes a tenth of an exchange's time: it is for what calls providers.
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

/** Does something that is nobody's, whatever has led to it. */
export function doForNobody(work: () => void): void {
  causes.exit(work)
}

/** What is being done is done for this; nothing where that is not followed. */
export function currentCause(): Cause | undefined {
  return causes.getStore()
}
