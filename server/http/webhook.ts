import type { FastifyInstance } from 'fastify'
import { crashPoint } from '#server/db/crash-point'
import { ABSENT } from '#server/providers/absent'
import type { ProviderEvent } from './provider-event.ts'
import { Refusal } from './refusal.ts'
import { type Http, inTime } from './route.ts'
import { storableJson } from './storable.ts'

/** A provider's event after its signature was found right. */
export interface VerifiedEvent {
  readonly eventId: string
}

/** Where a provider's events arrive, and what is done with each, once. */
export interface Webhook<Event extends VerifiedEvent> {
  readonly path: string
  readonly provider: string
  readonly signatureHeader: string
  /** Nothing when the signature is not the provider's. */
  verify(webhook: { rawBody: Buffer; signature: string | undefined; now: Date }): Event | undefined
  /** Acts on an event, once, and keeps it in the transaction of what it does (provider-event.ts). */
  act(event: Event, kept: ProviderEvent, now: Date): Promise<void>
  /** What is kept of an event; its whole body when left out. For bodies with things in them that must not stay here. */
  keep?(event: Event): Readonly<Record<string, string>>
  /** The longest body taken, in bytes; as for every other request when left out. */
  readonly bodyLimit?: number
}

/**
 * Registers a provider's webhook: the raw body is verified (else 401 and nothing is done), the event is kept and acted on in one
 * transaction, and only then answered, so that a delivery that failed comes again and one that came again does nothing. A provider that
 * is not there has no webhook.
 */
export function webhook<Event extends VerifiedEvent>(
  app: FastifyInstance,
  http: Pick<Http, 'clock' | 'around' | 'answerTimeoutMs' | 'webhooksPerMinute'>,
  { path, provider, signatureHeader, verify, act, keep, bodyLimit }: Webhook<Event>,
): void {
  if (provider === ABSENT) return
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    // Counted apart from people: what one of them asks too often must not keep out what a provider tells from the same address.
    const config = { rateLimit: { max: http.webhooksPerMinute } }
    scope.post(path, { config, ...(bodyLimit !== undefined && { bodyLimit }) }, async (request, reply) => {
      const now = http.clock()
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers[signatureHeader]
      const event = verify({ rawBody, signature: typeof signature === 'string' ? signature : undefined, now })
      if (!event) throw new Refusal({ code: 'INVALID_TOKEN' })
      const body = keep ? JSON.stringify(keep(event)) : storableJson(rawBody)
      const kept = { provider, eventId: event.eventId, receivedAt: now, body }
      await inTime(http, request, reply, (deadline) => http.around(request, deadline, () => act(event, kept, now)))
      crashPoint('webhook.committed')
      return { status: 'ok' }
    })
  })
}
