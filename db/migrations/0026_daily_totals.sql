-- What the legs of a day add up to, for the statistics of people with many operations. A day is one of UTC, by when the operation was
-- begun; a total moves when its operations go on to another state. Kept by triggers, so that a process of an older version, which runs
-- beside a newer one while it is replaced, keeps them too (docs/decisions/012-totals-by-day.md). 0027 adds what was there before.
create table daily_total (
  account_id uuid not null,
  day date not null,
  kind text not null,
  state text not null,
  is_out boolean not null,
  amount_minor bigint not null,
  legs bigint not null,
  primary key (account_id, day, kind, state, is_out)
) with (fillfactor = 70);

-- As the owner of the tables: the totals are nobody else's to write, and the wallet's role is granted what is new only after migrating.
create function total_new_legs() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into daily_total as known (day, account_id, kind, state, is_out, amount_minor, legs)
  select (added.created_at at time zone 'UTC')::date, account_id, kind, state, amount_minor <= 0, sum(amount_minor), count(*)
  from added
  join operation on operation.id = added.operation_id
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (account_id, day, kind, state, is_out) do update
    set amount_minor = known.amount_minor + excluded.amount_minor, legs = known.legs + excluded.legs;
  return null;
end $$;

create function total_new_states() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
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
end $$;

create trigger legs_are_totalled after insert on operation_leg
  referencing new table as added
  for each statement execute function total_new_legs();

create trigger states_are_totalled after update on operation
  referencing old table as before new table as after
  for each statement execute function total_new_states();
