import { validate } from 'uuid'
import { transactions } from '#contract/history'
import { isOperationKind, type OperationKind } from '#contract/operation-kinds'
import { statistics } from '#contract/statistics'
import { toDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Deadline } from '#server/http/deadline'
import { createLongAnswers } from '#server/http/long-answers'
import { Refusal } from '#server/http/refusal'
import { type Http, type RequestContext, route } from '#server/http/route'
import { legParameters } from '#server/ledger/leg-parameters'
import { createKeyedMutex } from '#server/security/keyed-mutex'
import type { SignedIn } from '#server/security/sessions'
import { type Line, listLines, type Page, pagesFrom, parseCursor, type StatementPart, wireAmounts } from './history.ts'
import { readPeriod } from './period.ts'
import { type StatisticsDeps, statisticsOf } from './statistics.ts'

export interface HistoryDeps extends StatisticsDeps {
  /** How many statements that are longer than a page a person may read whole in a minute. */
  readonly longListsPerMinute: number
}

// The longest list that is one page.
const PAGE_LINES = 200
// Of a longer one so many lines are made at once, while everybody else waits: a millisecond or two.
const PART_LINES = 100
// One look of a person's, which may have to go through all they ever did, and those that wait for it.
const LOOKS_OF_A_PERSON = 16

/** The statement on the wire, newest first, all of it or in pages; and its sums by kind. */
export function historyRoutes(http: Http, deps: HistoryDeps): void {
  const perUser = createKeyedMutex(LOOKS_OF_A_PERSON)
  const inTurn = <Found>({ userId }: SignedIn, deadline: Deadline, look: () => Promise<Found>): Promise<Found> =>
    perUser.run(userId, () => {
      deadline.throwIfExceeded()
      return look()
    })
  const perMinute = { scope: 'long_lists', max: deps.longListsPerMinute, windowSeconds: 60 }
  const longLists = createLongAnswers(deps.database, perMinute)
  route(http, transactions, async ({ query, user, now, deadline, confirmed, t, language }) => {
    const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor)
    if (query.cursor !== undefined && !cursor) throw new Refusal({ code: 'invalid_field', field: 'cursor' })
    const reads = deps.readsOf(user.userId)
    const part: StatementPart = {
      userId: user.userId,
      period: readPeriod(query),
      accountId: readAccountId(query.account_id),
      kind: readKind(query.kind),
      category: query.type,
    }
    const limit = query.limit === undefined ? PAGE_LINES : Number(query.limit)
    const page = await inTurn(user, deadline, () => listLines(reads, part, { cursor, limit }))
    if (query.limit === undefined && page.nextCursor !== null) {
      await confirmed()
      const pages = pagesFrom(page, (place) =>
        longLists.readPage(() => listLines(reads, part, { cursor: place, limit: PART_LINES })),
      )
      return longLists.begin(user.userId, { now, deadline }, jsonOf(pages, { t, language }))
    }
    return {
      status: 'ok' as const,
      results: page.lines.map((line) => replyOf(line, { t, language })),
      next_cursor: page.nextCursor,
    }
  })
  route(http, statistics, async ({ query, user, now, deadline, t }) => {
    const code = query.display_currency
    if (code !== undefined && !isCurrency(code)) {
      throw new Refusal({ code: 'currency_unsupported', field: 'display_currency' })
    }
    const accountId = readAccountId(query.account_id)
    const question = { userId: user.userId, period: readPeriod(query), accountId, displayCurrency: code }
    const found = await inTurn(user, deadline, () => statisticsOf(deps, question, now))
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

type Reader = Pick<RequestContext<typeof transactions>, 't' | 'language'>

/** A line on the wire, in the reader's language. */
function replyOf(line: Line, { t, language }: Reader) {
  return {
    id: line.id,
    operation_id: line.operationId,
    account_id: line.accountId,
    kind: line.kind,
    direction: line.direction,
    in_balance: line.isInBalance,
    repeat: line.repeat,
    ...wireAmounts(line),
    currency_code: line.amount.currency,
    status: t(line.status),
    state: line.state,
    description: t(line.description.key, legParameters(line.description.parameters, language)),
    ...(line.note !== undefined && { note: line.note }),
    category: 'default',
    created_at: line.createdAt.toISOString(),
  }
}

/** The whole answer, as one text with each of its pages. */
async function* jsonOf(pages: AsyncIterable<Page>, reader: Reader): AsyncGenerator<string> {
  let before = '{"status":"ok","results":['
  for await (const { lines } of pages) {
    yield before + lines.map((line) => JSON.stringify(replyOf(line, reader))).join(',')
    before = ','
  }
  yield '],"next_cursor":null}'
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
