import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isEventStream } from '#server/http/event-stream'
import type { BatchEnd } from '#server/ledger/batch-queue'
import type { ProviderCallEnd } from '#server/providers/vendor-http'

/** What the wallet counts and times while it works, under names as Prometheus wants them (prometheus.io, "Metric and label naming"). */
export interface Metrics {
  readonly registry: Registry
  /** A call was answered; `route` is its path in the contract, never what was asked for. */
  answered(call: { method: string; route: string; status: number; seconds: number }): void
  /** A batch of the ledger was committed, or failed. */
  committed(batch: BatchEnd): void
  /** A provider was called. */
  called(call: ProviderCallEnd & { provider: string }): void
  /** A provider was not called, since it does not answer. */
  heldBack(provider: string): void
  /** A run of a job has ended. */
  ran(run: { job: string; seconds: number; isDone: boolean }): void
}

const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256]
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Makes the metrics, with those of the process itself (event loop, memory, garbage collection). */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const histogram = <const Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = SECONDS,
  ): Histogram<Label> => new Histogram({ name, help, labelNames, buckets, registers })
  const requests = histogram('http_request_duration_seconds', 'Calls by route and status, and how long their answers took', [
    'method',
    'route',
    'code',
  ])
  const batches = histogram(
    'wallet_ledger_batch_duration_seconds',
    'Batches of the ledger, from their first statement to their commit',
    ['outcome'],
  )
  const sizes = histogram('wallet_ledger_batch_requests', 'Requests posted together in a batch of the ledger', [], SIZES)
  const calls = histogram('wallet_provider_call_duration_seconds', 'Calls of providers by how they ended', [
    'provider',
    'outcome',
  ])
  const heldBack = new Counter({
    name: 'wallet_provider_calls_held_back_total',
    help: 'Calls that were not made, since their provider did not answer and was left alone for a moment',
    labelNames: ['provider'],
    registers,
  })
  const runs = histogram('wallet_job_duration_seconds', 'Runs of background jobs by how they ended', ['name', 'outcome'])
  const successes = new Gauge({
    name: 'wallet_job_last_success_timestamp_seconds',
    help: 'When a run of a background job went well last; 0 when none has',
    labelNames: ['name'],
    registers,
  })
  const failures = new Counter({
    name: 'wallet_internal_errors_total',
    help: 'Calls that were answered with an error of ours (HTTP 500)',
    registers,
  })
  return {
    registry,
    answered({ method, route, status, seconds }) {
      requests.observe({ method, route, code: status }, seconds)
      if (status === 500) failures.inc()
    },
    committed({ requests: size, seconds, isDone }) {
      batches.observe({ outcome: isDone ? 'committed' : 'failed' }, seconds)
      sizes.observe(size)
    },
    called({ provider, outcome, seconds }) {
      calls.observe({ provider, outcome }, seconds)
    },
    heldBack(provider) {
      heldBack.inc({ provider })
    },
    ran({ job, seconds, isDone }) {
      runs.observe({ name: job, outcome: isDone ? 'done' : 'failed' }, seconds)
      if (isDone) successes.setToCurrentTime({ name: job })
      else successes.inc({ name: job }, 0)
    },
  }
}

/** Counts every answered request of a server, by its route. What has no route is one. How long a stream of events was open is no time of an answer. */
export function countRequests(app: FastifyInstance, metrics: Pick<Metrics, 'answered'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isEventStream(reply)) return done()
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
}
