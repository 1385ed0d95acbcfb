-- Months of the books that are over leave the tables that grow, for tables of their own that inherit from them, and can be taken out of the
-- database whole (docs/decisions/042-partitions.md). An operation stays: other tables refer to it. Its legs, transfers and entries go.

create table archived_month (
  -- its first day
  month date primary key check (extract(day from month) = 1),
  -- moving: not all of it has been moved yet; detaching: nothing of it may change any more; detached: it is in its file
  state text not null check (state in ('moving', 'attached', 'detaching', 'detached')),
  -- The last checkpoint of the month: what it and those before it bind is what may be moved.
  checkpoint_number bigint not null,
  checkpoint_hash bytea not null,
  seq_to bigint not null,
  changed_at timestamptz not null,
  -- What it took out with it, once it is detached: of its operations and of the totals of its days how many, and a sum of hashes of them;
  -- and the hash of its file.
  operations bigint,
  operations_sum numeric,
  totals bigint,
  totals_sum numeric,
  file_hash bytea,
  constraint archived_month_has_file check (state <> 'detached' or
    num_nulls(operations, operations_sum, totals, totals_sum, file_hash) = 0)
);

-- What the entries of a detached month add up to.
create table archived_balance (
  month date not null references archived_month,
  account_id uuid not null,
  currency text not null,
  balance_minor bigint not null,
  primary key (month, account_id)
);

-- What the legs of a detached month add up to on days that have legs elsewhere, too. Of all other days the totals are its own.
create table archived_total (
  month date not null references archived_month,
  account_id uuid not null,
  day date not null,
  kind text not null,
  state text not null,
  is_out boolean not null,
  amount_minor bigint not null,
  legs bigint not null,
  primary key (account_id, day, kind, state, is_out, month)
);

-- A row is deleted where it was only once it stands, the same, in another table of the same books (the argument): so it can be moved and
-- not lost, by whomever.
create function refuse_loss() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  is_lost boolean;
begin
  case tg_argv[0]
    when 'entry' then
      select exists (select from gone where not exists (
        select from entry as kept
        where kept.transfer_id = gone.transfer_id and kept.line = gone.line and kept.* is not distinct from gone.*
      )) into is_lost;
    when 'transfer' then
      select exists (select from gone where not exists (
        select from transfer as kept where kept.id = gone.id and kept.* is not distinct from gone.*
      )) into is_lost;
    when 'operation_leg' then
      select exists (select from gone where not exists (
        select from operation_leg as kept
        where kept.operation_id = gone.operation_id and kept.leg = gone.leg and kept.* is not distinct from gone.*
      )) into is_lost;
  end case;
  if is_lost then
    raise exception '% is append-only', tg_table_name using errcode = 'WL002';
  end if;
  return null;
end $$;

drop trigger entry_stays on entry;
drop trigger transfer_stays on transfer;
drop trigger leg_stays on operation_leg;
create trigger entry_stays before update on entry for each row execute function refuse_change();
create trigger transfer_stays before update on transfer for each row execute function refuse_change();
create trigger leg_stays before update on operation_leg for each row execute function refuse_change();
create trigger entry_is_not_lost after delete on entry
  referencing old table as gone for each statement execute function refuse_loss('entry');
create trigger transfer_is_not_lost after delete on transfer
  referencing old table as gone for each statement execute function refuse_loss('transfer');
create trigger leg_is_not_lost after delete on operation_leg
  referencing old table as gone for each statement execute function refuse_loss('operation_leg');

-- What was posted just now stands in the tables themselves: so posting costs the same however many months there are.
create or replace function refuse_wrong_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select from added
    group by transfer_id, currency
    having sum(amount_minor) <> 0
  ) then
    raise exception 'entries of a transfer must sum to zero in each currency' using errcode = 'WL001';
  end if;
  if exists (
    select from added
    left join account on account.id = added.account_id and account.currency = added.currency
    where account.id is null
  ) or exists (
    select from (select distinct transfer_id from added) as of_transfers
    left join only transfer on transfer.id = of_transfers.transfer_id
    left join operation on operation.id = transfer.operation_id
    where transfer.id is null or (transfer.operation_id is not null and operation.id is null)
  ) then
    raise exception 'an entry must be of a transfer of an operation, on an account of its currency' using errcode = 'WL003';
  end if;
  return null;
end $$;

create or replace function refuse_strange_legs() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select from added
    left join account on account.id = added.account_id and account.currency = added.currency and account.user_id = added.user_id
    left join operation on operation.id = added.operation_id and operation.created_at <= added.created_at
    where account.id is null or operation.id is null
  ) then
    raise exception 'a leg must be of an operation, on an account of its person, in its currency' using errcode = 'WL003';
  end if;
  -- A leg joins what has not ended, and that has not been moved.
  if exists (
    select from added
    join only operation_leg as other on other.operation_id = added.operation_id
    where other.leg <> added.leg and other.account_id = added.account_id
  ) then
    raise exception 'an account takes part in an operation once' using errcode = 'WL003';
  end if;
  return null;
