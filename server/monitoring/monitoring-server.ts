import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { PATIENCE } from '#server/http/connections'
import { type HealthCheck, readinessOf } from './health.ts'

interface Monitored {
  readonly registry: Registry
  /** Brings up to date what the metrics say of the database, and of what is missing. */
  readonly collect: () => Promise<void>
  /** Gives what has to succeed for the wallet to be ready. */
  readonly listChecks: () => readonly HealthCheck[]
}

/**
 * The server for those who watch the wallet, on a port of its own that people do not reach: `/livez` (the process answers), `/readyz` (it
 * can serve people: 503 and what is missing otherwise) and `/metrics` (Prometheus).
 */
export function createMonitoringServer({ registry, collect, listChecks }: Monitored): FastifyInstance {
  // Whoever watches asks again within seconds, or may connect anew.
  const app = Fastify({ ...PATIENCE, keepAliveTimeout: PATIENCE.requestTimeout, forceCloseConnections: true })
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const readiness = await readinessOf(listChecks())
    return reply.code(readiness.isReady ? 200 : 503).send({
      status: readiness.isReady ? 'ok' : 'unavailable',
      checks: readiness.checks,
    })
  })
  app.get('/metrics', async (_request, reply) => {
    await collect()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return app
}
