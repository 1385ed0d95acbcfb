import { validate } from 'uuid'
import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import type { Destination, VaultEntry } from '#server/providers/payouts/port'

/** A recipient of the user's earlier withdrawals: the provider's token, and what may be shown of it. */
export interface Recipient extends VaultEntry {
  /** Of the last withdrawal that went there. */
  readonly id: string
  readonly kind: Destination['kind']
  readonly lastUsedAt: Date
}

/** The same with what its owner calls it, and whether it is a favourite. */
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
// Paid withdrawals whose provider still knows the token.
const WENT_OUT = "operation.kind = 'withdrawal' and operation.state = 'complete' and provider = $2"

// A card gets a new token each time it is typed, so it is identified by the vault's fingerprint of its number; without one, by
// its token: a card may then be listed twice, but never replaced by another with the same mask. However much somebody has done since,
// only the latest of it is looked through, and favourites.
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
 * The last five recipients of a user's paid withdrawals, favourites first, then latest first, among the last two thousand lines of the
 * statement; pending and returned ones do not count, nor those taken out of the list and not paid since.
 */
export async function listRecipients(queryable: Queryable, userId: string, provider: string): Promise<ListedRecipient[]> {
  const rows = await queryable.list<ListedRow>(LIST, [userId, provider])
  return rows.map((row) => ({ ...asRecipient(row), ownName: row.own_name ?? undefined, isFavourite: row.is_favourite }))
}

/**
 * The recipient a user selected again, by the id it was listed with. Refuses recipient_unknown for one that is not this user's, and
 * a card where an address is required, or the other way round.
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
