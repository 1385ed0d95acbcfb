import { validate } from 'uuid'
import type { Queryable } from '#server/db/queryable'
import type { SentTo } from './rules.ts'

/**
 * How a recipient is known: a person by their number, or, where they have shown a code and are not found by their number, by their wallet,
 * which says nothing of it; a card or an address by what the provider's vault gives.
 */
export interface RecipientKey {
  /** Empty for a person. */
  readonly provider: string
  readonly key: string
}

// Whatever was named or is a favourite is found however much was sent since; of all else only the latest is looked through. Whether a
// payout went out is said by its operation, a transfer counts as soon as it was sent. With a limit of one, a row is looked up by its key: a
// plan made while there were few would read all of a person's.
const PERSON_KEY = `case
      when is_by_code and not (select found_by_phone from wallet_user where wallet_user.id = p2p.recipient_id) then p2p.recipient_id::text
      else p2p.phone
    end`
const toPeople = (latest: number): string => `
        select sent.operation_id as id, 'person' as kind, '' as provider, sent.recipient_key,
          coalesce(details ->> 'person', '') as shown, currency, sent.created_at
        from (
          (
            select operation_id, ${PERSON_KEY} as recipient_key, created_at
            from p2p where sender_id = $1 order by created_at desc limit ${latest}
          )
          union
          (
            select recipient.operation_id, marked.recipient_key, marked.created_at
            from recipient
            cross join lateral (
              select ${PERSON_KEY} as recipient_key, sender_id, created_at
              from p2p where p2p.operation_id = recipient.operation_id limit 1
            ) as marked
            where user_id = $1 and sender_id = $1
          )
        ) as sent
        cross join lateral (
          select details, currency from operation_leg where operation_leg.operation_id = sent.operation_id and leg = 0 limit 1
        ) as leg`
const TO_CARDS_AND_ADDRESSES = `
        select operation.id, line.details ->> 'destination', provider, coalesce(fingerprint, token), masked, currency, line.created_at
        from (
          (
            select operation_id, details, currency, created_at
            from operation_leg
            where user_id = $1
            order by created_at desc, operation_id desc, leg desc
            limit 2000
          )
          union
          (
            select recipient.operation_id, details, currency, created_at
            from recipient
            cross join lateral (
              select user_id as owner_id, details, currency, created_at
              from operation_leg
              where operation_leg.operation_id = recipient.operation_id and leg = 0
              limit 1
            ) as marked
            where user_id = $1 and owner_id = $1
          )
        ) as line
        join operation on operation.id = line.operation_id
        join withdrawal on withdrawal.operation_id = operation.id
        where operation.kind = 'withdrawal' and operation.state = 'complete' and provider = $2`
const latestOf = (went: string): string => `
    select latest.id, latest.kind, latest.shown, latest.currency as "currencyCode", latest.created_at as "lastUsedAt",
      latest.provider, latest.recipient_key as key, recipient.own_name as "ownName",
      coalesce(recipient.is_favourite, false) as "isFavourite"
    from (
      select distinct on (provider, recipient_key) *
      from (${went}
      ) as went
      order by provider, recipient_key, created_at desc, id desc
    ) as latest
    left join recipient on recipient.user_id = $1 and recipient.provider = latest.provider
      and recipient.recipient_key = latest.recipient_key
    where removed_at is null or latest.created_at > removed_at`
const LIST = { name: 'recipients.list', text: latestOf(`${toPeople(2000)}\n        union all${TO_CARDS_AND_ADDRESSES}`) }
const LIST_PEOPLE = { name: 'recipients.list_people', text: latestOf(toPeople(500)) }

/** All whom somebody has sent to, in no order, without those taken out and not sent to since; of cards and addresses those of a provider. */
export function listSentTo(queryable: Queryable, userId: string, provider: string): Promise<(SentTo & RecipientKey)[]> {
  return queryable.list<SentTo & RecipientKey>(LIST, [userId, provider])
}

/** The people among them, of fewer transfers: for a form, where the latest and the favourites are enough. */
export function listPeopleSentTo(queryable: Queryable, userId: string): Promise<SentTo[]> {
  return queryable.list<SentTo>(LIST_PEOPLE, [userId])
}

const FIND = {
  name: 'recipients.find',
  text: `select '' as provider, ${PERSON_KEY} as key from p2p where operation_id = $2 and sender_id = $1
    union all
    select provider, coalesce(fingerprint, token)
    from operation_leg
    join operation on operation.id = operation_leg.operation_id
    join withdrawal on withdrawal.operation_id = operation.id
    where operation_leg.operation_id = $2 and user_id = $1 and operation.kind = 'withdrawal' and operation.state = 'complete'
      and provider = $3`,
}

/** Where an operation of somebody went; nothing for one that is not theirs, or has not gone out. */
export async function findRecipientKey(
  queryable: Queryable,
  { userId, operationId, provider }: { readonly userId: string; readonly operationId: string; readonly provider: string },
): Promise<RecipientKey | undefined> {
  return validate(operationId) ? queryable.find<RecipientKey>(FIND, [userId, operationId, provider]) : undefined
}

/** A recipient of somebody, by an operation that went there. */
export interface OwnRecipient extends RecipientKey {
  readonly userId: string
  readonly operationId: string
}

const SAVE = {
  name: 'recipients.save',
  text: `insert into recipient (user_id, provider, recipient_key, operation_id, own_name, is_favourite)
    values ($1, $2, $3, $4, $6, coalesce($7, false))
    on conflict (user_id, provider, recipient_key) do update
    set operation_id = excluded.operation_id, removed_at = null,
      own_name = case when $5 then excluded.own_name else recipient.own_name end,
      is_favourite = coalesce($7, recipient.is_favourite)`,
}

/** Keeps what somebody calls a recipient (null: nothing of their own) and whether it is a favourite; what is left out stays. */
export async function saveMark(
  queryable: Queryable,
  { userId, provider, key, operationId }: OwnRecipient,
  { ownName, isFavourite }: { readonly ownName: string | null | undefined; readonly isFavourite: boolean | undefined },
): Promise<void> {
  const name = [ownName !== undefined, ownName ?? null]
  await queryable.run(SAVE, [userId, provider, key, operationId, ...name, isFavourite ?? null])
}

const REMOVE = {
  name: 'recipients.remove',
  text: `insert into recipient (user_id, provider, recipient_key, operation_id, removed_at) values ($1, $2, $3, $4, $5)
    on conflict (user_id, provider, recipient_key) do update set own_name = null, is_favourite = false, removed_at = excluded.removed_at`,
}

/** Takes a recipient out of somebody's list, and forgets its name. */
export async function removeMark(
  queryable: Queryable,
  { userId, provider, key, operationId }: OwnRecipient,
  now: Date,
): Promise<void> {
  await queryable.run(REMOVE, [userId, provider, key, operationId, now])
}
