import { legTextsOf } from '#contract/operation-legs'
import { stateOf } from '#contract/operation-states'
import type { Currency } from '#money/currency'
import { add, compare, type Money, money } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import type { Period } from './period.ts'
import { convertedTo, type FindRate } from './sums.ts'

/** Who got money, as the legs of the user tell it: a person or a seller by name, a card or an address by its last characters. */
export interface Recipient {
  readonly kind: 'person' | 'seller' | 'card' | 'address'
  readonly name: string
}

/** What one recipient got in one currency, without a sign. */
interface PaidGroup {
  readonly recipient: Recipient
  readonly amount: Money
}

/** What recipients got, and whether every leg of the period was looked at. */
export interface Paid {
  readonly groups: readonly PaidGroup[]
  readonly isWhole: boolean
}

export interface Recipients {
  /** The greatest first. */
  readonly top: readonly (Recipient & { readonly amount: Money })[]
  /** What all others got. */
  readonly rest: Money
  /** Whether they are of the whole period, and not of its latest legs alone. */
  readonly isWhole: boolean
}

/** So many of the latest legs of a period are looked at, so that nobody waits for those of a person with a million. */
const LEGS_MAX = 1000
const TOP = 5

// One leg more tells that there are more. The account is asked for afterwards: whatever it is, no more legs are read than these.
const LATEST = {
  name: 'history.paid',
  text: `select kind, state, currency, amount_minor < 0 and ($4::uuid is null or account_id = $4) as is_paid,
      latest.details ->> 'person' as person, latest.details ->> 'seller' as seller, latest.details ->> 'last' as last,
      latest.details ->> 'destination' as destination, (-sum(amount_minor))::text as total_minor, count(*)::int as legs
    from (
      select operation_id, account_id, currency, amount_minor, details
      from operation_leg
      where user_id = $1 and created_at >= $2 and created_at < $3
      order by created_at desc, operation_id desc, leg desc
      limit $5
    ) as latest
    join operation on operation.id = latest.operation_id
    group by 1, 2, 3, 4, 5, 6, 7, 8`,
}

interface PaidRow {
  kind: string
  state: string
  currency: Currency
  is_paid: boolean
  person: string | null
  seller: string | null
  last: string | null
  destination: string | null
  total_minor: string
  legs: number
}

/** What went to recipients in complete operations of a period, by the latest thousand legs of the user in it. */
export async function listPaid(
  queryable: Queryable,
  { userId, period, accountId }: { readonly userId: string; readonly period: Period; readonly accountId?: string | undefined },
  legsMax = LEGS_MAX,
): Promise<Paid> {
  const rows = await queryable.list<PaidRow>(LATEST, [userId, period.from, period.to, accountId ?? null, legsMax + 1])
  const groups = rows.flatMap((row): PaidGroup[] => {
    if (!row.is_paid || stateOf(row.kind, row.state).apiState !== 'complete') return []
    const recipient = legTextsOf(row.kind, true).direction === 'out' ? recipientOf(row) : undefined
    return recipient ? [{ recipient, amount: money(row.currency, BigInt(row.total_minor)) }] : []
  })
  return { groups, isWhole: rows.reduce((sum, { legs }) => sum + legs, 0) <= legsMax }
}

/** The five who got most in one currency, and what the others got together. What has no rate is left out. */
export function topRecipients({ groups, isWhole }: Paid, currency: Currency, findRate: FindRate): Recipients {
  const sums = new Map<string, Recipient & { readonly amount: Money }>()
  for (const { recipient, amount } of groups) {
    const worth = convertedTo(currency, amount, findRate)
    if (!worth) continue
    const key = `${recipient.kind} ${recipient.name}`
    const known = sums.get(key)
    sums.set(key, { ...recipient, amount: known ? add(known.amount, worth) : worth })
  }
  const all = [...sums.values()].toSorted((one, other) => compare(other.amount, one.amount))
  return {
    top: all.slice(0, TOP),
    rest: all.slice(TOP).reduce((sum, { amount }) => add(sum, amount), money(currency, 0n)),
    isWhole,
  }
}

function recipientOf({ person, seller, last, destination }: PaidRow): Recipient | undefined {
  if (person !== null) return { kind: 'person', name: person }
  if (seller !== null) return { kind: 'seller', name: seller }
  if (last === null) return undefined
  return { kind: destination === 'address' ? 'address' : 'card', name: last }
}
