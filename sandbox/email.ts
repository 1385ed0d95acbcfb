import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { findCode } from './message-code.ts'
import type { SandboxOptions } from './options.ts'
import { Fault, GRAMMAR, readField, requireKey } from './vendor-api.ts'

/** An e-mail in the inbox; `code` is the first group of exactly six digits in its text. */
export interface EmailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly code: string | null
  readonly sentAt: Date
}

const SHOWN_MAX = 50
const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,255}$/
// A mailbox that there is not, as the last digits of a card decide a payout.
const NO_SUCH_MAILBOX = /^nobody@/i

/**
 * The e-mail vendor: accepts messages, each once by its reference, and serves them at /email.json for scripts; the page for people is
 * inbox-page.ts. No address that begins with nobody@ has a mailbox.
 */
export function emailRoutes(scope: FastifyInstance, { pool, clock, secrets }: SandboxOptions): void {
  scope.post('/email/api/messages', { onRequest: requireKey(secrets.apiKey) }, async (request, reply) => {
    const to = readField(request.body, 'to', ADDRESS)
    if (NO_SUCH_MAILBOX.test(to)) throw new Fault(422, 'no_such_mailbox', 'There is no such mailbox.')
    const subject = readField(request.body, 'subject', /^[^\r\n]{1,200}$/)
    const text = readField(request.body, 'text', /^[\s\S]{1,10000}$/)
    const reference = readField(request.body, 'reference', GRAMMAR.reference)
    const id = randomUUID()
    await pool.query(
      `insert into sandbox.email_message (id, reference, recipient, subject, body, code, sent_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict on constraint email_reference_once do nothing`,
      [id, reference, to, subject, text, findCode(text, 6), clock()],
    )
    return reply.code(201).send({ id })
  })

  scope.get<{ Querystring: { to?: unknown } }>('/email.json', async (request) => {
    const messages = await listEmails(pool, readAddress(request.query.to))
    return {
      messages: messages.map(({ to, subject, text, code, sentAt }) => ({
        to,
        subject,
        text,
        code,
        sent_at: sentAt.toISOString(),
      })),
    }
  })
}

/** The newest e-mails, 50 at most: all, or those to one address. */
export async function listEmails(pool: Pool, recipient: string): Promise<EmailMessage[]> {
  const { rows } = await pool.query<EmailMessage>(
    `select recipient as "to", subject, body as text, code, sent_at as "sentAt"
       from sandbox.email_message
      where $1 = '' or recipient = $1
      order by sent_at desc, id desc
      limit $2`,
    [recipient, SHOWN_MAX],
  )
  return rows
}

/** The address in a query; empty when there is none. */
export function readAddress(unchecked: unknown): string {
  return typeof unchecked === 'string' && ADDRESS.test(unchecked.trim()) ? unchecked.trim() : ''
}
