import { WHOLE_TABLES } from '#server/db/planner'
import type { Queryable } from '#server/db/queryable'
import { type BooksPart, bookedByDay, WHOLE_BOOKS } from './books-part.ts'
import { BEGINNING, type ChainPlace } from './checkpoint-content.ts'
import type { ChainKeys } from './checkpoint-macs.ts'
import { BOOKS_INVARIANTS, type Check } from './invariants.ts'
import { SUM_OF_OPERATIONS, SUM_OF_TOTALS } from './months.ts'
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

/** What is not here, where months are in the archive: what they said of it when they left, and nothing else. */
const ARCHIVE_INVARIANTS: readonly Check[] = [
  {
    invariant: 'INV-15',
    says: 'the operations without legs are those of the months in the archive',
    what: 'operations in the archive',
    count: () => "select coalesce(sum(operations), 0)::bigint as count from archived_month where state = 'detached'",
    faults: ({ knownOperations, ofOperations }) => `select 'there are ' || here.count || ', the archive says '
          || archived.count || case when here.count = archived.count then ' others' else '' end as fault
        from (
          select ${SUM_OF_OPERATIONS}
          from ${knownOperations} as operation
          where not exists (select from ${ofOperations('operation_leg')} as leg where leg.operation_id = operation.id)
        ) as here
        cross join (select sum(operations) as count, sum(operations_sum) as sum from archived_month where state = 'detached') as archived
        where (here.count, here.sum) is distinct from (archived.count, archived.sum)`,
  },
  {
    invariant: 'INV-15',
    says: 'the totals of days without legs are those of the months in the archive',
    what: 'totals in the archive',
    count: () => "select coalesce(sum(totals), 0)::bigint as count from archived_month where state = 'detached'",
    faults: (books) => `with kept as (select * from ${books.dailyTotals} as daily_total), ${bookedByDay(books)}
      select 'there are ' || here.count || ', the archive says ' || archived.count
          || case when here.count = archived.count then ' others' else '' end as fault
        from (
          select ${SUM_OF_TOTALS}
          from kept as total
          where (amount_minor <> 0 or legs <> 0)
            and not exists (select from booked where booked.account_id = total.account_id and booked.day = total.day)
        ) as here
        cross join (select sum(totals) as count, sum(totals_sum) as sum from archived_month where state = 'detached') as archived
        where (here.count, here.sum) is distinct from (archived.count, archived.sum)`,
  },
]
