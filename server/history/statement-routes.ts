import { validate } from 'uuid'
import type { Brand } from '#brands/brand'
import { statementFile } from '#contract/statement'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { LongAnswers } from '#server/http/long-answers'
import { Refusal } from '#server/http/refusal'
import { type Http, route } from '#server/http/route'
import type { FileHeaders } from '#server/http/streamed'
import { getPersonFacts } from '#server/person/person'
import { findArchivedUntil } from './archived.ts'
import { readPeriod } from './period.ts'
import { findStatedAccount, type StatementOf, statedPeriod, statementParts } from './statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'

export interface StatementDeps {
  readonly database: Database
  /** Where the statement of a user is read (db/delayed-reads.ts). */
  readonly readsOf: (userId: string) => Queryable
  readonly brand: Brand
  /** The brand's mark, as SVG; empty where it has none. */
  readonly mark: string
  /** Whom to ask about it, as the operator has it. */
  readonly support: () => { readonly phone: string; readonly email: string }
}

const TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const satisfies Record<string, FileHeaders['type']>

/** The route of the statement of an account as a file. It counts with the long lists, and is made while it is read. */
export function statementRoutes(
  http: Http,
  { database, readsOf, brand, mark, support }: StatementDeps,
  longAnswers: LongAnswers,
): void {
  route(http, statementFile, async ({ query, user, now, deadline, confirmed, t, language }) => {
    const { format, account_id: accountId, time_zone: timeZone = 'UTC' } = query
    if (!validate(accountId)) throw new Refusal({ code: 'invalid_field', field: 'account_id' })
    await confirmed()
    const reads = readsOf(user.userId)
    const [account, { person }, archivedUntil] = await Promise.all([
      findStatedAccount(reads, user.userId, accountId),
      getPersonFacts(database, http.keys, user.userId),
      findArchivedUntil(reads, user.userId),
    ])
    if (!account) throw new Refusal({ code: 'account_unknown', field: 'account_id' })
    const statement: StatementOf = {
      userId: user.userId,
      account,
      ...statedPeriod(readPeriod(query), account, { now, archivedUntil }),
    }
    if (archivedUntil && statement.to <= archivedUntil) throw new Refusal({ code: 'invalid_field', field: 'to', part: 'query' })
    const parts = statementParts(pagesOf(reads, longAnswers), statement)
    const words = { t, language, timeZone }
    const holder = `${person.first_name} ${person.last_name}`.trim()
    const head = { brandName: brand.name, mark, support: support(), holder, madeAt: now }
    const file = { type: TYPES[format], name: `${brand.id}-${account.currency}-${now.toISOString().slice(0, 10)}.${format}` }
    const made = format === 'csv' ? statementCsv(parts, statement, words) : statementPdf(parts, { statement, head, words })
    return longAnswers.begin(user.userId, { now, deadline }, made, file)
  })
}

/** Whoever reads slowly holds no connection between two pages. */
function pagesOf(reads: Queryable, { readPage }: LongAnswers): Queryable {
  return {
    list: (statement, values) => readPage(() => reads.list(statement, values)),
    find: (statement, values) => readPage(() => reads.find(statement, values)),
    run: (statement, values) => readPage(() => reads.run(statement, values)),
  }
}
