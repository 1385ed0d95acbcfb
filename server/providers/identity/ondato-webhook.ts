import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { IdentityEvent } from './port.ts'

/** How Ondato proves that a webhook is its own: a name and password, or an HMAC over instant and raw body. */
export type OndatoProof =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'hmac'; readonly secret: string }

interface UncheckedWebhook {
  readonly rawBody: Buffer
  readonly signature: string | undefined
  readonly now: Date
}

const SIGNATURE = /^t=([0-9]{10}),\s*s=([0-9a-f]{64})$/i
// It delivers for up to a day under the first signature; what is concluded from an event is asked for anew, so age does no harm.
const AGE_SECONDS_MAX = 25 * 3600
const EARLY_SECONDS_MAX = 300

const event = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  type: v.pipe(v.string(), v.minLength(1)),
  payload: v.object({ id: v.nullish(v.string()), identityVerificationId: v.nullish(v.string()) }),
})

/** The header in which the proof comes, lower case. */
export function ondatoHeader(proof: OndatoProof): string {
  return proof.kind === 'basic' ? 'authorization' : 'ondato-signature'
}

/**
 * Reads a webhook of Ondato's; nothing when it is not proven or no event. Events of a session name it in the payload's id, those of an
 * identification in `identityVerificationId`; all others concern nobody here.
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
  // Of equal length whatever was sent, so that the time tells nothing.
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
