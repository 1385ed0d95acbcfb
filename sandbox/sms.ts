import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { findCode } from './message-code.ts'
import type { SandboxOptions } from './options.ts'
import { Fault, findField, GRAMMAR, readField, requireKey } from './vendor-api.ts'

/** A message in the inbox. `to` is digits without a plus; `code` its first group of exactly four digits. */
export interface Message {
  readonly to: string
  readonly text: string
  readonly code: string | null
  readonly sentAt: Date
}

const SHOWN_MAX = 50
// A number that there is not, as the last digits of a card decide a payout.
const NO_SUCH_NUMBER = /0000000$/

/**
 * The SMS vendor: accepts messages, each once by its reference if it has one, and serves them at /sms.json for scripts; the page for people is
 * inbox-page.ts. No number that ends with seven zeros exists.
 */
export function smsRoutes(scope: FastifyInstance, { pool, clock, secrets }: SandboxOptions): void {
  scope.post('/sms/api/messages', { onRequest: requireKey(secrets.apiKey) }, async (request, reply) => {
    const to = readField(request.body, 'to', /^\+?[0-9]{5,15}$/).replace('+', '')
    if (NO_SUCH_NUMBER.test(to)) throw new Fault(422, 'no_such_number', 'There is no such number.')
    const text = readField(request.body, 'text', /^[\s\S]{1,1600}$/)
    const hasReference = findField(request.body, 'reference') !== undefined
    const reference = hasReference ? readField(request.body, 'reference', GRAMMAR.reference) : null
    const id = randomUUID()
    await pool.query(
      `insert into sandbox.sms_message (id, recipient, body, code, sent_at, reference) values ($1, $2, $3, $4, $5, $6)
       on conflict on constraint sms_reference_once do nothing`,
      [id, to, text, findCode(text, 4), clock(), reference],
    )
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
