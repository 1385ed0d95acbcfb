import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { SandboxOptions } from './options.ts'
import { answerOf, Fault, GRAMMAR, readField, readUrl, requireKey } from './vendor-api.ts'

/** The result of a check. */
export type CheckOutcome = 'approved' | 'aborted'

/** Why a check is aborted: by its person, or by whoever has looked at the documents. */
export type AbortCause = 'cancelled' | 'declined' | 'photo'

/** An identity check at the vendor. */
export interface Check {
  readonly id: string
  readonly reference: string
  /** The person to check, as given by the wallet. */
  readonly person: string
  readonly returnUrl: string
  readonly webhookUrl: string
  readonly language: string
  readonly expiresAt: Date
  readonly outcome: CheckOutcome | null
  /** For an aborted one: an AbortCause, or `expired`. */
  readonly reason: string | null
  /** When the documents were handed in, where somebody looks at them. */
  readonly submittedAt: Date | null
  /** What was said of it later (desk.ts), in the place of what it came to. */
  readonly toldStatus: CheckOutcome | 'silent' | null
}

const LIFETIME_MS = 24 * 3_600_000
const EXPIRED_BATCH = 50
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NAME = /^[^\p{Cc}]{0,200}$/u

const COLUMNS = `id, reference, person, return_url as "returnUrl", webhook_url as "webhookUrl", language,
  expires_at as "expiresAt", outcome, reason, submitted_at as "submittedAt", told_status as "toldStatus"`

/** The identity vendor's API for the wallet; the page for users is identity-page.ts. */
export function identityCheckRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  const onRequest = requireKey(options.secrets.apiKey)

  scope.post('/identity/api/checks', { onRequest }, async (request, reply) => {
    const check = await openCheck(options, request.body)
    const url = `${options.publicUrl}/sandbox/identity/${check.id}`
    return reply.code(201).send({ ...showCheck(check, options.clock()), url })
  })

  scope.get<{ Params: { id: string } }>('/identity/api/checks/:id', { onRequest }, async (request) => {
    const check = await findCheck(options.pool, request.params.id)
    if (!check) throw new Fault(404, 'not_found', 'There is no such check.')
    return answerOf(showCheck(check, options.clock()))
  })
}

async function openCheck({ pool, clock }: SandboxOptions, body: unknown): Promise<Check> {
  const reference = readField(body, 'reference', GRAMMAR.reference)
  const person = `${readField(body, 'first_name', NAME)} ${readField(body, 'last_name', NAME)}`.trim()
  const now = clock()
  const { rows } = await pool.query<Check>(
    `with opened as (
       insert into sandbox.identity_check
         (id, reference, person, return_url, webhook_url, language, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (reference) do update set reference = excluded.reference
       returning *)
     select ${COLUMNS} from opened`,
    [
      randomUUID(),
      reference,
      person,
      readUrl(body, 'return_url'),
      readUrl(body, 'webhook_url'),
      readField(body, 'language', GRAMMAR.language),
      now,
      new Date(now.getTime() + LIFETIME_MS),
    ],
  )
  const [check] = rows
  if (!check) throw new Error('A check is not where it was put')
  return check
}

/** Finds a check by the vendor's id. */
export async function findCheck(pool: Pool, unchecked: string): Promise<Check | undefined> {
  if (!UUID.test(unchecked)) return undefined
  const { rows } = await pool.query<Check>(`select ${COLUMNS} from sandbox.identity_check where id = $1`, [unchecked])
  return rows[0]
}

/** The state of a check at an instant, for its person: one that nobody finished within 24 hours is aborted. */
export function checkStatus(check: Check, now: Date): 'pending' | 'in_review' | CheckOutcome {
  const { outcome, expiresAt, submittedAt, toldStatus } = check
  if (toldStatus !== null && toldStatus !== 'silent') return toldStatus
  if (outcome) return outcome
  if (now >= expiresAt) return 'aborted'
  return submittedAt ? 'in_review' : 'pending'
}

/** The reason of a check that is aborted at an instant. */
export function abortReason({ reason, outcome, toldStatus }: Check): string | null {
  if (toldStatus === 'aborted') return 'declined'
  return outcome === null ? 'expired' : reason
}

/**
 * Decides an open check and queues the webhook, in one statement. The same decision again changes nothing; false when the
 * check has ended otherwise.
 */
export async function decideCheck(
  options: SandboxOptions,
  check: Check,
  decision: { readonly outcome: 'approved' } | { readonly outcome: 'aborted'; readonly reason: AbortCause },
): Promise<boolean> {
  const now = options.clock()
  const { outcome } = decision
  const reason = outcome === 'aborted' ? decision.reason : null
  if (now < check.expiresAt && (await conclude(options, check, { outcome, reason, at: now }))) return true
  const present = await findCheck(options.pool, check.id)
  return present !== undefined && checkStatus(present, now) === outcome
}

/** Hands the documents of an open check in: from then on it waits for whoever looks at them. False when it has ended. */
export async function submitCheck({ pool, clock }: SandboxOptions, check: Check): Promise<boolean> {
  const now = clock()
  const { rowCount } = await pool.query(
    `update sandbox.identity_check set submitted_at = coalesce(submitted_at, $2)
      where id = $1 and outcome is null and expires_at > $2`,
    [check.id, now],
  )
  return rowCount === 1
}

/** Ends the checks whose 24 hours are over and notifies the wallet. */
export async function expireChecks(options: SandboxOptions): Promise<void> {
  const { rows } = await options.pool.query<Check>(
    `select ${COLUMNS} from sandbox.identity_check where outcome is null and told_status is null and expires_at <= $1 order by expires_at limit $2`,
    [options.clock(), EXPIRED_BATCH],
  )
  for (const check of rows) await conclude(options, check, { outcome: 'aborted', reason: 'expired', at: check.expiresAt })
}

async function conclude(
  { pool, clock }: SandboxOptions,
  check: Check,
  { outcome, reason, at }: { outcome: CheckOutcome; reason: string | null; at: Date },
): Promise<boolean> {
  const now = clock()
  const event = {
    id: randomUUID(),
    type: 'identity.updated',
    created_at: now.toISOString(),
    check: showCheck({ ...check, outcome, reason }, now),
  }
  const { rowCount } = await pool.query(
    `with decided as (
       update sandbox.identity_check
          set outcome = $2, reason = $3, decided_at = $4
        where id = $1 and outcome is null and (told_status is null or told_status = 'silent')
       returning webhook_url, told_status)
     insert into sandbox.delivery (id, url, body, created_at, next_attempt_at)
     select $5, webhook_url, $6, $7, $7 from decided where told_status is null`,
    [check.id, outcome, reason, at, event.id, JSON.stringify(event), now],
  )
  return rowCount === 1
}

/** A check as the vendor tells it. */
export function showCheck(check: Check, now: Date) {
  const { id, reference } = check
  const status = check.toldStatus ?? checkStatus(check, now)
  const reason = abortReason(check)
  return status === 'aborted' && reason !== null ? { id, reference, status, reason } : { id, reference, status }
}
