import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Counts every answered request of a server, by its route. What has no route is one. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
}
