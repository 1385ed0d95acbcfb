import { RECONCILED_KINDS } from '#contract/operation-kind-lists'
import type { Change } from './change.ts'
import { OperatorFault } from './fault.ts'

// What is in the archive cannot be held against what a provider says.
const IS_HERE = '(select true from operation_leg where operation_id = operation.id limit 1)'
const COUNT = {
  name: 'operator.count_ended',
  text: `select count(*) from operation where kind = any($2) and created_at >= $1 and ended_at >= $1 and ${IS_HERE}`,
}
const ASK_AGAIN = {
  name: 'operator.ask_again',
  text: `insert into reconciliation (operation_id, ended_at, next_check_at)
    select id, ended_at, clock_timestamp() from operation
    where kind = any($2) and created_at >= $1 and ended_at >= $1 and ${IS_HERE}
    on conflict (operation_id) do update set next_check_at = excluded.next_check_at`,
}
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Has the running wallet ask the providers once more about every operation of a kind that is reconciled which was begun since a day (UTC) and has ended. */
export function askAgain(since: string): Change<{ readonly asked: string }> {
  const from = new Date(since)
  if (!DAY.test(since) || Number.isNaN(from.getTime())) throw new OperatorFault(`"${since}" is no day: say --since 2026-11-20`)
  return {
    area: 'operations',
    subject: since,
    async propose(queryable) {
      const row = await queryable.find<{ count: bigint }>(COUNT, [from, RECONCILED_KINDS])
      if (!row?.count) throw new OperatorFault(`Nothing has ended that was begun since ${since}`)
      return { before: { asked: 'a day after they ended' }, after: { asked: `${row.count} of them now` } }
    },
    async write(tx) {
      await tx.run(ASK_AGAIN, [from, RECONCILED_KINDS])
    },
  }
}
