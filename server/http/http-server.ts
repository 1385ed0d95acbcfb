import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { VERSION, VERSION_PATH } from '#contract/version'
import { addressKey } from '#server/security/address-key'
import type { Texts } from '#texts/texts'
import { logAccess } from './access-log.ts'
import { type ConnectionLimits, limitConnections, PATIENCE } from './connections.ts'
import { allowOrigins } from './cross-origin.ts'
import { hasDuplicateKeys } from './duplicate-keys.ts'
import { endConnectionsOnClose } from './end-connections.ts'
import { answerErrors, refuse } from './errors.ts'
import { apiHeaders, headersByRoute, isOfApi, type PageProtection } from './headers.ts'
import { Refusal } from './refusal.ts'
import { REQUEST_ID, requestIdOf } from './request-id.ts'
import { refuseUnreadable } from './unreadable-request.ts'
import { refuseWrongMethods } from './wrong-method.ts'

export interface HttpServerOptions {
  readonly log: Logger
  readonly texts: Texts
  readonly isProduction: boolean
  /** How many proxies of ours a request comes through. */
  readonly trustedProxies: number
  /** How many requests an address may make in a minute. */
  readonly requestsPerMinute: number
  /** The origins of pages, besides our own, that may call the API. */
  readonly corsOrigins: readonly string[]
  /** How many connections may be open; those of one address are not counted behind a proxy, whose address all have. */
  readonly connections: ConnectionLimits
  /** What the page's own headers depend on (headers.ts). */
  readonly page: Omit<PageProtection, 'isProduction'>
  /** Where a browser is sent whose address cannot be decoded; nothing for one that wanted no page. */
  readonly findReadablePage: (request: FastifyRequest) => string | undefined
  /** Whether each request is a line of the log. */
  readonly logsAccess: boolean
  /** Done before every call of the API, and awaited where it takes time. Must not fail. */
  readonly beforeCall: () => Promise<void> | undefined
}

// What is shorter fits into a packet or two as it is.
const COMPRESSED_BYTES_MIN = 2048

/** Makes the HTTP server without any route of a feature: headers, limits, JSON, refusals in the reader's words, and the version. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { log, texts, isProduction, trustedProxies, requestsPerMinute, findReadablePage, beforeCall } = options
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // No logger of its own for every request: what is logged names its route.
    childLoggerFactory: (logger) => logger,
    // Only as many hops as there are proxies of ours: whoever writes X-Forwarded-For himself stays who he is.
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    genReqId: ({ headers }) => requestIdOf(headers[REQUEST_ID], trustedProxies > 0),
    bodyLimit: 16_384,
    ...PATIENCE,
    // Also while it closes: who was connected already is answered (end-connections.ts).
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    // An address that cannot be decoded, or is too long, comes by no hook, but is refused in the same words and with the same protection;
    // a browser that wanted a page gets one that says so.
    frameworkErrors: (error, request, reply) => {
      const guarded = reply.headers(apiHeaders(isProduction)).header(REQUEST_ID, request.id)
      const page = error.code === 'FST_ERR_BAD_URL' ? findReadablePage(request) : undefined
      if (page === undefined) refuse(error, request, guarded, texts)
      else guarded.redirect(page)
    },
    clientErrorHandler: refuseUnreadable(texts, isProduction),
  })
  limitConnections(app, options.connections, noteRarely(log))
  endConnectionsOnClose(app)
  identify(app)
  if (options.logsAccess) logAccess(app, log)
  protect(app, options)
  refuseTwoHosts(app)
  await app.register(rateLimit, {
    max: requestsPerMinute,
    keyGenerator: ({ ip }) => addressKey(ip),
    timeWindow: 60_000,
    // Who is refused is told when to come back; until then every answer is that much smaller.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  allowOrigins(app, options.corsOrigins)
  refuseWrongMethods(app)
  app.addHook('onRequest', ({ routeOptions: { url: route } }, _reply, done) => {
    const working = route !== undefined && isOfApi(route) ? beforeCall() : undefined
    if (working) working.then(() => done(), done)
    else done()
  })
  acceptJson(app)
  // An answer that hands out a token is shorter than what is compressed, so its length tells nothing of it (BREACH).
  await app.register(compress, { threshold: COMPRESSED_BYTES_MIN, encodings: ['gzip'], globalDecompression: false })
  answerErrors(app, texts)
  // What the page compares itself with at its start, to load itself anew when it is old; nobody on the way may keep it.
  app.get(VERSION_PATH, async (_request, reply) =>
    reply.header('cache-control', 'no-cache, no-store, must-revalidate').send({ version: VERSION }),
  )
  return app
}

const NOTED_EVERY_MS = 60_000

/** Logs that connections are refused, once a minute at most. */
function noteRarely(log: Logger): () => void {
  let notedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - notedAt < NOTED_EVERY_MS) return
    notedAt = performance.now()
    log.warn('Connections were refused: too many are open (CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS)')
  }
}

/** Gives every answer the id of its request. */
function identify(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}

/** Gives every answer its protective headers (headers.ts). */
function protect(app: FastifyInstance, { isProduction, page }: HttpServerOptions): void {
  const headersOf = headersByRoute({ isProduction, ...page })
  app.addHook('onRequest', ({ routeOptions: { url: route }, url: address }, reply, done) => {
    reply.headers(headersOf(route, address))
    done()
  })
}

/** JSON only, and an empty body where a call has none. Refuses one name twice. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text.length === 0) done(null, undefined)
    else
      parseJson(request, text, (error, parsed) => {
        if (error === null && hasDuplicateKeys(text)) done(new Refusal({ code: 'invalid_request' }))
        else done(error, parsed)
      })
  })
}

/** Refuses a request that says twice for which host it is: a proxy may have gone by the other. */
function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host')
    done(hosts.length > 1 ? new Refusal({ code: 'invalid_request' }) : undefined)
  })
}
