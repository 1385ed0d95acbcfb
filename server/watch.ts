import { randomUUID } from 'node:crypto'
import { currentCause, doFor } from './cause.ts'
import { REQUEST_ID } from './http/request-id.ts'
import type { Http } from './http/route.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { OnVendorCall } from './providers/vendor-http.ts'

/** Hears of what the wallet does, and has whatever that leads to know what it is done for. */
interface Watch extends Pick<Http, 'around' | 'aroundCalls'> {
  /** Does a run of a job; true when it has gone well. */
  aroundRun(job: string, run: () => Promise<boolean>): Promise<boolean>
  /** A provider is being called: it is told the id of what it is called for. */
  readonly onCall: OnVendorCall
}

/** Makes what watches the wallet: ids always, metrics where there are any. */
export function createWatch(metrics: Metrics | undefined): Watch {
  return {
    around: (_request, work) => work(),
    aroundCalls: ({ id }, work) => doFor({ requestId: id }, work),
    aroundRun: async (job, run) => {
      const startedAt = performance.now()
      const isDone = await doFor({ requestId: randomUUID() }, run)
      metrics?.ran({ job, seconds: (performance.now() - startedAt) / 1000, isDone })
      return isDone
    },
    onCall(provider) {
      const cause = currentCause()
      return {
        headers: cause ? { [REQUEST_ID]: cause.requestId } : {},
        ended: (end) => metrics?.called({ provider, ...end }),
      }
    },
  }
}
