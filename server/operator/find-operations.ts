import { validate } from 'uuid'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import { OperatorFault } from './fault.ts'

/** What an operation is looked for by; all that is given has to fit. */
export interface OperationFilter {
  /** Its id at the provider: of the top-up, the payout, the payment, or what came to requisites. */
  readonly providerId: string | undefined
  readonly userId: string | undefined
  /** The end of a card's number, four digits; and its beginning, where more is known. */
  readonly card: { readonly end: string; readonly begin: string } | undefined
  /** When it began. */
  readonly during: { readonly from: Date; readonly until: Date } | undefined
  /** What moved on an account, without its sign: with the fee or without. */
  readonly amount: Money | undefined
}

/** An operation in a list. */
export interface FoundOperation {
  readonly id: string
  readonly createdAt: Date
  readonly kind: string
  readonly state: string
  /** Of its first leg; nothing where its month is in the archive. */
  readonly amount: string | null
  readonly person: string | null
  readonly providerId: string | null
  readonly card: string | null
}

const AT_PROVIDER = `select operation_id as id from topup where external_id = $1
  union select operation_id from withdrawal where external_id = $1
  union select operation_id from payment where external_id = $1
  union select operation_id from incoming_payment where external_id = $1`

/** The others are looked for among what one of these finds by an index. */
const SOURCES = {
  providerId: { name: 'operator.find_operations_at_provider', text: AT_PROVIDER },
  card: {
    name: 'operator.find_operations_by_card',
    text: 'select operation_id as id from withdrawal where right(masked, 4) = $1',
  },
  userId: {
    name: 'operator.find_operations_of_user',
    text: 'select distinct operation_id as id from operation_leg where user_id = $1::uuid',
  },
  during: {
    name: 'operator.find_operations_of_time',
    text: 'select id from operation where created_at >= $2 and created_at < $3 and $1::text is not null',
  },
} as const

const statementOf = ({ name, text }: { readonly name: string; readonly text: string }) => ({
  name,
  text: `with found as materialized (${text})
    select operation.id, operation.kind, operation.state, operation.created_at, leg.currency, leg.amount_minor, phone, withdrawal.masked,
      coalesce(topup.external_id, withdrawal.external_id, payment.external_id, incoming_payment.external_id) as provider_id
    from found
    join operation on operation.id = found.id
    left join topup on topup.operation_id = operation.id
    left join withdrawal on withdrawal.operation_id = operation.id
    left join payment on payment.operation_id = operation.id
    left join incoming_payment on incoming_payment.operation_id = operation.id
    left join lateral (
      select currency, amount_minor, coalesce(phone, user_id::text) as phone
      from operation_leg left join wallet_user on wallet_user.id = user_id
      where operation_id = operation.id order by leg limit 1) as leg on true
    where ($2::timestamptz is null or operation.created_at >= $2) and ($3::timestamptz is null or operation.created_at < $3)
      and ($4::text is null or exists (
        select from operation_leg where operation_id = operation.id and currency = $4
          and $5::bigint in (abs(amount_minor), abs(amount_minor + fee_minor))))
      and ($6::text is null or masked like $6)
      and ($7::uuid is null or exists (select from operation_leg where operation_id = operation.id and user_id = $7))
    order by operation.created_at desc, operation.id desc
    limit $8`,
})
const BY = {
  providerId: statementOf(SOURCES.providerId),
  card: statementOf(SOURCES.card),
  userId: statementOf(SOURCES.userId),
  during: statementOf(SOURCES.during),
}

interface FoundRow {
  id: string
  kind: string
  state: string
  created_at: Date
  currency: Currency | null
  amount_minor: bigint | null
  phone: string | null
  masked: string | null
  provider_id: string | null
}

/** The newest operations that fit, so many at most. Refuses (OperatorFault) to go through all of them: an amount alone is not enough. */
export async function findOperations(queryable: Queryable, filter: OperationFilter, limit: number): Promise<FoundOperation[]> {
  const { providerId, userId, card, during, amount } = filter
  const main = (['providerId', 'card', 'userId', 'during'] as const).find((name) => filter[name] !== undefined)
  if (main === undefined) throw new OperatorFault('Say --provider-id, --card, --user or --day; an amount alone is not enough')
  const key = { providerId, card: card?.end, userId, during: 'day' }[main]
  const rows = await queryable.list<FoundRow>(BY[main], [
    key ?? null,
    during?.from ?? null,
    during?.until ?? null,
    amount?.currency ?? null,
    amount?.minor ?? null,
    card ? `${card.begin}%${card.end}` : null,
    userId ?? null,
    limit,
  ])
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    kind: row.kind,
    state: row.state,
    amount:
      row.currency === null || row.amount_minor === null
        ? null
        : `${toDecimal(money(row.currency, row.amount_minor))} ${row.currency}`,
    person: row.phone,
    providerId: row.provider_id,
    card: row.masked,
  }))
}

const BY_OWN_IDS = {
  name: 'operator.operation_by_own_ids',
  text: `select id from operation where id = $1
    union select operation_id from transfer where id = $1
    union select operation_id from payment where quote_id = $1
    union select operation_id from operator_case where id = $1 and operation_id is not null`,
}
const BY_PROVIDER_ID = { name: 'operator.operation_by_provider_id', text: AT_PROVIDER }

/**
 * The id of the operation that an id of any kind is of: its own, a transfer's, a quote's that was paid, a case's, or the provider's. Refuses
 * (OperatorFault) one that is none's, or that several providers have given.
 */
export async function operationIdOf(queryable: Queryable, unchecked: string): Promise<string> {
  // A leg of one, as a list shows it, has the id with a word behind it.
  const [id = ''] = unchecked.split('.')
  const own = validate(id) ? await queryable.list<{ id: string }>(BY_OWN_IDS, [id]) : []
  const found = own.length > 0 ? own : await queryable.list<{ id: string }>(BY_PROVIDER_ID, [unchecked])
  const [first, second] = found
  if (!first) throw new OperatorFault(`There is no operation "${unchecked}"`)
  if (second) throw new OperatorFault(`Several operations have that id: operations find --provider-id "${unchecked}"`)
  return first.id
}
