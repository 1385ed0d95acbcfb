import type { Queryable } from '#server/db/queryable'
import { type Cursor, cursorOf, type Line, listLines, type Page, type StatementPart } from './history.ts'
import { type Criteria, matching, type Reading } from './search.ts'

/** How many lines one question looks at: some forty milliseconds. */
const LOOKED_AT_MAX = 5000
// So many at once, while everybody else waits: a few milliseconds.
const LOOKED_AT_ONCE = 500

/** A page of what was looked for. */
export interface FoundPage extends Page {
  /** As far back as was looked, where that was not far enough to fill the page: it goes on from the cursor. */
  readonly searchedTo?: Date
}

/** What is looked for, by whom, and in whose words. */
export interface Search {
  readonly part: Pick<StatementPart, 'userId' | 'period'>
  readonly criteria: Criteria
  readonly reading: Reading
  /** Called before each look at the database; throws when nobody waits any more. */
  readonly beforeLook: () => void
}

/**
 * Looks through a user's lines, newest first, for as many as a page has, one more where an exchange would be cut in two. However few there
 * are it looks at no more than LOOKED_AT_MAX, and tells how far it came.
 */
export async function findLines(
  queryable: Queryable,
  { part, criteria, reading, beforeLook }: Search,
  { cursor, limit }: { readonly cursor: Cursor | undefined; readonly limit: number },
): Promise<FoundPage> {
  const lines: Line[] = []
  let place = cursor
  for (let looked = 0; ; ) {
    beforeLook()
    const page = await listLines(queryable, part, { cursor: place, limit: LOOKED_AT_ONCE })
    const operations = operationsOf(page)
    let last: Line | undefined
    for (const [at, operation] of operations.entries()) {
      last = operation.at(-1) ?? last
      lines.push(...matching(operation, criteria, reading))
      const isEnd = page.nextCursor === null && at === operations.length - 1
      if (lines.length >= limit) return { lines, nextCursor: isEnd || !last ? null : cursorOf(last) }
    }
    if (page.nextCursor === null || !last) return { lines, nextCursor: null }
    looked += page.lines.length
    if (looked >= LOOKED_AT_MAX) return { lines, nextCursor: cursorOf(last), searchedTo: last.createdAt }
    place = { createdAt: last.createdAt, id: last.operationId, leg: last.leg }
  }
}

/** The lines of a page by their operations; without the last where its other line may be on the next page. */
function operationsOf({ lines, nextCursor }: Page): readonly Line[][] {
  const operations: Line[][] = []
  for (const line of lines) {
    const before = operations.at(-1)
    if (before?.[0]?.operationId === line.operationId) before.push(line)
    else operations.push([line])
  }
  const last = operations.at(-1)
  const isCut = nextCursor !== null && last?.length === 1 && last[0]?.direction === 'own'
  return isCut ? operations.slice(0, -1) : operations
}
