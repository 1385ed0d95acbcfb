import { CURRENCIES } from '#money/currency'
import type { Queryable } from '#server/db/pool'
import { verifyCheckpoints } from './checkpoint.ts'

/** One invariant of the books (security.md section 2): what was looked at, and what was found wrong, ten examples at most. */
export interface Finding {
  readonly invariant: string
  readonly says: string
  readonly looked: string
  readonly faults: readonly string[]
}

interface Check {
  readonly invariant: string
  readonly says: string
  readonly what: string
  /** Counts what is looked at. */
  readonly count: string
  /** Selects one text column `fault` for each thing that is wrong. */
  readonly faults: string
}

/** SQL for an amount of minor units in whole units of the currency in a column; null for a currency we do not know. */
function inUnits(minor: string, currency: string): string {
  const scales = Object.entries(CURRENCIES).map(([code, { scale }]) => `when '${code}' then ${scale}`)
  return `${minor}::numeric / 10::numeric ^ (case ${currency} ${scales.join(' ')} end)`
}

// Whole tables are joined with whole tables here. Without statistics, as after a restore, the planner takes them for small and would
// look through one for every row of another.
const WHOLE_TABLES = {
  name: 'verify.whole_tables',
  text: `select set_config('enable_nestloop', 'off', true), set_config('enable_seqscan', 'on', true),
    set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true), set_config('work_mem', '64MB', true)`,
}

