import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { factSource, groupsOf, rowWriter } from '#server/db/batched'
import { movedBy, SENT } from './moved-lately.ts'

/** A person whom money is sent to, as their sender knows them. */
interface PersonTo {
  readonly phone: string
  /** Their wallet, where the sender may know that there is one. */
  readonly walletOf: string | undefined
  readonly isByCode: boolean
  /** They are found by their number, so that what came by it and by their codes is known to be for one person. */
  readonly isFoundByPhone: boolean
}

/** What a provider pays for us: a card or an address as its vault knows it, or a seller by their name. */
export interface ProviderTo {
  readonly provider: string
  readonly key: string
}

/** Who receives: nobody in particular is somebody new. */
export type Recipient = PersonTo | ProviderTo | 'nobody'

/** What a person has sent to a recipient before. */
export interface RecipientHistory {
  /** Since when a card, an address or a seller was first paid, or something first came to a person; nothing for whoever is new. */
  readonly knownSince: Date | undefined
  /** Of a person: what has gone to them in the last 24 hours, by currency. */
  readonly sent: readonly Money[]
}

interface Sending {
  readonly userId: string
  readonly recipient: Recipient
  readonly now: Date
}

/** The provider that sellers are known by, of those who are paid by a merchants provider: their own kind of recipients. */
export const providerOfSellers = (provider: string): string => `sellers ${provider}`

const LIST_KNOWN = {
  name: 'movement.list_known',
  text: `select first_used_at as "knownSince"
    from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as asked (user_id, provider, vault_key, place)
    left join known_recipient using (user_id, provider, vault_key)
    order by place`,
}
// Whoever is not found by their number is known by each way alone: else it would tell whose number it is.
const SAME_PERSON = `p2p.sender_id = asked.user_id and p2p.phone = asked.phone
        and (asked.is_found_by_phone or p2p.is_by_code = asked.is_by_code)`
const LIST_PEOPLE = {
  name: 'movement.list_people',
  text: `select place, known.created_at as "knownSince", sent.currency, sent.minor
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::boolean[], $5::boolean[], $6::timestamptz[]) with ordinality
      as asked (user_id, phone, wallet_of, is_by_code, is_found_by_phone, now, place)
    left join lateral (
      select p2p.created_at from p2p
      join operation on operation.id = p2p.operation_id and kind || ' ' || state = any($8)
      where ${SAME_PERSON} and (asked.wallet_of is null or p2p.recipient_id = asked.wallet_of)
      order by p2p.created_at
      limit 1
    ) as known on true
    left join lateral (
      select operation_leg.currency, -sum(operation_leg.amount_minor)::bigint as minor
      from p2p
      join operation on operation.id = p2p.operation_id and kind || ' ' || state = any($7)
      join only operation_leg on operation_leg.operation_id = p2p.operation_id and leg = 0
      where ${SAME_PERSON} and p2p.created_at > asked.now - interval '24 hours'
      group by operation_leg.currency
    ) as sent on true
    order by place`,
}

interface PersonRow {
  place: bigint
  knownSince: Date | null
  currency: Currency | null
  minor: bigint | null
}

const ARRIVED = movedBy(false, ['p2p'])
const NEW: RecipientHistory = { knownSince: undefined, sent: [] }

/** What somebody has sent to a recipient before. */
export const recipientHistoryOf = factSource(async (queryable, asked: readonly Sending[]): Promise<RecipientHistory[]> => {
  const histories = new Map<Sending, RecipientHistory>()
  const people = asked.flatMap((each) => (isPerson(each.recipient) ? [{ each, to: each.recipient }] : []))
  const known = asked.flatMap((each) => (isOfProvider(each.recipient) ? [{ each, to: each.recipient }] : []))
  const [ofPeople, ofKnown] = await Promise.all([
    people.length === 0
      ? []
      : queryable.list<PersonRow>(LIST_PEOPLE, [
          people.map(({ each }) => each.userId),
          people.map(({ to }) => to.phone),
          people.map(({ to }) => to.walletOf ?? null),
          people.map(({ to }) => to.isByCode),
          people.map(({ to }) => to.isFoundByPhone),
          people.map(({ each }) => each.now),
          SENT,
          ARRIVED,
        ]),
    known.length === 0
      ? []
      : queryable.list<{ knownSince: Date | null }>(LIST_KNOWN, [
          known.map(({ each }) => each.userId),
          known.map(({ to }) => to.provider),
          known.map(({ to }) => to.key),
        ]),
  ])
  for (const [place, rows] of groupsOf(ofPeople, ({ place }) => Number(place))) {
    const each = people[place - 1]?.each
    const sent = rows.flatMap(({ currency, minor }) => (currency && minor !== null ? [money(currency, minor)] : []))
    if (each) histories.set(each, { knownSince: rows[0]?.knownSince ?? undefined, sent })
  }
  known.forEach(({ each }, place) => {
    histories.set(each, { knownSince: ofKnown[place]?.knownSince ?? undefined, sent: [] })
  })
  return asked.map((each) => histories.get(each) ?? NEW)
})

const isPerson = (recipient: Recipient): recipient is PersonTo => typeof recipient !== 'string' && 'phone' in recipient
const isOfProvider = (recipient: Recipient): recipient is ProviderTo => typeof recipient !== 'string' && 'provider' in recipient

const KNOW = {
  name: 'movement.know_recipient',
  text: `insert into known_recipient (user_id, provider, vault_key, first_used_at)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[])
    on conflict do nothing`,
}

/** From when on somebody knows what a provider pays for us; people are known by what was sent to them. */
export const knownRecipientRow = rowWriter(
  KNOW,
  (rows: readonly (ProviderTo & { readonly userId: string; readonly now: Date })[]) => [
    rows.map(({ userId }) => userId),
    rows.map(({ provider }) => provider),
    rows.map(({ key }) => key),
    rows.map(({ now }) => now),
  ],
)
