import { AsyncLocalStorage } from 'node:async_hooks'

/** What something is done for: a request, or a run of a job. */
export interface Cause {
  /** Found in the log, in the answer of a request, and by a provider that is called for it. */
  readonly requestId: string
}

const causes = new AsyncLocalStorage<Cause | undefined>()

/** Does something, and whatever it leads to, for a cause; for none with undefined. */
export function doFor<Result>(cause: Cause | undefined, work: () => Result): Result {
  return causes.run(cause, work)
}

/** What is being done is done for this; nothing at the start and the end of the wallet. */
export function currentCause(): Cause | undefined {
  return causes.getStore()
}
