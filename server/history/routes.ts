import { validate } from 'uuid'
import { transactions } from '#contract/history'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { type Http, route } from '#server/http/route'
import { amountsOf, describe, listLines, parseCursor } from './history.ts'

/** The statement on the wire: newest first, all of it or in pages. */
export function historyRoutes(http: Http, { database }: { database: Database }): void {
  route(http, transactions, async ({ query, user, language, t }) => {
    const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor)
    if (query.cursor !== undefined && !cursor) throw new Refusal({ code: 'invalid_field', field: 'cursor' })
    if (query.account_id !== undefined && !validate(query.account_id))
      throw new Refusal({ code: 'invalid_field', field: 'account_id' })
    const limit = query.limit === undefined ? undefined : Number(query.limit)
    const page = await listLines(database, { userId: user.userId, accountId: query.account_id, cursor, limit })
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
          status: t(`transaction.state.${line.state}`),
          state: line.state,
          description: http.texts.translateAny(language, key, parameters),
          category: 'default',
          created_at: line.createdAt.toISOString(),
        }
      }),
      next_cursor: page.nextCursor,
    }
  })
}
