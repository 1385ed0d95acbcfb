import { listOperationKinds } from '#contract/operation-kinds'
import { isLegInBalance } from '#contract/operation-states'
import { ARCHIVED_TO, ARCHIVED_UNTIL, amountsByAccount, type BooksPart, bookedByDay, debtsOf } from './books-part.ts'

/** How an invariant is looked for in the database. */
export interface Check {
  readonly invariant: string
  readonly says: string
  readonly what: string
  /** Counts what is looked at. */
  readonly count: (books: BooksPart) => string
  /** Selects one text column `fault` for each thing that is wrong. */
  readonly faults: (books: BooksPart) => string
}

/** Invariants of the books, whatever is booked in them. */
export const BOOKS_INVARIANTS: readonly Check[] = [
  {
    invariant: 'INV-1',
    says: 'the entries of every transfer sum to zero in each currency',
    what: 'transfers',
    count: ({ transfers }) => `select count(*) from ${transfers} as transfer`,
    faults: ({ transfers, entries }) => `select transfer.id || ' ' || coalesce(currency, 'has no entries') as fault
      from ${transfers} as transfer left join ${entries} as entry on entry.transfer_id = transfer.id
      group by transfer.id, currency
      having count(entry.line) = 0 or sum(amount_minor) <> 0
      union all
      select 'entry ' || transfer_id || ' ' || line || ' refers to nothing' as fault
      from ${entries} as entry
      left join ${transfers} as transfer on transfer.id = entry.transfer_id
      left join account on account.id = entry.account_id and account.currency = entry.currency
      where transfer.id is null or account.id is null`,
  },
  {
    invariant: 'INV-2',
    says: 'all entries sum to zero in each currency',
    what: 'entries',
    count: ({ entries }) => `select count(*) from ${entries} as entry`,
    faults: (books) =>
      `select currency || ' ' || sum(amount_minor) as fault from ${amountsByAccount(books)} as amount group by currency having sum(amount_minor) <> 0`,
  },
  {
    invariant: 'INV-3',
    says: "every user's balance is the sum of its entries, after each of them",
    what: 'accounts of users',
    count: () => 'select count(*) from account where user_id is not null',
    faults: (
      books,
    ) => `select account.id || ' has ' || balance_minor || ', entries say ' || coalesce(sum(amount_minor), 0) as fault
        from account left join ${amountsByAccount(books)} as amount on amount.account_id = account.id
        where user_id is not null
        group by account.id
        having balance_minor <> coalesce(sum(amount_minor), 0)
      union all
      select 'entry ' || transfer_id || ' ' || line || ' tells ' || balance_after_minor || ', the sum is ' || running as fault
        from (
          select entry.transfer_id, entry.line, balance_after_minor, transfer.seq,
            coalesce(before.balance_minor, 0)
              + sum(amount_minor) over (partition by entry.account_id order by transfer.seq, entry.line) as running
          from ${books.entries} as entry
          join ${books.transfers} as transfer on transfer.id = entry.transfer_id
          left join ${books.balancesBefore} as before on before.account_id = entry.account_id
          where balance_after_minor is not null
        ) as told
        where balance_after_minor <> running${books.isDetached ? ` and seq > ${ARCHIVED_TO}` : ''}`,
  },
  {
    invariant: 'INV-4',
    says: 'no user has less than nothing',
    what: 'accounts of users',
    count: () => 'select count(*) from account where user_id is not null',
    faults: ({ entries }) => `select id || ' ' || balance_minor as fault from account where balance_minor < 0
      union all
      select account_id || ' was at ' || balance_after_minor as fault from ${entries} as entry where balance_after_minor < 0`,
  },
  {
    invariant: 'INV-5',
    says: 'every operation has just the transfers that its state says, for the amounts of its legs',
    what: 'operations',
    count: ({ operations }) => `select count(*) from ${operations} as operation`,
    faults: ({
      transfers,
      entries,
      operations,
      knownOperations,
      isDetached,
      operationTransfers,
      operationEntries,
      ofOperations,
    }) => `select operation.id || ' is a ' || operation.state || ' ' || operation.kind || ' with ' || coalesce(kinds, 'no transfers') as fault
        from ${operations} as operation
        left join ${SAID_TABLE} on said.kind = operation.kind and said.state = operation.state
        left join (
          select operation_id, string_agg(kind, '+' order by seq) as kinds from ${operationTransfers} as transfer group by operation_id
        ) as posted on posted.operation_id = operation.id
        where (coalesce(kinds, '') = said.transfers and (ended_at is not null) = said.has_ended) is not true
      union all
      select transfer.operation_id || ' has transfers and is not there' as fault
        from ${transfers} as transfer
        left join ${operations} as operation on operation.id = transfer.operation_id
        where transfer.operation_id is not null and operation.id is null
      union all
      select operation.id || ' has no legs' as fault
        from ${knownOperations} as operation
        left join ${ofOperations('operation_leg')} as operation_leg on operation_leg.operation_id = operation.id
        where operation_leg.operation_id is null${isDetached ? ` and (ended_at is null or ended_at >= ${ARCHIVED_UNTIL})` : ''}
      union all
      select coalesce(sums.operation_id, legs.operation_id) || ' moved ' || coalesce(moved, 0) || ' on an account, its legs say ' || coalesce(said, 0) as fault
        from (
          select transfer.operation_id, entry.account_id, sum(entry.amount_minor) as moved
          from ${operationTransfers} as transfer
          join ${operationEntries} as entry on entry.transfer_id = transfer.id
          join account on account.id = entry.account_id
          where transfer.operation_id is not null and account.user_id is not null
          group by transfer.operation_id, entry.account_id
        ) as sums
        full join (
          select operation_id, account_id, 
            sum(case when case when amount_minor <= 0 then is_out_in_balance else is_in_in_balance end then amount_minor else 0 end) as said
          from ${ofOperations('operation_leg')} as operation_leg
          join ${operations} as operation on operation.id = operation_leg.operation_id
          join ${SAID_TABLE} on said.kind = operation.kind and said.state = operation.state
          group by operation_id, account_id
        ) as legs on legs.operation_id = sums.operation_id and legs.account_id = sums.account_id
        where coalesce(moved, 0) <> coalesce(said, 0)
      union all
      select operation_id || ' has a leg that is not on its person’s account' as fault
        from ${ofOperations('operation_leg')} as operation_leg
        left join account on account.id = operation_leg.account_id and account.user_id = operation_leg.user_id
          and account.currency = operation_leg.currency
        where account.id is null
      union all
      select transfer.id || ' moved the money of a person for no operation'
        from ${transfers} as transfer
        join ${entries} as entry on entry.transfer_id = transfer.id
        join account on account.id = entry.account_id
        where transfer.operation_id is null and account.user_id is not null and transfer.kind in (${TRANSFERS_OF_OPERATIONS})`,
  },
  {
    invariant: 'INV-6',
    says: 'every step of an operation is posted once',
    what: 'transfers',
    count: ({ transfers }) => `select count(*) from ${transfers} as transfer where operation_id is not null`,
    faults: ({ operationTransfers }) => `select operation_id || ' has ' || count(*) || ' of ' || kind as fault
      from ${operationTransfers} as transfer
      where operation_id is not null
      group by operation_id, kind
      having count(*) > 1`,
  },
  {
    invariant: 'INV-7',
    says: 'what is held is what open operations hold',
    what: 'operations that have not ended',
    count: ({ operations }) => `select count(*) from ${operations} as operation where ended_at is null`,
    faults: (
      books,
    ) => `select coalesce(held.role, open.role) || ' ' || coalesce(held.currency, open.currency) || ': held ' || coalesce(held.sum, 0)
          || ', open operations ' || coalesce(open.sum, 0) as fault
        from (
          select account.role, account.currency, sum(amount_minor) as sum
          from account join ${amountsByAccount(books)} as amount on amount.account_id = account.id
          where account.role in (select held_in from ${SAID_TABLE})
          group by account.role, account.currency
        ) as held
        full join (
          select said.held_in as role, operation_leg.currency, sum(-amount_minor) as sum
          from ${books.operations} as operation
          join ${SAID_TABLE} on said.kind = operation.kind and said.state = operation.state
          join ${books.ofOperations('operation_leg')} as operation_leg on operation_leg.operation_id = operation.id
          where said.held_in is not null and amount_minor < 0
          group by said.held_in, operation_leg.currency
        ) as open on open.role = held.role and open.currency = held.currency
        where coalesce(held.sum, 0) <> coalesce(open.sum, 0)`,
  },
  {
    invariant: 'INV-11',
    says: 'what is owed on accounts is what the books say people owe',
    what: 'accounts on which something is owed',
    count: () => 'select count(*) from account where owed_minor > 0',
    faults: (books) => `select account.id || ' owes ' || account.owed_minor || ', the books say ' || coalesce(booked, 0) as fault
        from account
        left join (
          select account_id, sum(owed_minor) as booked from ${debtsOf(books)} as debt group by account_id
        ) as debts on debts.account_id = account.id
        where account.owed_minor <> coalesce(booked, 0)
      union all
      select owed.currency || ' is owed ' || -sum(amount_minor) || ' in all, the accounts say ' || coalesce(said, 0) as fault
        from account as owed
        join ${amountsByAccount(books)} as amount on amount.account_id = owed.id
        left join (select currency, sum(owed_minor) as said from account group by currency) as accounts on accounts.currency = owed.currency
        where owed.role = 'owed'
        group by owed.currency, said
        having -sum(amount_minor) <> coalesce(said, 0)`,
  },
  {
    invariant: 'INV-12',
    says: 'who is frozen has no account that is not, and nobody else has one that is',
    what: 'people who are frozen',
    count: () => 'select count(*) from wallet_user where is_frozen',
    faults:
      () => `select account.id || case when account.is_frozen then ' is frozen, its person is not' else ' is not frozen, its person is' end as fault
      from account join wallet_user on wallet_user.id = account.user_id
      where account.is_frozen <> wallet_user.is_frozen`,
  },
  {
    invariant: 'INV-14',
    says: 'who has closed their wallet has no account that is open, and nobody else has one that is closed',
    what: 'wallets that are closed',
    count: () => 'select count(*) from wallet_user where closed_at is not null',
    faults:
      () => `select account.id || case when account.is_closed then ' is closed, its wallet is not' else ' is open, its wallet is closed' end as fault
      from account join wallet_user on wallet_user.id = account.user_id
      where account.is_closed <> (wallet_user.closed_at is not null)`,
  },
  {
    invariant: 'INV-13',
    says: 'the totals of every day are what its legs add up to',
    what: 'totals of days',
    count: ({ dailyTotals }) => `select count(*) from ${dailyTotals} as daily_total`,
    faults: (books) => `with kept as (select * from ${books.dailyTotals} as daily_total), ${bookedByDay(books)}
      select account_id || ' on ' || day || ': ' || coalesce(kept.legs, 0) || ' of ' || kind || ' ' || state || ' are ' || coalesce(kept.amount_minor, 0)
          || ', the legs say ' || coalesce(booked.legs, 0) || ' and ' || coalesce(booked.amount_minor, 0) as fault
        from kept
        full join booked using (account_id, day, kind, state, is_out)
        where (coalesce(kept.amount_minor, 0) <> coalesce(booked.amount_minor, 0) or coalesce(kept.legs, 0) <> coalesce(booked.legs, 0))
          and ${books.isDetached ? '(account_id, day) in (select account_id, day from booked)' : 'true'}`,
  },
  {
    invariant: 'INV-8',
    says: 'nothing can be changed in the books: the triggers that refuse it, or keep its totals, stand',
    what: 'triggers',
    count: () =>
      `select count(*) from pg_trigger where not tgisinternal and tgrelid in ('account'::regclass, 'operation'::regclass, 'operation_leg'::regclass, 'entry'::regclass, 'transfer'::regclass, 'checkpoint'::regclass, 'checkpoint_correction'::regclass, 'checkpoint_mac'::regclass)`,
    faults: () => `select wanted.name || ' is not enabled' as fault
      from unnest(array['entries_are_right', 'legs_are_right', 'legs_are_totalled', 'states_are_totalled', 'account_is_kept', 'operation_stays', 'operation_is_kept', 'leg_stays', 'leg_is_not_lost', 'leg_is_kept', 'entry_stays', 'entry_is_not_lost', 'entry_is_kept', 'transfer_stays', 'transfer_is_not_lost', 'transfer_is_kept', 'detached_stays', 'checkpoint_stays', 'checkpoint_is_kept', 'checkpoint_correction_stays', 'checkpoint_correction_is_kept', 'checkpoint_mac_stays', 'checkpoint_mac_is_kept']) as wanted (name)
      where not exists (select from pg_trigger where tgname = wanted.name and tgenabled = 'O')
      union all
      select inhrelid::regclass || ' can be changed'
      from pg_inherits
      where inhparent in ('operation_leg'::regclass, 'entry'::regclass, 'transfer'::regclass)
        and (select count(*) from pg_trigger where tgrelid = inhrelid and tgname like 'month_%' and tgenabled = 'O') < 3`,
  },
]

const SAID = listOperationKinds()
  .flatMap(([kind, { states }]) =>
    Object.entries(states).map(([name, state]) => {
      const { transfers, apiState, heldIn } = state
      const held = heldIn ? `'${heldIn}'` : 'null'
      const inBalance = `${isLegInBalance(state, true)}, ${isLegInBalance(state, false)}`
      return `('${kind}', '${name}', '${transfers.join('+')}', ${inBalance}, ${apiState !== 'pending'}, ${held})`
    }),
  )
  .join(',\n          ')
/** What the kinds of operations say of their states (contract/operation-kinds.ts), as a table in SQL named said. */
const SAID_TABLE = `(values ${SAID}) as said (kind, state, transfers, is_out_in_balance, is_in_in_balance, has_ended, held_in)`

/** The kinds of transfers that operations have, as a list in SQL. */
const TRANSFERS_OF_OPERATIONS = [
  ...new Set(listOperationKinds().flatMap(([, { states }]) => Object.values(states).flatMap(({ transfers }) => transfers))),
]
  .map((kind) => `'${kind}'`)
  .join(', ')
