import type { OperationKind } from '#contract/history'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import type { Queryable } from '#server/db/pool'
import type { Operation } from '#server/ledger/posting'
import type { Period } from './period.ts'

/** A line of an account's statement; an exchange has two. */
export interface Line {
  readonly id: string
  readonly operationId: string
  readonly accountId: string
  readonly kind: Operation['kind']
  readonly state: Operation['state']
  /** Signed; a debit holds the fee in it. */
  readonly amount: Money
  readonly fee: Money
  readonly otherCurrency: Currency | undefined
  readonly details: Readonly<Record<string, string>>
  readonly createdAt: Date
}

export interface Page {
  readonly lines: readonly Line[]
  /** Where the next page begins; nothing at the end of the list. */
  readonly nextCursor: string | null
}

interface LineRow {
  id: string
  leg: number
  account_id: string
  kind: Operation['kind']
  state: Operation['state']
  currency: Currency
  amount_minor: bigint
  fee_minor: bigint
  other_currency: Currency | null
  details: Record<string, string>
  created_at: Date
}

// The credited side of an exchange stands above the debited one: both are told at the same instant, newest first. Period and place are
// always bounded, by infinity when they are open, so that every plan of this statement walks the index between them.
const LIST = {
  name: 'history.list',
  text: `select operation.id, leg, line.account_id, kind, state, line.currency, line.amount_minor, line.fee_minor,
      line.other_currency, details, created_at
    from operation
    cross join lateral (values
      (1, to_account_id, to_currency, to_amount_minor, 0::bigint, currency),
      (0, account_id, currency, amount_minor - fee_minor, fee_minor, to_currency)
    ) as line (leg, account_id, currency, amount_minor, fee_minor, other_currency)
    where user_id = $1
      and created_at >= $2 and created_at < $3
      and (created_at, operation.id) <= ($4::timestamptz, $5::uuid)
      and (created_at, operation.id, leg) < ($4::timestamptz, $5::uuid, $6::integer)
      and line.account_id is not null
      and ($7::uuid is null or line.account_id = $7)
      and ($8::text is null or kind = $8)
    order by created_at desc, operation.id desc, leg desc
    limit $9`,
}

/** A place in a statement, as it goes through the client and back. */
export interface Cursor {
  readonly createdAt: Date | 'infinity'
  readonly id: string
  readonly leg: number
}

/** Before every line: where a statement begins. */
const START: Cursor = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', leg: 2 }
const CURSOR = /^([0-9]{1,15})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([01])$/

/** Reads a cursor; nothing for a text that is none. */
export function parseCursor(unchecked: string): Cursor | undefined {
  const match = CURSOR.exec(Buffer.from(unchecked, 'base64url').toString('latin1'))
  return match ? { createdAt: new Date(Number(match[1])), id: match[2] ?? '', leg: Number(match[3]) } : undefined
}

/** Which lines of a statement: of one account or all, of one kind or all. */
export interface StatementPart {
  readonly userId: string
  readonly period: Period
  readonly accountId?: string | undefined
  readonly kind?: OperationKind | undefined
}

/** A page of a user's statement, newest first; without `limit` all of it. */
export async function listLines(
  queryable: Queryable,
  { userId, period, accountId, kind }: StatementPart,
  { cursor = START, limit }: { cursor?: Cursor | undefined; limit?: number | undefined },
): Promise<Page> {
  const rows = await queryable.list<LineRow>(LIST, [
    userId,
    period.from,
    period.to,
    cursor.createdAt,
    cursor.id,
    cursor.leg,
    accountId ?? null,
    kind ?? null,
    limit === undefined ? null : limit + 1,
  ])
  const shown = limit === undefined ? rows : rows.slice(0, limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return { lines: shown.map(asLine), nextCursor: last ? cursorOf(last) : null }
}

function cursorOf({ created_at, id, leg }: LineRow): string {
  return Buffer.from(`${created_at.getTime()}.${id}.${leg}`).toString('base64url')
}

function asLine(row: LineRow): Line {
  return {
    id: row.leg === 0 ? row.id : `${row.id}.to`,
    operationId: row.id,
    accountId: row.account_id,
    kind: row.kind,
    state: row.state,
    amount: money(row.currency, row.amount_minor),
    fee: money(row.currency, row.fee_minor),
    otherCurrency: row.other_currency ?? undefined,
    details: row.details,
    createdAt: row.created_at,
  }
}

/** The key and parameters of a line's description. */
export function describe(line: Line): { key: string; parameters: Record<string, string> } {
  switch (line.kind) {
    case 'topup':
      return { key: 'transaction.description.topup', parameters: {} }
    case 'exchange': {
      const [from, to] =
        line.amount.minor < 0n ? [line.amount.currency, line.otherCurrency] : [line.otherCurrency, line.amount.currency]
      return { key: 'transaction.description.exchange', parameters: { from: from ?? '', to: to ?? '' } }
    }
    case 'withdrawal':
      return {
        key: `transaction.description.withdrawal_${line.details.destination === 'address' ? 'address' : 'card'}`,
        parameters: { last: line.details.last ?? '' },
      }
  }
}

/** The wire form of a line's amounts. */
export function amountsOf({ amount, fee }: Line): { amount: string; fee: string } {
  return { amount: toDecimal(amount), fee: toDecimal(fee) }
}
