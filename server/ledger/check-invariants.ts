import { WHOLE_TABLES } from '#server/db/planner'
import type { Queryable } from '#server/db/queryable'
import { ARCHIVE_INVARIANTS } from './archive-invariants.ts'
import { type BooksPart, WHOLE_BOOKS } from './books-part.ts'
import { BEGINNING, type ChainPlace } from './checkpoint-content.ts'
import type { ChainKeys } from './checkpoint-macs.ts'
import { BOOKS_INVARIANTS, type Check } from './invariants.ts'
import { verifyCheckpoints } from './verify-checkpoints.ts'

/** One invariant of the books: what was looked at, and what was found wrong, ten examples at most. */
export interface Finding {
  readonly invariant: string
  readonly says: string
  readonly looked: string
  readonly faults: readonly string[]
}

/** What of the books is looked at, and where in the chain of checkpoints that begins. */
export interface Look {
  readonly books: BooksPart
  readonly since: ChainPlace
  /** The wallet's keys; without them nobody can tell whether the chain is its own. */
  readonly keys?: ChainKeys | undefined
}

/** All of the books, from the beginning of the chain on. */
export const EVERYTHING: Look = { books: WHOLE_BOOKS, since: BEGINNING }

/**
 * Checks every invariant of the books, or of a part of them, and those that features have of their own. Reads only; for a transaction of
 * its own, whose planner it sets to its needs.
 */
export async function checkInvariants(
  queryable: Queryable,
  ofFeatures: readonly Check[],
  { books, since, keys }: Look = EVERYTHING,
): Promise<Finding[]> {
  const findings: Finding[] = []
  await queryable.list(WHOLE_TABLES)
  const ofArchive = books.isWhole && books.isDetached ? ARCHIVE_INVARIANTS : []
  for (const [place, { invariant, says, what, count, faults }] of [...BOOKS_INVARIANTS, ...ofFeatures, ...ofArchive].entries()) {
    const name = `verify.${books.name}.${place}`
    const counted = await queryable.find<{ count: bigint }>({ name: `${name}.count`, text: count(books) })
    // All faults are asked for, and ten taken: a plan that is quick to find ten would be slow where there are none.
    const text = `with found as materialized (${faults(books)}) select fault from found limit 10`
    const found = await queryable.list<{ fault: string }>({ name: `${name}.faults`, text })
    findings.push({ invariant, says, looked: `${counted?.count ?? 0n} ${what}`, faults: found.map(({ fault }) => fault) })
  }
  const { broken, unkeyed, corrected, checkpoints, transfers } = await verifyCheckpoints(queryable, since, keys)
  findings.push({
    invariant: 'INV-8',
    says: 'the chain of checkpoints fits every transfer that is in it',
    looked: `${checkpoints} checkpoints over ${transfers} transfers${corrected.length > 0 ? `, corrected by the operator: ${corrected.join(', ')}` : ''}`,
    faults: [
      ...broken.map((number) => `checkpoint ${number} does not fit`),
      ...(unkeyed === undefined ? [] : [`checkpoint ${unkeyed} was not written with the wallet's key`]),
    ],
  })
  return findings
}
