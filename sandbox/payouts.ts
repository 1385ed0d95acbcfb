import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { announceSettled } from './announce.ts'
import { openCardFieldSession } from './card-field-sessions.ts'
import { hang } from './hang.ts'
import { type SandboxOptions, TIMERS } from './options.ts'
import { findTypedCard, keepNumber, type VaultEntry } from './vault.ts'
import { answerOf, Fault, findField, GRAMMAR, readField, readTakenAmount, readUrl, requireKey } from './vendor-api.ts'

/** What was asked of the vendor, and what came of it; what was said of it later (desk.ts) is in the place of that. */
export interface Payout {
  readonly id: string
  readonly reference: string
  readonly token: string
  readonly amount: string
  readonly currency: string
  readonly askedAt: Date
  readonly settlesAt: Date
  readonly outcome: 'paid' | 'failed'
  readonly reason: string | null
  readonly toldStatus: 'paid' | 'failed' | 'silent' | null
  readonly toldAmount: string | null
}

/** The course of a payout: its result, its reason, and whether the request hangs and the payout is pending for ten seconds. */
interface Course {
  /** Refused immediately. */
  readonly isRefused?: true
  readonly outcome: 'paid' | 'failed'
  readonly reason: string | null
  readonly isSlow: boolean
  /** Nothing is said of it until somebody has it said (desk.ts). */
  readonly isSilent?: true
}

const PAID: Course = { outcome: 'paid', reason: null, isSlow: false }

// Scripted by the last four characters of the card or address; all others are paid at once.
const COURSES: Readonly<Record<string, Course>> = {
  '0002': { outcome: 'failed', reason: 'declined', isSlow: false },
  '0119': { outcome: 'paid', reason: null, isSlow: true },
  '0135': { outcome: 'failed', reason: 'not_possible', isSlow: false, isRefused: true },
  '0151': { outcome: 'paid', reason: null, isSlow: false, isSilent: true },
  '0127': { outcome: 'failed', reason: 'declined', isSlow: true },
}

/** The end of numbers that are not even kept. */
const NOT_TAKEN = '0143'
const SETTLES_AFTER_MS = 10_000

const COLUMNS = `id, reference, token, amount, currency, asked_at as "askedAt", settles_at as "settlesAt", outcome, reason,
  told_status as "toldStatus", told_amount as "toldAmount"`

/** The payout vendor's API for the wallet. */
export function payoutRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  const onRequest = requireKey(options.secrets.apiKey)
  const closing = new AbortController()
  scope.addHook('preClose', async () => closing.abort())

  scope.post('/payouts/api/tokens', { onRequest }, async (request, reply) => {
    return reply.code(201).send(await keepDestination(options, request.body))
  })

  scope.get<{ Params: { token: string } }>('/payouts/api/tokens/:token', { onRequest }, async (request) => {
    const card = await findTypedCard(options.pool, request.params.token)
    if (!card) throw new Fault(404, 'not_found', 'No such token came from the card field.')
    return card
  })

  scope.post('/payouts/api/card-fields', { onRequest }, async (request, reply) => {
    if (options.cardFieldUrl === undefined) throw new Fault(404, 'not_found', 'There is no card field here.')
    return reply.code(201).send(await openCardFieldSession(options, options.cardFieldUrl, request.body))
  })

  scope.post('/payouts/api/payouts', { onRequest }, async (request, reply) => {
    const { payout, course, isNew } = await openPayout(options, request.body)
    if (isNew && course.isSlow) await hang(reply, { ...TIMERS, ...options.timers }.hangMs, closing.signal)
    return answerOf(showPayout(payout, options.clock()))
  })

  scope.get<{ Params: { reference: string } }>('/payouts/api/payouts/:reference', { onRequest }, async (request) => {
    const payout = await findPayout(options.pool, request.params.reference)
    if (!payout) throw new Fault(404, 'not_found', 'There is no such payout.')
    return answerOf(showPayout(payout, options.clock()))
  })
}

async function keepDestination(options: SandboxOptions, body: unknown): Promise<VaultEntry> {
  const isCard = findField(body, 'pan') !== undefined
  if ((findField(body, 'pan') ?? findField(body, 'address'))?.endsWith(NOT_TAKEN))
    throw new Fault(422, 'number_refused', 'Nothing is paid out to this number.')
  if (isCard === (findField(body, 'address') !== undefined)) throw new Fault(400, 'malformed', 'Send either "pan" or "address".')
  return isCard
    ? keepNumber(options, { kind: 'card', number: readField(body, 'pan', /^[0-9]{13,19}$/) })
    : keepNumber(options, { kind: 'address', number: readField(body, 'address', /^[A-Za-z0-9]{20,128}$/) })
}

async function openPayout(
  { pool, clock }: SandboxOptions,
  body: unknown,
): Promise<{ payout: Payout; course: Course; isNew: boolean }> {
  const reference = readField(body, 'reference', GRAMMAR.reference)
  const token = readField(body, 'token', GRAMMAR.token)
  const { amount, currency } = readTakenAmount(body)
  const course = await courseOf(pool, token)
  if (course.isRefused) throw new Fault(422, 'not_possible', 'There is no way to pay to this number.')
  const now = clock()
  const settlesAt = new Date(now.getTime() + (course.isSlow ? SETTLES_AFTER_MS : 0))
  const { rowCount } = await pool.query(
    `insert into sandbox.payout
       (id, reference, token, amount, currency, webhook_url, asked_at, settles_at, outcome, reason, is_announced, told_status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (reference) do nothing`,
    [
      randomUUID(),
      reference,
      token,
      amount,
      currency,
      readUrl(body, 'webhook_url'),
      now,
      settlesAt,
      course.outcome,
      course.reason,
      !course.isSlow,
      course.isSilent ? 'silent' : null,
    ],
  )
  const payout = await findPayout(pool, reference)
  if (payout?.token !== token || payout.amount !== amount || payout.currency !== currency) {
    throw new Fault(409, 'reference_used', 'This reference is taken by another payout.')
  }
  return { payout, course, isNew: rowCount === 1 }
}

async function courseOf(pool: Pool, token: string): Promise<Course> {
  const { rows } = await pool.query<{ lastFour: string }>(
    'select last_four as "lastFour" from sandbox.destination where token = $1',
    [token],
  )
  if (!rows[0]) throw new Fault(422, 'token_unknown', 'The vault has no such token.')
  return COURSES[rows[0].lastFour] ?? PAID
}

/** Finds a payout by the wallet's reference. */
export async function findPayout(pool: Pool, reference: string): Promise<Payout | undefined> {
  if (!GRAMMAR.reference.test(reference)) return undefined
  const { rows } = await pool.query<Payout>(`select ${COLUMNS} from sandbox.payout where reference = $1`, [reference])
  return rows[0]
}

/** Notifies the wallet of pending payouts that have reached their result. */
export function announcePayouts(options: SandboxOptions): Promise<void> {
  return announceSettled<Payout>(options, {
    table: 'sandbox.payout',
    columns: COLUMNS,
    eventOf: (payout, now) => ({ type: 'payout.updated', payout: showPayout(payout, now) }),
  })
}

/** A payout as the vendor tells it. */
export function showPayout({ id, reference, currency, settlesAt, outcome, reason, ...payout }: Payout, now: Date) {
  const status = payout.toldStatus ?? (now >= settlesAt ? outcome : ('pending' as const))
  const state = { id, reference, status, amount: payout.toldAmount ?? payout.amount, currency }
  return status === 'failed' ? { ...state, reason: reason ?? 'returned' } : state
}
