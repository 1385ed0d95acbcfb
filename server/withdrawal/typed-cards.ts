import { deleteOldRows } from '#server/db/delete-old'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { Refusal, refusedAs } from '#server/http/refusal'
import { type IdempotencyKey, recordKeysOf } from '#server/idempotency/key'
import type { PayoutProvider, TypedCard } from '#server/providers/payouts/port'
import { isUsable } from './rules.ts'

interface TypedCardDeps {
  readonly database: Database
  readonly payouts: PayoutProvider
}

interface AskedCard {
  readonly token: string
  readonly userId: string
  readonly idempotencyKey: IdempotencyKey
  readonly now: Date
}

const INVALID = { code: 'card_token_invalid', field: 'card_token' } as const

const IS_TAKEN = {
  name: 'typed_card.is_taken',
  text: `select exists (
      select from typed_card_use where provider = $1 and token = $2 and used_by <> all($3::uuid[])
    ) as is_taken`,
}

/**
 * The card behind a token of the provider's card field, as the provider describes it. Refuses card_token_invalid for a token that the provider
 * does not know, that belongs to another person, has expired, or was used by another request.
 */
export async function getTypedCard(
  { database, payouts }: TypedCardDeps,
  { token, userId, idempotencyKey, now }: AskedCard,
): Promise<TypedCard> {
  const card = await refusedAs(INVALID, Promise.resolve(payouts.cardField?.find(token)))
  const used = await database.find<{ is_taken: boolean }>(IS_TAKEN, [payouts.name, token, keysOf(idempotencyKey)])
  if (!isUsable(card, userId, now) || used?.is_taken !== false) throw invalid()
  return card
}

const CLAIM = {
  name: 'typed_card.claim',
  text: `insert into typed_card_use (provider, token, used_by, usable_until)
    values ($1, $2, $3, $4)
    on conflict (provider, token) do update set used_by = typed_card_use.used_by where typed_card_use.used_by = any($5::uuid[])`,
}

interface Claim {
  readonly provider: string
  readonly token: string
  readonly usableUntil: Date
  readonly idempotencyKey: IdempotencyKey
}

/** Claims a token for one request, which may be sent again. Refuses card_token_invalid when another request has claimed the token. */
export async function claimTypedCard(
  queryable: Queryable,
  { provider, token, usableUntil, idempotencyKey }: Claim,
): Promise<void> {
  const claimed = await queryable.run(CLAIM, [provider, token, idempotencyKey.key, usableUntil, keysOf(idempotencyKey)])
  if (claimed === 0) throw invalid()
}

/** Deletes the uses of tokens that have expired. */
export async function deleteOldTypedCards(queryable: Queryable, now: Date): Promise<void> {
  await deleteOldRows(queryable, 'typed_card_use', 'usable_until', now)
}

const keysOf = (idempotencyKey: IdempotencyKey): string[] => recordKeysOf(idempotencyKey).map(({ key }) => key)

const invalid = (): Refusal => new Refusal(INVALID)
