import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** What is shorter fits into a packet or two as it is. */
const LEAST_BYTES = 2048

/**
 * Sends long answers with gzip to those who take it: the page, lists, the texts. An answer that hands out a token is shorter than what
 * is compressed, so its length tells nothing of it (BREACH).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLong = typeof payload === 'string' && payload.length >= LEAST_BYTES
    if (!isLong || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '') || reply.hasHeader('content-encoding')) {
      done(null, payload)
      return
    }
    gzip(payload, (error, packed) => {
      if (error) {
        done(error)
        return
      }
      reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
      done(null, packed)
    })
  })
}
