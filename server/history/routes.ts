import { validate } from 'uuid'
import type { QueryOf } from '#contract/call'
import { search, searchedTransactions } from '#contract/history-search'
import { isOperationKind, type OperationKind } from '#contract/operation-kinds'
import { statistics } from '#contract/statistics'
import { type Currency, isCurrency } from '#money/currency'
import type { Queryable } from '#server/db/queryable'
import type { Deadline } from '#server/http/deadline'
import { createLongAnswers } from '#server/http/long-answers'
import { Refusal } from '#server/http/refusal'
import { type Http, type RequestContext, route } from '#server/http/route'
import { legParameters, moneyTextIn } from '#server/ledger/leg-parameters'
import { createKeyedMutex } from '#server/security/keyed-mutex'
import type { SignedIn } from '#server/security/sessions'
import { archivedField, findArchivedUntil } from './archived.ts'
import { findLines } from './find-lines.ts'
import { type Line, listLines, type Page, pagesFrom, parseCursor, type StatementPart, wireAmounts } from './history.ts'
import { type Period, readPeriod } from './period.ts'
import { type Criteria, inOrder, readWords } from './search.ts'
import { type StatementDeps, statementRoutes } from './statement-routes.ts'
import { type StatisticsDeps, statisticsOf } from './statistics.ts'
import { statisticsReply } from './statistics-reply.ts'

export interface HistoryDeps extends StatisticsDeps, StatementDeps {
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
  statementRoutes(http, deps, longLists)
  route(http, searchedTransactions, async ({ query, user, now, deadline, confirmed, t, language }) => {
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
    const criteria = readCriteria(query, part)
    if (criteria) {
      const asked = { part, criteria, reading: { t, language }, beforeLook: () => deadline.throwIfExceeded() }
      const found = await inTurn(user, deadline, () => findLines(reads, asked, { cursor, limit }))
      return {
        status: 'ok' as const,
        results: found.lines.map((line) => replyOf(line, { t, language })),
        next_cursor: found.nextCursor,
        ...(found.nextCursor === null && archivedField(await archivedIn(reads, part))),
        ...(found.searchedTo && { searched_to: found.searchedTo.toISOString() }),
      }
    }
    const page = await inTurn(user, deadline, () => listLines(reads, part, { cursor, limit }))
    if (query.limit === undefined && page.nextCursor !== null) {
      await confirmed()
      const pages = pagesFrom(page, (place) =>
        longLists.readPage(() => listLines(reads, part, { cursor: place, limit: PART_LINES })),
      )
      const archived = archivedField(await archivedIn(reads, part))
      return longLists.begin(user.userId, { now, deadline }, jsonOf(pages, { t, language }, archived))
    }
    return {
      status: 'ok' as const,
      results: page.lines.map((line) => replyOf(line, { t, language })),
      next_cursor: page.nextCursor,
      ...(page.nextCursor === null && archivedField(await archivedIn(reads, part))),
    }
  })
  route(http, statistics, async ({ query, user, now, deadline, t }) => {
    const code = readCurrency(query.display_currency, 'display_currency')
    const accountId = readAccountId(query.account_id)
    const period = readPeriod(query)
    const previousFrom = readPreviousFrom(query.previous_from, period)
    const question = { userId: user.userId, period, previousFrom, accountId, displayCurrency: code }
    const found = await inTurn(user, deadline, () => statisticsOf(deps, question, now))
    const archived = archivedField(await archivedIn(deps.readsOf(user.userId), { userId: user.userId, period }))
    return { ...statisticsReply(found, t), ...archived }
  })
}

export type Reader = Pick<RequestContext<unknown>, 't' | 'language'>

/** A line on the wire, in the reader's language. */
export function replyOf(line: Line, { t, language }: Reader) {
  const description = t(line.description.key, legParameters(line.description.parameters, language, t('person.closed')))
  const amountIn = moneyTextIn(line.description.parameters, language)
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
    description,
    ...(amountIn !== undefined && description.includes(amountIn) && { description_amount: amountIn }),
    ...(line.note !== undefined && { note: line.note }),
    category: 'default',
    created_at: line.createdAt.toISOString(),
  }
}

/** Until when the archive has some of what a period would have. */
async function archivedIn(
  reads: Queryable,
  { userId, period }: Pick<StatementPart, 'userId' | 'period'>,
): Promise<Date | undefined> {
  const until = await findArchivedUntil(reads, userId)
  return until && !(period.from instanceof Date && period.from >= until) ? until : undefined
}

/** The whole answer, as one text with each of its pages. */
async function* jsonOf(
  pages: AsyncIterable<Page>,
  reader: Reader,
  archived: ReturnType<typeof archivedField>,
): AsyncGenerator<string> {
  let before = '{"status":"ok","results":['
  for await (const { lines } of pages) {
    yield before + lines.map((line) => JSON.stringify(replyOf(line, reader))).join(',')
    before = ','
  }
  yield `],${JSON.stringify({ next_cursor: null, ...archived }).slice(1)}`
}

/** An account's id as we give them out; another user's finds nothing, what is no id is refused. */
function readAccountId(unchecked: string | undefined): string | undefined {
  if (unchecked !== undefined && !validate(unchecked)) throw new Refusal({ code: 'invalid_field', field: 'account_id' })
  return unchecked
}

/** A currency; one that there is not is refused. */
function readCurrency(unchecked: string | undefined, field: string): Currency | undefined {
  if (unchecked === undefined || isCurrency(unchecked)) return unchecked
  throw new Refusal({ code: 'currency_unsupported', field })
}

/** Where the period before begins; refused when it is not before the period. */
function readPreviousFrom(unchecked: string | undefined, { from }: Period): Date | undefined {
  if (unchecked === undefined) return undefined
  const start = new Date(unchecked)
  if (from instanceof Date && start >= from) throw new Refusal({ code: 'invalid_field', field: 'previous_from' })
  return start
}

/** What is searched for; nothing where it is only a part of the statement that is asked for. Bounds turned round are turned back. */
function readCriteria(query: QueryOf<typeof searchedTransactions>, part: StatementPart): Criteria | undefined {
  if (!Object.keys(search).some((name) => Object.hasOwn(query, name))) return undefined
  const { q, state, direction, amount_min: min, amount_max: max } = query
  const [amountMin, amountMax] = inOrder(min, max)
  const { accountId, kind, category } = part
  return {
    words: q === undefined ? undefined : readWords(q),
    state,
    direction,
    currency: readCurrency(query.currency_code, 'currency_code'),
    amountMin,
    amountMax,
    accountId,
    kind,
    category,
  }
}

/** A kind of operation; one that there is not is refused. */
function readKind(unchecked: string | undefined): OperationKind | undefined {
  if (unchecked === undefined || isOperationKind(unchecked)) return unchecked
  throw new Refusal({ code: 'invalid_field', field: 'kind' })
}
