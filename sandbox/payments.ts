import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { SandboxOptions } from './options.ts'
import { answerOf, Fault, GRAMMAR, readField, readTakenAmount, readUrl, requireKey } from './vendor-api.ts'

/** The result of a payment. */
export type Outcome = 'complete' | 'failed'

/** A payment at the vendor; `amount` is a decimal string. */
export interface Payment {
  readonly id: string
  readonly reference: string
  readonly amount: string
  readonly currency: string
  readonly returnUrl: string
  readonly webhookUrl: string
  readonly language: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly outcome: Outcome | null
  readonly decidedAt: Date | null
  /** What was said of it later (desk.ts), in the place of what it came to. */
  readonly toldStatus: Outcome | 'charged_back' | 'silent' | null
  readonly toldAmount: string | null
}

/** The amount of orders that are not even made. */
const NOT_TAKEN = '404.04'
const LIFETIME_MS = 24 * 3_600_000
const EXPIRED_BATCH = 50

const COLUMNS = `id, reference, amount, currency, return_url as "returnUrl", webhook_url as "webhookUrl", language,
  created_at as "createdAt", expires_at as "expiresAt", outcome, decided_at as "decidedAt", told_status as "toldStatus", told_amount as "toldAmount"`

/** The payment vendor's API for the wallet; the page for users is payment-page.ts. */
export function paymentRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  const onRequest = requireKey(options.secrets.apiKey)

  scope.post('/payments/api/payments', { onRequest }, async (request, reply) => {
    const payment = await openPayment(options, request.body)
    const url = `${options.publicUrl}/sandbox/payments/${payment.reference}`
    return reply.code(201).send({ ...showPayment(payment, options.clock()), url })
  })

  scope.get<{ Params: { reference: string } }>('/payments/api/payments/:reference', { onRequest }, async (request) => {
    const payment = await findPayment(options.pool, request.params.reference)
    if (!payment) throw new Fault(404, 'not_found', 'There is no such payment.')
    return answerOf(showPayment(payment, options.clock()))
  })
}

async function openPayment({ pool, clock }: SandboxOptions, body: unknown): Promise<Payment> {
  const reference = readField(body, 'reference', GRAMMAR.reference)
  const { amount, currency } = readTakenAmount(body)
  if (amount === NOT_TAKEN) throw new Fault(422, 'amount_refused', `An order of ${NOT_TAKEN} is not taken.`)
  const now = clock()
  await pool.query(
    `insert into sandbox.payment
       (id, reference, amount, currency, return_url, webhook_url, language, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (reference) do nothing`,
    [
      randomUUID(),
      reference,
      amount,
      currency,
      readUrl(body, 'return_url'),
      readUrl(body, 'webhook_url'),
      readField(body, 'language', GRAMMAR.language),
      now,
      new Date(now.getTime() + LIFETIME_MS),
    ],
  )
  const payment = await findPayment(pool, reference)
  if (payment?.amount !== amount || payment.currency !== currency) {
    throw new Fault(409, 'reference_used', 'This reference is taken by another amount.')
  }
  return payment
}

/** Finds a payment by the wallet's reference. */
export async function findPayment(pool: Pool, reference: string): Promise<Payment | undefined> {
  if (!GRAMMAR.reference.test(reference)) return undefined
  const { rows } = await pool.query<Payment>(`select ${COLUMNS} from sandbox.payment where reference = $1`, [reference])
  return rows[0]
}

/** The state of a payment at an instant, for its payer: one that nobody paid within 24 hours has failed. */
export function statusOf({ outcome, expiresAt, toldStatus }: Payment, now: Date): 'pending' | Outcome {
  if (toldStatus !== null && toldStatus !== 'silent') return toldStatus === 'failed' ? 'failed' : 'complete'
  return outcome ?? (now >= expiresAt ? 'failed' : 'pending')
}

/** Whether a payment failed because it was not decided in time. */
export function isExpired({ expiresAt, decidedAt }: Payment, now: Date): boolean {
  return (decidedAt ?? now) >= expiresAt
}

/**
 * Decides an open payment and queues the webhook, in one statement. The same decision again changes nothing; false when
 * the payment has ended otherwise.
 */
export async function decide(options: SandboxOptions, payment: Payment, outcome: Outcome): Promise<boolean> {
  const now = options.clock()
  if (now < payment.expiresAt && (await conclude(options, payment, { outcome, at: now }))) return true
  const present = await findPayment(options.pool, payment.reference)
  return present !== undefined && statusOf(present, now) === outcome
}

/** Ends the payments whose 24 hours are over and notifies the wallet. */
export async function expirePayments(options: SandboxOptions): Promise<void> {
  const { rows } = await options.pool.query<Payment>(
    `select ${COLUMNS} from sandbox.payment where outcome is null and told_status is null and expires_at <= $1 order by expires_at limit $2`,
    [options.clock(), EXPIRED_BATCH],
  )
  for (const payment of rows) await conclude(options, payment, { outcome: 'failed', at: payment.expiresAt })
}

async function conclude(
  { pool, clock }: SandboxOptions,
  payment: Payment,
  { outcome, at }: { outcome: Outcome; at: Date },
): Promise<boolean> {
  const now = clock()
  const event = {
    id: randomUUID(),
    type: 'payment.updated',
    created_at: now.toISOString(),
    payment: showPayment({ ...payment, outcome }, now),
  }
  const { rowCount } = await pool.query(
    `with decided as (
       update sandbox.payment
          set outcome = $2, decided_at = $3
        where id = $1 and outcome is null and (told_status is null or told_status = 'silent')
       returning webhook_url, told_status)
     insert into sandbox.delivery (id, url, body, created_at, next_attempt_at)
     select $4, webhook_url, $5, $6, $6 from decided where told_status is null`,
    [payment.id, outcome, at, event.id, JSON.stringify(event), now],
  )
  return rowCount === 1
}

/** A payment as the vendor tells it. */
export function showPayment(payment: Payment, now: Date) {
  const { id, reference, amount, currency, toldStatus, toldAmount } = payment
  return { id, reference, status: toldStatus ?? statusOf(payment, now), amount: toldAmount ?? amount, currency }
}
