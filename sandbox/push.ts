import { randomUUID, verify } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { SandboxOptions } from './options.ts'
import { Fault, readField } from './vendor-api.ts'

const POINT = /^[A-Za-z0-9_-]{87}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const BODY_MAX = 4096
const SHOWN_MAX = 50

/**
 * A push service: a browser, here a script, has it make a subscription by the wallet's key and gets an address; whoever holds that key may
 * send there. It keeps what comes, encrypted, for whoever knows the address, and can read none of it. Ended, it answers 410.
 */
export function pushServiceRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  const { pool, clock } = options
  scope.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: BODY_MAX },
    async (_: unknown, body: Buffer) => body,
  )

  scope.post('/push/subscriptions', async (request, reply) => {
    const key = readField(request.body, 'application_server_key', POINT)
    const id = randomUUID()
    await pool.query('insert into sandbox.push_subscription (id, server_key, created_at) values ($1, $2, $3)', [id, key, clock()])
    return reply.code(201).send({ endpoint: `${options.publicUrl}/sandbox/push/to/${id}` })
  })

  scope.post<{ Params: { id: string } }>('/push/to/:id', async (request, reply) => {
    const { id } = request.params
    const subscription = await findSubscription(pool, id)
    if (!subscription) throw new Fault(404, 'unknown', 'There is no such subscription.')
    if (subscription.ended_at) throw new Fault(410, 'gone', 'The browser has ended this subscription.')
    const { headers, body } = request
    const audience = new URL(options.publicUrl).origin
    if (!isSigned(headers.authorization, { key: subscription.server_key, audience, now: clock() }))
      throw new Fault(403, 'forbidden', 'The message is not signed by the key of the subscription.')
    if (headers['content-encoding'] !== 'aes128gcm' || !Buffer.isBuffer(body) || !/^[0-9]{1,9}$/.test(String(headers.ttl)))
      throw new Fault(400, 'malformed', 'Send an encrypted body (aes128gcm) and a TTL.')
    await pool.query(
      `insert into sandbox.push_message (id, subscription_id, body, topic, urgency, ttl, sent_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [randomUUID(), id, body, headers.topic ?? null, headers.urgency ?? 'normal', Number(headers.ttl), clock()],
    )
    return reply.code(201).send()
  })

  scope.get<{ Params: { id: string } }>('/push/to/:id', async (request) => {
    const { rows } = await pool.query<{ body: Buffer; topic: string | null; urgency: string; ttl: number }>(
      `select body, topic, urgency, ttl from sandbox.push_message where subscription_id::text = $1 order by sent_at, id limit ${SHOWN_MAX}`,
      [request.params.id],
    )
    return { messages: rows.map(({ body, ...rest }) => ({ ...rest, body: body.toString('base64url') })) }
  })

  scope.delete<{ Params: { id: string } }>('/push/to/:id', async (request, reply) => {
    await pool.query('update sandbox.push_subscription set ended_at = $2 where id::text = $1', [request.params.id, clock()])
    return reply.code(204).send()
  })
}

interface Subscription {
  readonly server_key: string
  readonly ended_at: Date | null
}

async function findSubscription(pool: SandboxOptions['pool'], id: string): Promise<Subscription | undefined> {
  if (!UUID.test(id)) return undefined
  const { rows } = await pool.query<Subscription>('select server_key, ended_at from sandbox.push_subscription where id = $1', [
    id,
  ])
  return rows[0]
}

/** Whether a message is signed (RFC 8292) by a key, for this push service, and not for longer than a day. */
function isSigned(
  authorization: string | undefined,
  { key, audience, now }: { readonly key: string; readonly audience: string; readonly now: Date },
): boolean {
  const [, token = '', given] = /^vapid t=([^,\s]+),\s*k=([A-Za-z0-9_-]+)$/.exec(authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (given !== key || !isFor(claims, audience, now)) return false
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'))
  const publicKey = {
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
    dsaEncoding: 'ieee-p1363',
  } as const
  return verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
}

function isFor(claims: string, audience: string, now: Date): boolean {
  const said: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString() || 'null')
  if (typeof said !== 'object' || said === null || !('aud' in said && 'exp' in said && 'sub' in said)) return false
  const leftSeconds = Number(said.exp) - now.getTime() / 1000
  return said.aud === audience && leftSeconds > 0 && leftSeconds <= 86_400
}
