import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isEventStream } from './event-stream.ts'

/**
 * Writes a line at `info` for every answered request, whatever level the log begins at: what was asked for by its route, never by its
 * address, and nothing of the person. `bytes` are those of the answer, its head included. Of streams of events their tickets are lines.
 */
export function logAccess(app: FastifyInstance, log: Logger): void {
  const access = log.child({}, { level: 'info' })
  const before = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    before.set(request, request.raw.socket.bytesWritten)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (isEventStream(reply)) return done()
    const facts = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      bytes: request.raw.socket.bytesWritten - (before.get(request) ?? 0),
    }
    access.info(facts, 'Answered')
    done()
  })
}
