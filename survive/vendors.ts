import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { prepareSandbox, registerSandbox } from '#sandbox/sandbox'
import { deriveKeys } from '#server/security/keys'
import { SECRET } from '#tests/secret'

/** What a vendor does to a call: before it is done (`refused`, `stalled`, `down`), after (`lost`, `failed`, `garbled`), or it gets it twice (`doubled`). */
export const VENDOR_FAULTS = ['refused', 'stalled', 'down', 'lost', 'failed', 'garbled', 'doubled'] as const

type VendorFault = (typeof VENDOR_FAULTS)[number]

/** The sandbox's vendors as a company of their own: with a database apart, and not always at their best. */
export interface Vendors {
  /** Their root URL, for SANDBOX_URL. */
  readonly url: string
  /** Their books: what they know of payments and payouts. */
  readonly pool: pg.Pool
  /** Decides the fault of each call of their API from now on; none without. */
  misbehave(choose: ((path: string) => VendorFault | undefined) | undefined): void
  /** How many calls met a fault. */
  readonly faults: number
  /** Tells everything once more that the wallet has taken and was told once. */
  repeatEvents(): Promise<void>
  close(): Promise<void>
}

// On the copy of a call that comes twice.
const TWIN = 'x-twin'
// Longer than the wallet waits.
const STALL_MS = 30_000

const REPEAT = `update sandbox.delivery
  set delivered_at = null, next_attempt_at = clock_timestamp()
  where delivered_at is not null and attempts = 1`

/** Opens the vendors on a database. `walletUrl` is where their pages lead back to. */
export async function openVendors(connectionString: string, walletUrl: string, clock = () => new Date()): Promise<Vendors> {
  const pool = new pg.Pool({ connectionString, max: 10 })
  pool.on('error', () => undefined)
  await prepareSandbox(pool)
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 65_536 })
  const keys = deriveKeys(SECRET)
  const secretOf = (what: string): string => keys.hash('token', what).toString('base64url')
  let choose: ((path: string) => VendorFault | undefined) | undefined
  let faults = 0
  addFaults(app, (path) => {
    const fault = choose?.(path)
    if (fault) faults += 1
    return fault
  })
  const options = {
    pool,
    clock,
    publicUrl: '',
    walletUrl,
    secrets: {
      apiKey: secretOf('sandbox api'),
      webhookSecret: secretOf('sandbox webhooks'),
      vaultKey: secretOf('sandbox vault'),
    },
    timers: { beatMs: 100, hangMs: 3000, webhookMs: 3000 },
  }
  const courier = registerSandbox(app, options)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  options.publicUrl = url
  courier.start()
  return {
    url: `${url}/sandbox`,
    pool,
    misbehave: (next) => {
      choose = next
    },
    get faults() {
      return faults
    },
    async repeatEvents() {
      await pool.query(REPEAT)
    },
    async close() {
      await app.close()
      await pool.end()
    },
  }
}

/** Puts the faults around the calls of the vendors' API; their pages, where people pay, stay as they are. */
function addFaults(app: FastifyInstance, next: (path: string) => VendorFault | undefined): void {
  const chosen = new WeakMap<FastifyRequest, VendorFault>()
  app.addHook('onRequest', async (request, reply) => {
    const isSpared = !request.url.includes('/api/') || request.headers[TWIN] !== undefined
    const fault = isSpared ? undefined : next(request.url)
    if (fault === undefined) return
    chosen.set(request, fault)
    if (fault === 'refused') return hangUp(reply)
    if (fault === 'down') return reply.code(503).send({ error: 'down', message: 'Not now.' })
    if (fault === 'stalled') {
      await pause(STALL_MS, undefined, { ref: false })
      return hangUp(reply)
    }
  })
  app.addHook('preHandler', async (request) => {
    if (chosen.get(request) !== 'doubled') return
    const { method, url, body } = request
    const { 'content-length': _length, ...headers } = request.headers
    const payload = typeof body === 'object' && body !== null ? { payload: body } : {}
    await app.inject({ method: method === 'POST' ? 'POST' : 'GET', url, headers: { ...headers, [TWIN]: 'on' }, ...payload })
  })
  app.addHook('onSend', async (request, reply, body) => {
    const fault = chosen.get(request)
    if (fault === 'lost') return hangUp(reply)
    if (fault === 'failed') reply.code(500)
    return fault === 'garbled' ? `<html>${'x'.repeat(40)}` : body
  })
}

function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}
