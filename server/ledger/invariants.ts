import { listOperationKinds } from '#contract/operation-kinds'
import type { Queryable } from '#server/db/queryable'
import { verifyCheckpoints } from './checkpoint.ts'

/** One invariant of the books: what was looked at, and what was found wrong, ten examples at most. */
export interface Finding {
  readonly invariant: string
  readonly says: string
  readonly looked: string
  readonly faults: readonly string[]
}

/** How an invariant is looked for in the database. */
export interface Check {
  readonly invariant: string
  readonly says: string
  readonly what: string
  /** Counts what is looked at. */
  readonly count: string
  /** Selects one text column `fault` for each thing that is wrong. */
  readonly faults: string
}

/** What the kinds of operations say (contract/operation-kinds.ts), as rows of SQL. */
const SAID = listOperationKinds()
  .flatMap(([kind, { states }]) =>
    Object.entries(states).map(([state, { transfers, isInBalance, apiState, heldIn }]) => {
      const held = heldIn ? `'${heldIn}'` : 'null'
      return `('${kind}', '${state}', '${transfers.join('+')}', ${isInBalance}, ${apiState !== 'pending'}, ${held})`
    }),
  )
  .join(',\n          ')
const SAID_TABLE = `(values ${SAID}) as said (kind, state, transfers, is_in_balance, has_ended, held_in)`

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
    says: 'every operation has just the transfers that its state says, for the amounts of its legs',
    what: 'operations',
    count: 'select count(*) from operation',
    faults: `select operation.id || ' is a ' || operation.state || ' ' || operation.kind || ' with ' || coalesce(kinds, 'no transfers') as fault
        from operation
        left join ${SAID_TABLE} on said.kind = operation.kind and said.state = operation.state
        left join (
          select operation_id, string_agg(kind, '+' order by seq) as kinds from transfer group by operation_id
        ) as posted on posted.operation_id = operation.id
        where (coalesce(kinds, '') = said.transfers and (ended_at is not null) = said.has_ended) is not true
      union all
      select operation.id || ' has no legs' as fault
        from operation left join operation_leg on operation_leg.operation_id = operation.id
        where operation_leg.operation_id is null
      union all
      select coalesce(sums.operation_id, legs.operation_id) || ' moved ' || coalesce(moved, 0) || ' on an account, its legs say ' || coalesce(said, 0) as fault
        from (
          select transfer.operation_id, entry.account_id, sum(entry.amount_minor) as moved
          from transfer
          join entry on entry.transfer_id = transfer.id
          join account on account.id = entry.account_id
          where transfer.operation_id is not null and account.user_id is not null
          group by transfer.operation_id, entry.account_id
        ) as sums
        full join (
          select operation_id, account_id, sum(case when is_in_balance then amount_minor else 0 end) as said
          from operation_leg
          join operation on operation.id = operation_leg.operation_id
          join ${SAID_TABLE} on said.kind = operation.kind and said.state = operation.state
          group by operation_id, account_id
        ) as legs on legs.operation_id = sums.operation_id and legs.account_id = sums.account_id
        where coalesce(moved, 0) <> coalesce(said, 0)
      union all
      select operation_id || ' has a leg that is not on its person’s account' as fault
        from operation_leg
        left join account on account.id = operation_leg.account_id and account.user_id = operation_leg.user_id
          and account.currency = operation_leg.currency
        where account.id is null`,
  },
  {
    invariant: 'INV-6',
    says: 'every step of an operation is posted once',
    what: 'transfers',
    count: 'select count(*) from transfer where operation_id is not null',
    faults: `select operation_id || ' has ' || count(*) || ' of ' || kind as fault
      from transfer
      where operation_id is not null
      group by operation_id, kind
      having count(*) > 1`,
  },
  {
    invariant: 'INV-7',
    says: 'what is held is what open operations hold',
    what: 'operations that have not ended',
    count: 'select count(*) from operation where ended_at is null',
    faults: `select coalesce(held.role, open.role) || ' ' || coalesce(held.currency, open.currency) || ': held ' || coalesce(held.sum, 0)
          || ', open operations ' || coalesce(open.sum, 0) as fault
        from (
          select account.role, account.currency, sum(entry.amount_minor) as sum
          from account join entry on entry.account_id = account.id
          where account.role in (select held_in from ${SAID_TABLE})
          group by account.role, account.currency
        ) as held
        full join (
          select said.held_in as role, operation_leg.currency, sum(-amount_minor) as sum
          from operation
          join ${SAID_TABLE} on said.kind = operation.kind and said.state = operation.state
          join operation_leg on operation_leg.operation_id = operation.id
          where said.held_in is not null and amount_minor < 0
          group by said.held_in, operation_leg.currency
        ) as open on open.role = held.role and open.currency = held.currency
        where coalesce(held.sum, 0) <> coalesce(open.sum, 0)`,
  },
  {
    invariant: 'INV-11',
    says: 'what is owed on accounts is what the books say people owe',
    what: 'accounts on which something is owed',
    count: 'select count(*) from account where owed_minor > 0',
    faults: `select account.id || ' owes ' || owed_minor || ', the books say ' || coalesce(booked, 0) as fault
        from account
        left join (
          select operation_leg.account_id, sum(-entry.amount_minor) as booked
          from entry
          join account as owed on owed.id = entry.account_id and owed.role = 'owed'
          join transfer on transfer.id = entry.transfer_id
          join operation_leg on operation_leg.operation_id = transfer.operation_id and operation_leg.currency = entry.currency
          group by operation_leg.account_id
        ) as debts on debts.account_id = account.id
        where owed_minor <> coalesce(booked, 0)
      union all
      select owed.currency || ' is owed ' || -sum(entry.amount_minor) || ' in all, the accounts say ' || coalesce(said, 0) as fault
        from account as owed
        join entry on entry.account_id = owed.id
        left join (select currency, sum(owed_minor) as said from account group by currency) as accounts on accounts.currency = owed.currency
        where owed.role = 'owed'
        group by owed.currency, said
        having -sum(entry.amount_minor) <> coalesce(said, 0)`,
  },
  {
    invariant: 'INV-12',
    says: 'who is frozen has no account that is not, and nobody else has one that is',
    what: 'people who are frozen',
    count: 'select count(*) from wallet_user where is_frozen',
    faults: `select account.id || case when account.is_frozen then ' is frozen, its person is not' else ' is not frozen, its person is' end as fault
      from account join wallet_user on wallet_user.id = account.user_id
      where account.is_frozen <> wallet_user.is_frozen`,
  },
  {
    invariant: 'INV-8',
    says: 'nothing can be changed in the books: the triggers that refuse it stand',
    what: 'triggers',
    count: `select count(*) from pg_trigger where not tgisinternal and tgrelid in ('account'::regclass, 'operation'::regclass, 'operation_leg'::regclass, 'entry'::regclass, 'transfer'::regclass, 'checkpoint'::regclass, 'checkpoint_correction'::regclass)`,
    faults: `select wanted.name || ' is not enabled' as fault
      from unnest(array['entries_are_right', 'legs_are_right', 'account_is_kept', 'operation_stays', 'operation_is_kept', 'leg_stays', 'leg_is_kept', 'entry_stays', 'entry_is_kept', 'transfer_stays', 'transfer_is_kept', 'checkpoint_stays', 'checkpoint_is_kept', 'checkpoint_correction_stays', 'checkpoint_correction_is_kept']) as wanted (name)
      where not exists (select from pg_trigger where tgname = wanted.name and tgenabled = 'O')`,
  },
]

/**
 * Checks every invariant of the books, and those that features have of their own. Reads only; for a transaction of its own (inSnapshot),
 * whose planner it sets to its needs.
 */
export async function checkInvariants(queryable: Queryable, ofFeatures: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  await queryable.list(WHOLE_TABLES)
  for (const [place, { invariant, says, what, count, faults }] of [...CHECKS, ...ofFeatures].entries()) {
    const counted = await queryable.find<{ count: bigint }>({ name: `verify.${place}.count`, text: count })
    const found = await queryable.list<{ fault: string }>({ name: `verify.${place}.faults`, text: `${faults} limit 10` })
    findings.push({ invariant, says, looked: `${counted?.count ?? 0n} ${what}`, faults: found.map(({ fault }) => fault) })
  }
  const { broken, corrected, checkpoints, transfers } = await verifyCheckpoints(queryable)
  findings.push({
    invariant: 'INV-8',
    says: 'the chain of checkpoints fits every transfer that is in it',
    looked: `${checkpoints} checkpoints over ${transfers} transfers${corrected.length > 0 ? `, corrected by the operator: ${corrected.join(', ')}` : ''}`,
    faults: broken.map((number) => `checkpoint ${number} does not fit`),
  })
  return findings
}
