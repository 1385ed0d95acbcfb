import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REQUEST_ID } from '#server/http/request-id'
import type { Http } from '#server/http/route'
import type { BatchEnd } from '#server/ledger/batch-queue'
import type { Ledger } from '#server/ledger/ledger'
import { countRequests, type Metrics } from '#server/monitoring/metrics'
import type { NewSpan, OpenSpan, Traces } from '#server/monitoring/traces'
import { currentCause, doFor } from '#server/process/cause'
import { type Breaker, createBreaker } from '#server/providers/breaker'
import type { OnVendorCall } from '#server/providers/vendor-http'

/** Observes the wallet's requests, jobs, provider calls and postings, and gives the work behind each of them its cause. */
export interface Watch extends Pick<Http, 'around' | 'aroundCalls'> {
  /** Observes the answers of a server. */
  hear(app: FastifyInstance): void
  /** Runs a job once; true when the run went well. */
  aroundRun(job: string, run: () => Promise<boolean>): Promise<boolean>
  /** Observes a provider call, and sends the cause's id with it. Throws Unavailable while the provider's breaker is open (providers/breaker.ts). */
  readonly onCall: OnVendorCall
  /** Observes the end of a ledger batch. */
  readonly onBatch: ((end: BatchEnd) => void) | undefined
  /** The ledger, with a span for each post. */
  watched(ledger: Ledger): Ledger
}

interface Watching {
  readonly metrics: Metrics | undefined
  readonly traces: Traces | undefined
  /** Requests come from our own proxy, which may have begun their trace. */
  readonly isBehindProxy: boolean
}

/** Creates the observer of the wallet: request ids always, metrics and traces when they are on. */
export function createWatch(watching: Watching): Watch {
  const { metrics, traces } = watching
  const breakers = new Map<string, Breaker>()
  const breakerOf = (provider: string): Breaker => {
    const breaker = breakers.get(provider) ?? createBreaker(provider, () => metrics?.heldBack(provider))
    breakers.set(provider, breaker)
    return breaker
  }
  return {
    ...watchRequests(watching),
    aroundRun: async (job, run) => {
      const startedAt = performance.now()
      const span = traces?.begin({ name: `job ${job}`, kind: 'work', traceparent: undefined, attributes: {} })
      const isDone = await doFor({ requestId: randomUUID(), traceparent: span?.traceparent }, run)
      span?.end({ isFailed: !isDone })
      metrics?.ran({ job, seconds: (performance.now() - startedAt) / 1000, isDone })
      return isDone
    },
    onCall(provider) {
      const noteEnd = breakerOf(provider).begin()
      const cause = currentCause()
      const name = `provider ${provider}`
      const span = traces?.begin({ name, kind: 'call', traceparent: cause?.traceparent, attributes: {} })
      const answered = cause?.deadline?.pauseForProvider()
      return {
        headers: { ...(cause && { [REQUEST_ID]: cause.requestId }), ...(span && { traceparent: span.traceparent }) },
        ended(end) {
          answered?.()
          noteEnd(end.outcome !== 'unavailable')
          metrics?.called({ provider, ...end })
          span?.end({ isFailed: end.outcome === 'unavailable', attributes: { 'wallet.outcome': end.outcome } })
        },
      }
    },
    onBatch: metrics?.committed,
    watched: (ledger) => (traces ? { ...ledger, post: tracedPost(ledger, traces) } : ledger),
  }
}

/** Observes requests. With traces, each has a span from its arrival to its answer. */
function watchRequests({ metrics, traces, isBehindProxy }: Watching): Pick<Watch, 'around' | 'aroundCalls' | 'hear'> {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  const followed: Http['around'] = (request, deadline, work) =>
    doFor({ requestId: request.id, traceparent: spans.get(request)?.traceparent, deadline }, work)
  return {
    around: traces ? followed : (_request, _deadline, work) => work(),
    aroundCalls: followed,
    hear(app) {
      if (metrics) countRequests(app, metrics)
      if (!traces) return
      app.addHook('onRequest', (request, _reply, done) => {
        const traceparent = isBehindProxy ? request.headers.traceparent?.toString() : undefined
        spans.set(request, traces.begin(spanOf(request, traceparent)))
        done()
      })
      app.addHook('onResponse', (request, { statusCode }, done) => {
        spans.get(request)?.end({ isFailed: statusCode >= 500, attributes: { 'http.response.status_code': statusCode } })
        done()
      })
    },
  }
}

function spanOf({ id, method, routeOptions }: FastifyRequest, traceparent: string | undefined): NewSpan {
  const route = routeOptions.url ?? 'none'
  const attributes = { 'http.request.method': method, 'http.route': route, 'wallet.request_id': id }
  return { name: `${method} ${route}`, kind: 'request', traceparent, attributes }
}

/** Gives each post to the ledger a span, from its wait for a batch to the batch's commit. */
function tracedPost(ledger: Ledger, traces: Traces): Ledger['post'] {
  return async (request) => {
    const traceparent = currentCause()?.traceparent
    const span = traces.begin({ name: 'ledger post', kind: 'work', traceparent, attributes: {} })
    let isFailed = true
    try {
      const outcome = await ledger.post(request)
      isFailed = false
      return outcome
    } finally {
      span.end({ isFailed })
    }
  }
}
