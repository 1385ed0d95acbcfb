import { bookedByDay } from './books-part.ts'
import type { Check } from './invariants.ts'
import { SUM_OF_OPERATIONS, SUM_OF_TOTALS } from './months.ts'

/** What is not here, where months are in the archive: what they said of it when they left, and nothing else. */
export const ARCHIVE_INVARIANTS: readonly Check[] = [
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
