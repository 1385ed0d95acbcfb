import type { ApiState, Direction, RepeatForm } from '#contract/operation-kind'
import { listOperationKinds, type OperationKind } from '#contract/operation-kinds'
import { legTextsOf, textFor } from '#contract/operation-legs'
import { isLegInBalance, stateOf } from '#contract/operation-states'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { type Money, money } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import type { TextKey } from '#texts/texts'
import type { Period } from './period.ts'

/** A line of an account's statement: a leg of an operation as its person reads it. An exchange has two. */
export interface Line {
  readonly id: string
  readonly operationId: string
  /** Its place among the legs of the operation. */
  readonly leg: number
  readonly accountId: string
  readonly kind: string
  readonly state: ApiState
  readonly status: TextKey
  /** Signed; a debit holds the fee in it. */
  readonly amount: Money
  readonly fee: Money
  readonly direction: Direction
  /** Whether the amount is in the balance of the account now. */
  readonly isInBalance: boolean
  readonly repeat: RepeatForm | null
  readonly description: { readonly key: TextKey; readonly parameters: Readonly<Record<string, string>> }
  /** What the sender of a transfer has written. */
  readonly note: string | undefined
  readonly createdAt: Date
}

export interface Page {
  readonly lines: readonly Line[]
  /** Where the next page begins; nothing at the end of the list. */
  readonly nextCursor: string | null
}

/** A leg with its operation, as statements read it. */
export interface LineRow {
  operation_id: string
  leg: number
  account_id: string
  kind: string
  state: string
  currency: Currency
  amount_minor: bigint
  fee_minor: bigint
  details: Record<string, string>
  created_at: Date
}

// The credited side of an exchange stands above the debited one: both are told at the same instant, newest first. Period and place are
// always bounded, by infinity when they are open, so that every plan of this statement walks the index between them.
const LIST = {
  name: 'history.list',
  text: `select operation_id, leg, account_id, kind, state, currency, amount_minor, fee_minor, operation_leg.details,
      operation_leg.created_at
    from operation_leg
    join operation on operation.id = operation_leg.operation_id
    where user_id = $1
      and operation_leg.created_at >= $2 and operation_leg.created_at < $3
      and (operation_leg.created_at, operation_id, leg) < ($4::timestamptz, $5::uuid, $6::smallint)
      and ($7::uuid is null or account_id = $7)
      and ($8::text[] is null or kind || case when amount_minor <= 0 then ' out' else ' in' end = any($8))
    order by operation_leg.created_at desc, operation_id desc, leg desc
    limit $9`,
}

/** A place in a statement, as it goes through the client and back. */
export interface Cursor {
  readonly createdAt: Date | 'infinity'
  readonly id: string
  readonly leg: number
}

/** Before every line: where a statement begins. */
const START: Cursor = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', leg: 32_767 }
const CURSOR = /^([0-9]{1,15})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([0-9]{1,4})$/

/** Reads a cursor; nothing for a text that is none. */
export function parseCursor(unchecked: string): Cursor | undefined {
  const match = CURSOR.exec(Buffer.from(unchecked, 'base64url').toString('latin1'))
  return match ? { createdAt: new Date(Number(match[1])), id: match[2] ?? '', leg: Number(match[3]) } : undefined
}

/** Which lines of a statement: of one account or all; of one kind of operation, of one category of the statistics, or all. */
export interface StatementPart {
  readonly userId: string
  readonly period: Period
  readonly accountId?: string | undefined
  readonly kind?: OperationKind | undefined
  /** Nothing is of a category that there is not. */
  readonly category?: string | undefined
}

/** A page of a user's statement, newest first. */
export async function listLines(
  queryable: Queryable,
  { userId, period, accountId, kind, category }: StatementPart,
  { cursor = START, limit }: { cursor?: Cursor | undefined; limit: number },
): Promise<Page> {
  const rows = await queryable.list<LineRow>(LIST, [
    userId,
    period.from,
    period.to,
    cursor.createdAt,
    cursor.id,
    cursor.leg,
    accountId ?? null,
    kind || category ? sidesOf(kind, category) : null,
    limit + 1,
  ])
  const lines = rows.slice(0, limit).map(asLine)
  const last = rows.length > lines.length ? lines.at(-1) : undefined
  return { lines, nextCursor: last ? cursorOf(last) : null }
}

/**
 * A page and all that follow it, each read when it is asked for. No snapshot is held between them, and none is needed: a line neither moves
 * nor goes away, and what is new stands before the first page. So each line that was there at the beginning comes once, in the state in
 * which its page found it.
 */
export async function* pagesFrom(first: Page, read: (cursor: Cursor) => Promise<Page>): AsyncGenerator<Page> {
  let page = first
  yield page
  for (let cursor = placeAfter(page); cursor; cursor = placeAfter(page)) {
    page = await read(cursor)
    yield page
  }
}

function placeAfter({ nextCursor }: Page): Cursor | undefined {
  return nextCursor === null ? undefined : parseCursor(nextCursor)
}

/** The kinds with the ways of their money that are asked for, as the statement spells them. */
function sidesOf(kind: OperationKind | undefined, category: string | undefined): string[] {
  return listOperationKinds().flatMap(([known, { legs }]) => {
    const isAsked = (direction: Direction): boolean =>
      legs[direction] !== undefined && (legs[direction].category === category || !category)
    if (kind && kind !== known) return []
    return (['in', 'out'] as const).flatMap((way) => (isAsked(way) || isAsked('own') ? [`${known} ${way}`] : []))
  })
}

/** Where the page after a line begins. */
export function cursorOf({ createdAt, operationId, leg }: Line): string {
  return Buffer.from(`${createdAt.getTime()}.${operationId}.${leg}`).toString('base64url')
}

/** The line of a leg. */
export function asLine(row: LineRow): Line {
  const { kind, details } = row
  const isOut = row.amount_minor <= 0n
  const found = stateOf(kind, row.state)
  const { apiState, status } = found
  const { direction, description, repeat } = legTextsOf(kind, isOut)
  return {
    // Lines of one operation need ids of their own: its first leg has the operation's.
    id: row.leg === 0 ? row.operation_id : `${row.operation_id}.${row.leg === 1 ? 'to' : row.leg}`,
    operationId: row.operation_id,
    leg: row.leg,
    accountId: row.account_id,
    kind,
    state: apiState,
    status,
    amount: money(row.currency, row.amount_minor),
    fee: money(row.currency, row.fee_minor),
    direction,
    isInBalance: isLegInBalance(found, isOut),
    repeat,
    description: { key: textFor(description, details), parameters: details },
    note: details.message,
    createdAt: row.created_at,
  }
}

/** The wire form of a line's amounts. */
export function wireAmounts({ amount, fee }: Line): { amount: string; fee: string } {
  return { amount: toDecimal(amount), fee: toDecimal(fee) }
}