const CHECKS: readonly Check[] = [
  {
    invariant: 'INV-1',
    says: 'the entries of every transfer sum to zero in each currency',
    what: 'transfers',
    count: 'select count(*) from transfer',
    faults: `select transfer.id || ' ' || coalesce(currency, 'has no entries') as fault
      from transfer left join entry on entry.transfer_id = transfer.id
      group by transfer.id, currency
      having count(entry.line) = 0 or sum(amount_minor) <> 0
      union all
      select 'entry ' || transfer_id || ' ' || line || ' refers to nothing' as fault
      from entry
      left join transfer on transfer.id = entry.transfer_id
      left join account on account.id = entry.account_id and account.currency = entry.currency
      where transfer.id is null or account.id is null`,
  },
  {
    invariant: 'INV-2',
    says: 'all entries sum to zero in each currency',
    what: 'entries',
    count: 'select count(*) from entry',
    faults: `select currency || ' ' || sum(amount_minor) as fault from entry group by currency having sum(amount_minor) <> 0`,
  },
  {
    invariant: 'INV-3',
    says: "every user's balance is the sum of its entries, after each of them",
    what: 'accounts of users',
    count: 'select count(*) from account where user_id is not null',
    faults: `select account.id || ' has ' || balance_minor || ', entries say ' || coalesce(sum(amount_minor), 0) as fault
        from account left join entry on entry.account_id = account.id
        where user_id is not null
        group by account.id
        having balance_minor <> coalesce(sum(amount_minor), 0)
      union all
      select 'entry ' || transfer_id || ' ' || line || ' tells ' || balance_after_minor || ', the sum is ' || running as fault
        from (
          select entry.transfer_id, entry.line, balance_after_minor,
            sum(amount_minor) over (partition by entry.account_id order by transfer.seq, entry.line) as running
          from entry
          join transfer on transfer.id = entry.transfer_id
          where balance_after_minor is not null
        ) as told
        where balance_after_minor <> running`,
  },
  {
    invariant: 'INV-4',
    says: 'no user has less than nothing',
    what: 'accounts of users',
    count: 'select count(*) from account where user_id is not null',
    faults: `select id || ' ' || balance_minor as fault from account where balance_minor < 0
      union all
      select entry.account_id || ' was at ' || balance_after_minor as fault from entry where balance_after_minor < 0`,
  },
  {
    invariant: 'INV-5',
    says: 'every operation has just the transfers that its state says, for its amounts',
    what: 'operations',
    count: 'select count(*) from operation',
    faults: `select operation.id || ' is a ' || operation.state || ' ' || operation.kind || ' with ' || coalesce(kinds, 'no transfers') as fault
        from operation
        left join withdrawal on withdrawal.operation_id = operation.id
        left join (
          select operation_id, string_agg(kind, '+' order by seq) as kinds from transfer group by operation_id
        ) as posted on posted.operation_id = operation.id
        where coalesce(kinds, '') <> case
          when operation.kind = 'exchange' then 'exchange'
          when operation.kind = 'topup' then case operation.state when 'complete' then 'topup' else '' end
          else case operation.state
            when 'pending' then 'withdrawal_hold'
            when 'complete' then 'withdrawal_hold+withdrawal_settle'
            else 'withdrawal_hold+withdrawal_reverse' end
          end
      union all
      select operation.id || ' moved ' || coalesce(moved, 0) || ' on its account' as fault
        from operation
        left join (
          select transfer.operation_id, entry.account_id, sum(entry.amount_minor) as moved
          from transfer join entry on entry.transfer_id = transfer.id
          group by transfer.operation_id, entry.account_id
        ) as sums on sums.operation_id = operation.id and sums.account_id = operation.account_id
        where coalesce(moved, 0) <> case
          when operation.kind = 'withdrawal' and operation.state = 'failed' then 0
          when operation.kind = 'topup' and operation.state <> 'complete' then 0
          else operation.amount_minor - operation.fee_minor end`,
  },
  {
    invariant: 'INV-6',
    says: 'a top-up is credited once at most, and only when its order is complete',
    what: 'top-up orders',
    count: 'select count(*) from topup',
    faults: `select operation_id || ' was credited ' || count(*) || ' times' as fault
        from transfer where kind = 'topup' group by operation_id having count(*) > 1
      union all
      select transfer.operation_id || ' was credited but is ' || operation.state as fault
        from transfer join operation on operation.id = transfer.operation_id
        where transfer.kind = 'topup' and operation.state <> 'complete'`,
  },
  {
    invariant: 'INV-7',
    says: 'what is held is what the open withdrawals hold, and each ends once',
    what: 'withdrawals',
    count: 'select count(*) from withdrawal',
    faults: `select currency || ': held ' || held || ', open withdrawals ' || open as fault
        from (
          select account.currency, coalesce(sum(entry.amount_minor), 0) as held, (
            select coalesce(sum(fee_minor - amount_minor), 0) from operation
            where kind = 'withdrawal' and state = 'pending' and operation.currency = account.currency
          ) as open
          from account left join entry on entry.account_id = account.id
          where account.role = 'payout_hold'
          group by account.currency
        ) as holds
        where held <> open
      union all
      select operation.id || ' is ' || operation.state || ' but ' || coalesce(withdrawal.state, 'has no payout') as fault
        from operation left join withdrawal on withdrawal.operation_id = operation.id
        where operation.kind = 'withdrawal' and operation.state <> case withdrawal.state
          when 'settled' then 'complete' when 'reversed' then 'failed' when 'held' then 'pending' when 'unknown' then 'pending' else '' end`,
  },
  {
    invariant: 'INV-8',
    says: 'nothing can be changed in the books: the triggers that refuse it stand',
    what: 'triggers',
    count: `select count(*) from pg_trigger where not tgisinternal and tgrelid in ('account'::regclass, 'entry'::regclass, 'transfer'::regclass, 'checkpoint'::regclass)`,
    faults: `select wanted.name || ' is not enabled' as fault
      from unnest(array['entries_are_right', 'account_is_kept', 'entry_stays', 'entry_is_kept', 'transfer_stays', 'transfer_is_kept', 'checkpoint_stays', 'checkpoint_is_kept']) as wanted (name)
      where not exists (select from pg_trigger where tgname = wanted.name and tgenabled = 'O')`,
  },
  {
    invariant: 'INV-9',
    says: 'no exchange gave more than its rate says',
    what: 'exchanges',
    count: `select count(*) from operation where kind = 'exchange'`,
    faults: `select operation.id || ' gave ' || to_amount_minor as fault
      from operation
      where kind = 'exchange'
        and (${inUnits('to_amount_minor', 'to_currency')}
          <= ${inUnits('-amount_minor', 'currency')} * (details->>'quantity_out')::numeric) is not true`,
  },
]

/** Checks every invariant of the books. Reads only; for a transaction of its own (inSnapshot), whose planner it sets to its needs. */
export async function verifyBooks(queryable: Queryable): Promise<Finding[]> {
  const findings: Finding[] = []
  await queryable.list(WHOLE_TABLES)
  for (const { invariant, says, what, count, faults } of CHECKS) {
    const counted = await queryable.find<{ count: bigint }>({ name: `verify.${invariant}.count`, text: count })
    const found = await queryable.list<{ fault: string }>({ name: `verify.${invariant}.faults`, text: `${faults} limit 10` })
    findings.push({ invariant, says, looked: `${counted?.count ?? 0n} ${what}`, faults: found.map(({ fault }) => fault) })
  }
  const { broken, checkpoints, transfers } = await verifyCheckpoints(queryable)
  findings.push({
    invariant: 'INV-8',
    says: 'the chain of checkpoints fits every transfer that is in it',
    looked: `${checkpoints} checkpoints over ${transfers} transfers`,
    faults: broken === undefined ? [] : [`checkpoint ${broken} does not fit`],
  })
  return findings
}
