import { validate } from 'uuid'
import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import type { Destination, VaultEntry } from '#server/providers/payouts/port'

/** A recipient of a person's earlier withdrawals: the provider's token, and the mask that may be shown. */
export interface Recipient extends VaultEntry {
  /** The id of the last withdrawal to this recipient. */
  readonly id: string
  readonly kind: Destination['kind']
  readonly lastUsedAt: Date
}

/** A recipient with the person's own name for it, and whether it is a favourite. */
export interface ListedRecipient extends Recipient {
  readonly ownName: string | undefined
  readonly isFavourite: boolean
}

interface RecipientRow {
  id: string
  kind: Destination['kind']
  token: string
  masked: string
  fingerprint: string | null
  created_at: Date
}

interface ListedRow extends RecipientRow {
  own_name: string | null
  is_favourite: boolean
}

const COLUMNS = `operation.id, operation_leg.details ->> 'destination' as kind, token, masked, fingerprint, operation_leg.created_at`
const JOINED = `join operation on operation.id = operation_leg.operation_id
    join withdrawal on withdrawal.operation_id = operation.id`
// Paid withdrawals whose provider knows the token.
const WENT_OUT = "operation.kind = 'withdrawal' and operation.state = 'complete' and provider = $2"

// A card gets a new token each time it is typed, so the vault's fingerprint of its number identifies it. Without a fingerprint its token does:
// the card may then be listed twice, but never be replaced by another with the same mask. To bound the work, only the latest lines of the
// statement and the favourites are searched.
const LIST = {
  name: 'recipient.list',
  text: `select latest.id, kind, token, masked, fingerprint, created_at, own_name, coalesce(is_favourite, false) as is_favourite
    from (
      select distinct on (kind, fingerprint, case when fingerprint is null then token end) *
      from (
        select ${COLUMNS}
        from (
          (
            select operation_id, details, created_at
            from operation_leg
            where user_id = $1
            order by created_at desc, operation_id desc, leg desc
            limit 2000
          )
          union
          (
            select recipient.operation_id, details, created_at
            from recipient
            cross join lateral (
              select user_id as owner_id, details, created_at
              from operation_leg
              where operation_leg.operation_id = recipient.operation_id and leg = 0
              limit 1
            ) as marked
            where user_id = $1 and owner_id = $1 and is_favourite
          )
        ) as operation_leg
        ${JOINED}
        where ${WENT_OUT}
      ) as went
      order by kind, fingerprint, case when fingerprint is null then token end, created_at desc, id desc
    ) as latest
    left join recipient on recipient.user_id = $1 and recipient.provider = $2 and recipient_key = coalesce(fingerprint, token)
    where removed_at is null or created_at > removed_at
    order by coalesce(is_favourite, false) desc, created_at desc, id desc
    limit 5`,
}
const FIND = {
  name: 'recipient.find',
  text: `select ${COLUMNS} from operation_leg ${JOINED} where user_id = $1 and ${WENT_OUT} and operation.id = $3`,
}

/**
 * The last five recipients of a person's paid withdrawals, favourites first, then the latest, from the last two thousand lines of the statement.
 * Pending and returned withdrawals do not count, nor do recipients that were removed from the list and not paid since.
 */
export async function listRecipients(queryable: Queryable, userId: string, provider: string): Promise<ListedRecipient[]> {
  const rows = await queryable.list<ListedRow>(LIST, [userId, provider])
  return rows.map((row) => ({ ...asRecipient(row), ownName: row.own_name ?? undefined, isFavourite: row.is_favourite }))
}

/**
 * The recipient that a person selects again, by its listed id. Refuses recipient_unknown for another person's recipient, and invalid_field for a
 * card when an address is required, or the other way round.
 */
export async function getRecipient(
  queryable: Queryable,
  { id, mustBe, userId, provider }: { id: string; mustBe: Destination['kind']; userId: string; provider: string },
): Promise<Recipient> {
  const row = validate(id) ? await queryable.find<RecipientRow>(FIND, [userId, provider, id]) : undefined
  if (!row) throw new Refusal({ code: 'recipient_unknown', field: 'recipient_id' })
  if (row.kind !== mustBe) throw new Refusal({ code: 'invalid_field', field: 'recipient_id' })
  return asRecipient(row)
}

function asRecipient({ id, kind, token, masked, fingerprint, created_at }: RecipientRow): Recipient {
  return { id, kind, token, masked, fingerprint: fingerprint ?? undefined, lastUsedAt: created_at }
}
