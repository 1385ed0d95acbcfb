import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { bankPageRoutes } from './bank-page.ts'
import { type Courier, createCourier } from './courier.ts'
import { deskPageRoutes } from './desk-page.ts'
import { emailRoutes } from './email.ts'
import { identityCheckRoutes } from './identity.ts'
import { identityPageRoutes } from './identity-page.ts'
import { inboxPageRoutes } from './inbox-page.ts'
import { indexPageRoutes } from './index-page.ts'
import { merchantRoutes } from './merchants.ts'
import type { SandboxOptions } from './options.ts'
import { assetRoutes } from './page.ts'
import { paymentPageRoutes, sendNotFound } from './payment-page.ts'
import { paymentRoutes } from './payments.ts'
import { payoutRoutes } from './payouts.ts'
import { pushServiceRoutes } from './push.ts'
import { rateRoutes } from './rates.ts'
import { requisitesRoutes } from './requisites.ts'
import { shopPageRoutes } from './shop-page.ts'
import { smsRoutes } from './sms.ts'
import { Fault } from './vendor-api.ts'
import { chooseLanguage } from './words.ts'

export { createCardFieldServer } from './card-field-page.ts'
export type { Courier } from './courier.ts'
export type { SandboxOptions } from './options.ts'

/**
 * Mounts the vendors under /sandbox and returns their courier, which is idle until start() and stops with the server. The tables
 * must exist (prepareSandbox). Anybody with access to these pages can read every code and decide every payment: never beside real money.
 */
export function registerSandbox(app: FastifyInstance, options: SandboxOptions): Courier {
  const courier = createCourier(options, app.log)
  app.register(sandboxVendors, { sandbox: options, prefix: '/sandbox' })
  app.addHook('onClose', () => courier.stop())
  return courier
}

/** The vendors' APIs and pages as a Fastify plugin, to be registered with a prefix. Isolated from the server around it. */
async function sandboxVendors(scope: FastifyInstance, { sandbox }: { sandbox: SandboxOptions }): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    parseJson(body),
  )
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  scope.setErrorHandler(handleError)
  scope.setNotFoundHandler((request, reply) => handleNotFound(request, reply))

  await assetRoutes(scope)
  indexPageRoutes(scope, sandbox)
  smsRoutes(scope, sandbox)
  emailRoutes(scope, sandbox)
  inboxPageRoutes(scope, sandbox)
  paymentRoutes(scope, sandbox)
  paymentPageRoutes(scope, sandbox)
  requisitesRoutes(scope, sandbox)
  bankPageRoutes(scope, sandbox)
  payoutRoutes(scope, sandbox)
  merchantRoutes(scope, sandbox)
  shopPageRoutes(scope, sandbox)
  deskPageRoutes(scope, sandbox)
  identityCheckRoutes(scope, sandbox)
  identityPageRoutes(scope, sandbox)
  rateRoutes(scope, sandbox)
  pushServiceRoutes(scope, sandbox)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Fault(400, 'malformed', 'The body is no JSON.')
  }
}

function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Fault) return reply.code(error.status).send({ error: error.code, message: error.message })
  const status = error.statusCode ?? 500
  if (status < 500) return reply.code(status).send({ error: 'malformed', message: error.message })
  request.log.error({ err: error }, 'The sandbox failed')
  return reply.code(500).send({ error: 'broken', message: 'The sandbox failed.' })
}

function handleNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.headers.accept?.includes('text/html')) {
    return sendNotFound(reply, chooseLanguage(undefined, request.headers['accept-language']))
  }
  return reply.code(404).send({ error: 'not_found', message: 'There is nothing here.' })
}

const VERSION = "select obj_description(to_regnamespace('sandbox'), 'pg_namespace') as version"

/**
 * Creates the sandbox's tables where they are missing; may run several times, in several processes. Where they are as they should be it
 * needs no right to make any.
 */
export async function prepareSandbox(pool: Pool): Promise<void> {
  const sql = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
  const version = createHash('sha256').update(sql).digest('hex')
  const { rows } = await pool.query<{ version: string | null }>(VERSION)
  if (rows[0]?.version === version) return
  await pool.query(`${sql}; comment on schema sandbox is '${version}'`)
}
