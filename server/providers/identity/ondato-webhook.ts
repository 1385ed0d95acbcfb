import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { IdentityEvent } from './port.ts'

/** How Ondato authenticates a webhook: HTTP Basic, or an HMAC over timestamp and raw body. */
export type OndatoProof =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'hmac'; readonly secret: string }

interface UncheckedWebhook {
  readonly rawBody: Buffer
  readonly signature: string | undefined
  readonly now: Date
}

const SIGNATURE = /^t=([0-9]{10}),\s*s=([0-9a-f]{64})$/i
// Deliveries are retried for up to a day under the first signature; an event only triggers a poll, so its age does no harm.
const AGE_SECONDS_MAX = 25 * 3600
const EARLY_SECONDS_MAX = 300

const event = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  type: v.pipe(v.string(), v.minLength(1)),
  payload: v.object({ id: v.nullish(v.string()), identityVerificationId: v.nullish(v.string()) }),
})

/** The header that authenticates it, lower case. */
export function ondatoHeader(proof: OndatoProof): string {
  return proof.kind === 'basic' ? 'authorization' : 'ondato-signature'
}

/**
 * Parses a webhook of Ondato's; undefined when it is not authenticated or not an event. Session events have the session's id as the
 * payload's id, identification events in `identityVerificationId`; all others are ignored.
 */
export function readOndatoWebhook(webhook: UncheckedWebhook, proof: OndatoProof): IdentityEvent | undefined {
  const isProven = proof.kind === 'basic' ? isNamed(webhook, proof) : isSigned(webhook, proof)
  const parsed = v.safeParse(event, isProven ? parseJson(webhook.rawBody) : undefined)
  if (!parsed.success) return undefined
  const { id, type, payload } = parsed.output
  const session = /^(IdentityVerification|Idv)\./.test(type) ? payload.id : payload.identityVerificationId
  return { eventId: id, kind: type, externalId: session?.toLowerCase() }
}

function isNamed({ signature }: UncheckedWebhook, { user, password }: { user: string; password: string }): boolean {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  // Of equal length whatever was sent, for a constant-time comparison.
  return timingSafeEqual(digest(signature ?? ''), digest(expected))
}

function isSigned({ rawBody, signature, now }: UncheckedWebhook, { secret }: { secret: string }): boolean {
  const [, seconds = '', given = ''] = SIGNATURE.exec(signature ?? '') ?? []
  const ageSeconds = now.getTime() / 1000 - Number(seconds)
  if (given === '' || ageSeconds > AGE_SECONDS_MAX || ageSeconds < -EARLY_SECONDS_MAX) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
