import { validate } from 'uuid'
import { statistics, transactions } from '#contract/history'
import { toDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { Refusal } from '#server/http/refusal'
import { type Http, route } from '#server/http/route'
import { amountsOf, describe, listLines, parseCursor } from './history.ts'
import { readPeriod } from './period.ts'
import { type StatisticsDeps, statisticsOf } from './statistics.ts'

/** The statement on the wire, newest first, all of it or in pages; and its sums by kind. */
export function historyRoutes(http: Http, deps: StatisticsDeps): void {
  route(http, transactions, async ({ query, user, language, t }) => {
    const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor)
    if (query.cursor !== undefined && !cursor) throw new Refusal({ code: 'invalid_field', field: 'cursor' })
    const limit = query.limit === undefined ? undefined : Number(query.limit)
    const page = await listLines(
      deps.database,
      { userId: user.userId, period: readPeriod(query), accountId: readAccountId(query.account_id), kind: query.kind },
      { cursor, limit },
    )
    return {
      status: 'ok' as const,
      results: page.lines.map((line) => {
        const { key, parameters } = describe(line)
        return {
          id: line.id,
          operation_id: line.operationId,
          account_id: line.accountId,
          kind: line.kind,
          ...amountsOf(line),
          currency_code: line.amount.currency,
          status: t(
            line.state === 'failed' && line.details.reason === 'expired'
              ? 'transaction.state.expired'
              : `transaction.state.${line.state}`,
          ),
          state: line.state,
          description: http.texts.translateAny(language, key, parameters),
          category: 'default',
          created_at: line.createdAt.toISOString(),
        }
      }),
      next_cursor: page.nextCursor,
    }
  })
  route(http, statistics, async ({ query, user, now }) => {
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
      results: found.rows.map(({ kind, amount, percent }) => ({
        wallet_transaction_type: kind,
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
