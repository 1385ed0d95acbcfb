import { rowWriter } from '#server/db/batched'
import { deleteOldRows } from '#server/db/delete-old'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { type IdempotencyKey, ownIdempotencyKey } from '#server/idempotency/key'

/** A provider's event as it is kept. */
export interface ProviderEvent {
  readonly provider: string
  /** Unique at the provider. */
  readonly eventId: string
  readonly receivedAt: Date
  /** JSON, as it came or what of it may stay here. */
  readonly body: string
}

const KEEP = {
  name: 'provider_event.keep',
  text: `insert into provider_event (provider, event_id, received_at, body)
    select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::jsonb[])
    on conflict do nothing`,
}

const columnsOf = (events: readonly ProviderEvent[]) => [
  events.map(({ provider }) => provider),
  events.map(({ eventId }) => eventId),
  events.map(({ receivedAt }) => receivedAt),
  events.map(({ body }) => body),
]

/** The row of an event, to be written with what it leads to. */
export const eventRow = rowWriter(KEEP, columnsOf)

/** Marks an event as seen, in the transaction of what it leads to; false when it was seen before. */
export async function seeEvent(tx: Transaction, event: ProviderEvent): Promise<boolean> {
  return (await tx.run(KEEP, columnsOf([event]))) === 1
}

/** The key of what an event leads to, however often it is delivered. */
export function keyOfEvent({ provider, eventId }: ProviderEvent): IdempotencyKey {
  return ownIdempotencyKey('provider_event', provider, eventId)
}

// Longer than a payment can be disputed. One that came again after it would find its operation ended.
const KEPT_MS = 400 * 86_400_000

/** Deletes the events that are too old to be of use. */
export async function deleteOldEvents(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'provider_event', 'received_at', new Date(now.getTime() - KEPT_MS))
}
