import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** A received webhook: the bytes of its body and its signature header, if there was one. */
export interface SignedWebhook {
  readonly rawBody: Buffer
  readonly signature: string | undefined
  readonly now: Date
}

const HEADER = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/
const WINDOW_SECONDS = 300

/**
 * Whether a webhook is authentic and fresh: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">` over the raw bytes, no more than
 * 300 s off in either direction. Several secrets are for rotation: the new one and, for a while, the old one.
 */
export function isSigned({ rawBody, signature, now }: SignedWebhook, secrets: readonly string[]): boolean {
  const [, seconds = '', given = ''] = HEADER.exec(signature ?? '') ?? []
  if (given === '' || Math.abs(now.getTime() - Number(seconds) * 1000) > WINDOW_SECONDS * 1000) return false
  // Every secret is tried, so that the timing does not reveal which one matched.
  const matches = secrets.map((secret) => {
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest()
    return timingSafeEqual(expected, Buffer.from(given, 'hex'))
  })
  return matches.includes(true)
}

/** The body of a signed webhook, parsed from the signed bytes; undefined when it is not signed or not JSON. */
export function readSigned(webhook: SignedWebhook, secrets: readonly string[]): unknown {
  if (!isSigned(webhook, secrets)) return undefined
  try {
    return JSON.parse(webhook.rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A provider's own event that we cannot make sense of: money may be in it, so somebody has to look. */
export class UnreadableEvent extends Error {}

/**
 * The event of a signed webhook; undefined when it is not signed or not JSON. Throws UnreadableEvent, with where it is not as agreed and
 * nothing of its content, when it is the provider's and not what `event` says.
 */
export function readEvent<Event>(
  event: v.GenericSchema<unknown, Event>,
  webhook: SignedWebhook,
  secrets: readonly string[],
): Event | undefined {
  const body = readSigned(webhook, secrets)
  if (body === undefined) return undefined
  const parsed = v.safeParse(event, body)
  if (parsed.success) return parsed.output
  const places = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'all of it')
  throw new UnreadableEvent(`A provider's event cannot be read: ${places.join(', ')}`)
}
