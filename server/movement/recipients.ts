import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import { factSource, groupsOf, rowWriter } from '#server/db/batched'
import { movedBy, SENT } from './moved-lately.ts'

/** A person who receives money, as the sender knows them. */
interface PersonTo {
  readonly phone: string
  /** The owner of the wallet under that number, if the sender may know that there is one. */
  readonly walletOf: string | undefined
  readonly isByCode: boolean
  /** Whether the person is found by their number: then money sent by number and by code is known to go to one person. */
  readonly isFoundByPhone: boolean
}

/** A recipient whom a provider pays for us: a card or an address by its key in the vault, or a seller by name. */
export interface ProviderTo {
  readonly provider: string
  readonly key: string
}

/** A recipient; `nobody` stands for any recipient who is new. */
export type Recipient = PersonTo | ProviderTo | 'nobody'

/** The earlier movements from a person to a recipient. */
export interface RecipientHistory {
  /** When a card, an address or a seller was first paid, or a person first received something; undefined for a new recipient. */
  readonly knownSince: Date | undefined
  /** For a person: the amounts sent to them in the last 24 hours, by currency. */
  readonly sent: readonly Money[]
}

interface Sending {
  readonly userId: string
  readonly recipient: Recipient
  readonly now: Date
}

/** The provider name under which the sellers of a merchants provider are recorded, apart from cards and addresses. */
export const providerOfSellers = (provider: string): string => `sellers ${provider}`

const LIST_KNOWN = {
  name: 'movement.list_known',
  text: `select first_used_at as "knownSince"
    from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as asked (user_id, provider, vault_key, place)
    left join known_recipient using (user_id, provider, vault_key)
    order by place`,
}
// A person who is not found by their number is known by number and by code apart: together they would tell whose number it is.
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

/** The earlier movements from a person to a recipient, as a fact. */
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

/** Records when a person first paid a recipient through a provider; people need no row, as the transfers to them are known. */
export const knownRecipientRow = rowWriter(
  KNOW,
  (rows: readonly (ProviderTo & { readonly userId: string; readonly now: Date })[]) => [
    rows.map(({ userId }) => userId),
    rows.map(({ provider }) => provider),
    rows.map(({ key }) => key),
    rows.map(({ now }) => now),
  ],
)
