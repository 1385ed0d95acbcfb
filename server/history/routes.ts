import { validate } from 'uuid'
import { statistics, transactions } from '#contract/history'
import { isOperationKind, type OperationKind } from '#contract/operation-kinds'
import { toDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { Refusal } from '#server/http/refusal'
import { type Http, route } from '#server/http/route'
import { amountsOf, listLines, parseCursor } from './history.ts'
import { readPeriod } from './period.ts'
import { type StatisticsDeps, statisticsOf } from './statistics.ts'

/** The statement on the wire, newest first, all of it or in pages; and its sums by kind. */
export function historyRoutes(http: Http, deps: StatisticsDeps): void {
  route(http, transactions, async ({ query, user, t }) => {
    const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor)
    if (query.cursor !== undefined && !cursor) throw new Refusal({ code: 'invalid_field', field: 'cursor' })
    const limit = query.limit === undefined ? undefined : Number(query.limit)
    const page = await listLines(
      deps.readsOf(user.userId),
      {
        userId: user.userId,
        period: readPeriod(query),
        accountId: readAccountId(query.account_id),
        kind: readKind(query.kind),
        category: query.type,
      },
      { cursor, limit },
    )
    return {
      status: 'ok' as const,
      results: page.lines.map((line) => ({
        id: line.id,
        operation_id: line.operationId,
        account_id: line.accountId,
        kind: line.kind,
        direction: line.direction,
        in_balance: line.isInBalance,
        repeat: line.repeat,
        ...amountsOf(line),
        currency_code: line.amount.currency,
        status: t(line.status),
        state: line.state,
        description: t(line.description.key, line.description.parameters),
        category: 'default',
        created_at: line.createdAt.toISOString(),
      })),
      next_cursor: page.nextCursor,
    }
  })
  route(http, statistics, async ({ query, user, now, t }) => {
    const code = query.display_currency
    if (code !== undefined && !isCurrency(code)) {
      throw new Refusal({ code: 'currency_unsupported', field: 'display_currency' })
    }
    const accountId = readAccountId(query.account_id)
    const found = await statisticsOf(
      deps,
      { userId: user.userId, period: readPeriod(query), accountId, displayCurrency: code },
      now,
    )
    return {
      status: 'ok' as const,
      currency_code: found.currency,
      results: found.rows.map(({ category, isTurnover, amount, percent }) => ({
        wallet_transaction_type: category,
        name: t(`stat.type.${category}`),
        is_turnover: isTurnover,
        amount: toDecimal(amount),
        percent,
      })),
      missing: [...found.missing],
    }
  })
}

/** An account's id as we give them out; another user's finds nothing, what is no id is refused. */
function readAccountId(unchecked: string | undefined): string | undefined {
  if (unchecked !== undefined && !validate(unchecked)) throw new Refusal({ code: 'invalid_field', field: 'account_id' })
  return unchecked
}

/** A kind of operation; one that there is not is refused. */
function readKind(unchecked: string | undefined): OperationKind | undefined {
  if (unchecked === undefined || isOperationKind(unchecked)) return unchecked
  throw new Refusal({ code: 'invalid_field', field: 'kind' })
}
