import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { SandboxOptions } from './options.ts'
import { readField, requireKey } from './vendor-api.ts'

/** A message in the inbox. `to` is digits without a plus; `code` its first group of exactly four digits. */
export interface Message {
  readonly to: string
  readonly text: string
  readonly code: string | null
  readonly sentAt: Date
}

const SHOWN_MAX = 50

/** The SMS vendor: accepts messages, and serves them at /sms.json for scripts; the page for people is inbox-page.ts. */
export function smsRoutes(scope: FastifyInstance, { pool, clock, secrets }: SandboxOptions): void {
  scope.post('/sms/api/messages', { onRequest: requireKey(secrets.apiKey) }, async (request, reply) => {
    const to = readField(request.body, 'to', /^\+?[0-9]{5,15}$/).replace('+', '')
    const text = readField(request.body, 'text', /^[\s\S]{1,1600}$/)
    const id = randomUUID()
    await pool.query('insert into sandbox.sms_message (id, recipient, body, code, sent_at) values ($1, $2, $3, $4, $5)', [
      id,
      to,
      text,
      findCode(text),
      clock(),
    ])
    return reply.code(201).send({ id })
  })

  scope.get<{ Querystring: { to?: unknown } }>('/sms.json', async (request) => {
    const messages = await listMessages(pool, readRecipient(request.query.to))
    return { messages: messages.map(({ to, text, code, sentAt }) => ({ to, text, code, sent_at: sentAt.toISOString() })) }
  })
}

/** The newest messages, 50 at most: all, or those to one number. */
export async function listMessages(pool: Pool, recipient: string): Promise<Message[]> {
  const { rows } = await pool.query<Message>(
    `select recipient as "to", body as text, code, sent_at as "sentAt"
       from sandbox.sms_message
      where $1 = '' or recipient = $1
      order by sent_at desc, id desc
      limit $2`,
    [recipient, SHOWN_MAX],
  )
  return rows
}

/** The digits of the number in a query; empty when there is none. */
export function readRecipient(unchecked: unknown): string {
  return typeof unchecked === 'string' ? unchecked.replace(/[^0-9]/g, '').slice(0, 15) : ''
}

/** The first group of exactly four digits in a text, or null. */
function findCode(text: string): string | null {
  return /(?<![0-9])[0-9]{4}(?![0-9])/.exec(text)?.[0] ?? null
}
