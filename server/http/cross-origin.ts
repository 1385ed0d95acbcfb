import type { FastifyInstance } from 'fastify'

// What the page sends, and may read of an answer, beyond what every page may.
const SENT = 'authorization, content-type, idempotency-key'
const READ = 'content-disposition, retry-after, x-request-id'
const REMEMBERED_SECONDS = 7200

/**
 * Lets the pages of these origins call the API in a browser (CORS): their preflights are answered, and what they get they may read. No cookie
 * comes with their requests. Every other origin hears nothing of this. Has to be called before methods are refused.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', ({ method, url, headers }, reply, done) => {
    if (!url.startsWith('/v2/')) return done()
    reply.header('vary', 'origin')
    const { origin } = headers
    if (origin === undefined || !origins.includes(origin)) return done()
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', READ)
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return done()
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', SENT)
      .header('access-control-max-age', REMEMBERED_SECONDS)
      .code(204)
      .send()
  })
}