end $$;

-- What had ended and goes on all the same may be of a month that is being taken out, or has been: then it has to be brought back first.
-- Whoever takes one out waits for this transaction, and this one for them.
create function refuse_detached_changes() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if not exists (select from before where ended_at is not null) then
    return null;
  end if;
  perform from archived_month for share;
  if exists (
    select from before
    left join operation_leg on operation_leg.operation_id = before.id
    left join archived_month as leaving on leaving.state = 'detaching'
      and operation_leg.tableoid = to_regclass('operation_leg_' || to_char(leaving.month, 'YYYY_MM'))
    where before.ended_at is not null and (operation_leg.operation_id is null or leaving.month is not null)
  ) and exists (select from archived_month where state in ('detaching', 'detached')) then
    raise exception 'the operation is of a month that is in the archive' using errcode = 'WL004';
  end if;
  return null;
end $$;

create trigger detached_stays after update on operation
  referencing old table as before for each statement execute function refuse_detached_changes();

-- The totals, what open pages are told and what devices are (0026, 0073, 0090), as before: what goes on has its legs in the table itself,
-- unless it had ended before, which is seldom.
create or replace function total_new_states() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from before where ended_at is not null) then
    insert into daily_total as known (day, account_id, kind, state, is_out, amount_minor, legs)
    select (operation_leg.created_at at time zone 'UTC')::date, account_id, kind, state, amount_minor <= 0, sum(times * amount_minor), sum(times)
    from (
      select id, kind, state, -1 as times from before
      union all
      select id, kind, state, 1 from after
    ) as moved
    join operation_leg on operation_leg.operation_id = moved.id
    group by 1, 2, 3, 4, 5
    having sum(times) <> 0 or sum(times * amount_minor) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, kind, state, is_out) do update
      set amount_minor = known.amount_minor + excluded.amount_minor, legs = known.legs + excluded.legs;
    return null;
  end if;
  insert into daily_total as known (day, account_id, kind, state, is_out, amount_minor, legs)
  select (operation_leg.created_at at time zone 'UTC')::date, account_id, kind, state, amount_minor <= 0, sum(times * amount_minor), sum(times)
  from (
    select id, kind, state, -1 as times from before
    union all
    select id, kind, state, 1 from after
  ) as moved
  join only operation_leg on operation_leg.operation_id = moved.id
  group by 1, 2, 3, 4, 5
  having sum(times) <> 0 or sum(times * amount_minor) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (account_id, day, kind, state, is_out) do update
    set amount_minor = known.amount_minor + excluded.amount_minor, legs = known.legs + excluded.legs;
  return null;
end $$;

create or replace function tell_new_states() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from before where ended_at is not null) then
    insert into live_event (topic, people)
    select 'money', array_agg(distinct user_id)
    from after
    join operation_leg on operation_leg.operation_id = after.id
    having count(*) > 0;
    return null;
  end if;
  insert into live_event (topic, people)
  select 'money', array_agg(distinct user_id)
  from after
  join only operation_leg on operation_leg.operation_id = after.id
  having count(*) > 0;
  return null;
end $$;

drop trigger states_are_told on operation;
create trigger states_are_told after update on operation
  referencing old table as before new table as after
  for each statement execute function tell_new_states();

create or replace function push_new_states() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from before where ended_at is not null) then
    insert into push_message (user_id, subscription_id, operation_id, leg, state, state_before)
    with told as materialized (
      select operation_leg.user_id, push_subscription.id as subscription_id, after.id as operation_id, operation_leg.leg, after.state
      from after
      join operation_leg on operation_leg.operation_id = after.id
      join push_subscription on push_subscription.user_id = operation_leg.user_id
    )
    select told.user_id, told.subscription_id, told.operation_id, told.leg, told.state, before.state
    from told
    join before on before.id = told.operation_id and before.state <> told.state;
    return null;
  end if;
  insert into push_message (user_id, subscription_id, operation_id, leg, state, state_before)
  with told as materialized (
    select operation_leg.user_id, push_subscription.id as subscription_id, after.id as operation_id, operation_leg.leg, after.state
    from after
    join only operation_leg on operation_leg.operation_id = after.id
    join push_subscription on push_subscription.user_id = operation_leg.user_id
  )
  select told.user_id, told.subscription_id, told.operation_id, told.leg, told.state, before.state
  from told
  join before on before.id = told.operation_id and before.state <> told.state;
  return null;
end $$;
