import { isLegInBalance, stateOf } from '#contract/operation-states'
import type { Currency } from '#money/currency'
import { add, type Money, money } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import { asLine, type Cursor, type Line, type LineRow } from './history.ts'
import type { Period } from './period.ts'

/** An account whose statement is made. */
export interface StatedAccount {
  readonly id: string
  readonly currency: Currency
  readonly openedAt: Date
}

/** What a statement is of: an account, from an instant on and before another, both of which have passed or are about to. */
export interface StatementOf {
  readonly userId: string
  readonly account: StatedAccount
  readonly from: Date
  readonly to: Date
}

/** A line of a statement with what was on the account after it. */
export interface StatedLine {
  readonly line: Line
  readonly balance: Money
}

/** What a statement adds up to: opening + came + went = closing. `went` is negative, the fees in it. */
export interface StatementSums {
  readonly opening: Money
  readonly came: Money
  readonly went: Money
  readonly fees: Money
  readonly closing: Money
}

/** A part of a statement: lines, the oldest first, and the sums with all lines so far. */
export interface StatementPart {
  readonly lines: readonly StatedLine[]
  readonly sums: StatementSums
}

// Of all accounts of the person, so that each look is at so many however they are spread; what is drawn of them takes some milliseconds.
const LINES_AT_ONCE = 100
const BEGINNING: Pick<Cursor, 'id' | 'leg'> = { id: '00000000-0000-0000-0000-000000000000', leg: -1 }

const FIND_ACCOUNT = {
  name: 'history.find_account',
  text: 'select id, currency, opened_at from account where id = $1 and user_id = $2',
}
// Whole days are kept as totals; of the day that is cut the legs are added up.
const BALANCE_AT = {
  name: 'history.balance_at',
  text: `select kind, state, is_out, sum(amount_minor)::text as total_minor
    from (
      select kind, state, is_out, amount_minor
      from daily_total
      where account_id = $2 and day < ($3::timestamptz at time zone 'UTC')::date
      union all
      select kind, state, amount_minor <= 0, amount_minor
      from operation_leg
      join operation on operation.id = operation_leg.operation_id
      where user_id = $1 and account_id = $2
        and operation_leg.created_at >= $4 and operation_leg.created_at < $3
    ) as part
    group by kind, state, is_out`,
}

/** An account of a user; nothing for anybody else's. */
export async function findStatedAccount(
  queryable: Queryable,
  userId: string,
  accountId: string,
): Promise<StatedAccount | undefined> {
  const row = await queryable.find<{ id: string; currency: Currency; opened_at: Date }>(FIND_ACCOUNT, [accountId, userId])
  return row && { id: row.id, currency: row.currency, openedAt: row.opened_at }
}

/**
 * Which instants a statement is of: what is open begins with the account, nothing is told of what is still to come, nor of what is in the
 * archive: it is in what was there at the beginning.
 */
export function statedPeriod(
  { from, to }: Period,
  { openedAt }: StatedAccount,
  { now, archivedUntil }: { readonly now: Date; readonly archivedUntil?: Date | undefined },
): Pick<StatementOf, 'from' | 'to'> {
  const end = new Date(now.getTime() + 1)
  const [asked, last] = [from instanceof Date ? from : openedAt, to instanceof Date && to < end ? to : end]
  const first = archivedUntil && archivedUntil > asked ? archivedUntil : asked
  return { from: first < last ? first : last, to: last }
}

/**
 * A statement in parts, of which there is at least one: each line that is in the balance of the account now, by when its operation was begun.
 * What failed, or has not come yet, is not in it. Each part is read when it is asked for, so that none of it is kept.
 */
export async function* statementParts(queryable: Queryable, statement: StatementOf): AsyncGenerator<StatementPart> {
  const { userId, account, from, to } = statement
  const opening = await balanceAt(queryable, statement)
  const nothing = money(account.currency, 0n)
  let sums: StatementSums = { opening, came: nothing, went: nothing, fees: nothing, closing: opening }
  let cursor: Cursor = { createdAt: from, ...BEGINNING }
  for (let isEnd = false; !isEnd; ) {
    const read = await listLinesForward(queryable, { userId, to }, { cursor, limit: LINES_AT_ONCE })
    const lines: StatedLine[] = []
    for (const line of read) {
      cursor = { createdAt: line.createdAt, id: line.operationId, leg: line.leg }
      if (line.accountId !== account.id || !line.isInBalance) continue
      sums = withLine(sums, line)
      lines.push({ line, balance: sums.closing })
    }
    isEnd = read.length < LINES_AT_ONCE
    yield { lines, sums }
  }
}

/** The sums of a statement with one more line. */
export function withLine(sums: StatementSums, { amount, fee }: Pick<Line, 'amount' | 'fee'>): StatementSums {
  return {
    ...sums,
    ...(amount.minor < 0n ? { went: add(sums.went, amount) } : { came: add(sums.came, amount) }),
    fees: add(sums.fees, fee),
    closing: add(sums.closing, amount),
  }
}

async function balanceAt(queryable: Queryable, { userId, account, from }: StatementOf): Promise<Money> {
  const midnight = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()))
  const totals = await queryable.list<{ kind: string; state: string; is_out: boolean; total_minor: string }>(BALANCE_AT, [
    userId,
    account.id,
    from,
    midnight,
  ])
  const minor = totals
    .filter(({ kind, state, is_out }) => isLegInBalance(stateOf(kind, state), is_out))
    .reduce((sum, { total_minor }) => sum + BigInt(total_minor), 0n)
  return money(account.currency, minor)
}

// As history.list, the other way round.
const LIST_FORWARD = {
  name: 'history.list_forward',
  text: `select operation_id, leg, account_id, kind, state, currency, amount_minor, fee_minor, operation_leg.details,
      operation_leg.created_at
    from operation_leg
    join operation on operation.id = operation_leg.operation_id
    where user_id = $1
      and operation_leg.created_at >= $2 and operation_leg.created_at < $3
      and (operation_leg.created_at, operation_id, leg) > ($2::timestamptz, $4::uuid, $5::smallint)
    order by operation_leg.created_at, operation_id, leg
    limit $6`,
}

/** The next lines of a user after a place, the oldest first, of all their accounts; fewer than the limit are the last before the end. */
async function listLinesForward(
  queryable: Queryable,
  { userId, to }: { readonly userId: string; readonly to: Date },
  { cursor, limit }: { readonly cursor: Cursor; readonly limit: number },
): Promise<readonly Line[]> {
  const values = [userId, cursor.createdAt, to, cursor.id, cursor.leg, limit]
  return (await queryable.list<LineRow>(LIST_FORWARD, values)).map(asLine)
}
