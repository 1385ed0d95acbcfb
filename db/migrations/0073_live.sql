-- What has changed for people, for those of their pages that are open: whose, and what about, never what. Every process reads what has
-- become visible since it last looked, by the transactions that wrote it (docs/decisions/023-live.md). It is worth a minute: nothing of it
-- is written to the log of PostgreSQL, and a server that has crashed begins without it.
create unlogged table live_event (
  transaction_id xid8 not null default pg_current_xact_id(),
  topic text not null check (topic in ('money', 'notices', 'profile', 'sessions')),
  people uuid[] not null,
  created_at timestamptz not null default clock_timestamp()
);

create index live_event_by_transaction on live_event (transaction_id);
create index live_event_by_age on live_event (created_at);

-- Opens a stream of events, once: a keyed hash, since the ticket itself stands in an address.
create table live_ticket (
  hash bytea primary key,
  session_id uuid not null,
  expires_at timestamptz not null
);

create index live_ticket_by_age on live_ticket using brin (expires_at) with (pages_per_range = 16);

-- As the owner of the tables, as totals are written (0026): the wallet's role is granted what is new only after migrating, and a process
-- of a version before this one runs beside. Legs and states once a statement, as the ledger writes them for many people at once.
create function tell_new_legs() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into live_event (topic, people)
  select 'money', array_agg(distinct user_id) from added having count(*) > 0;
  return null;
end $$;

create function tell_new_states() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into live_event (topic, people)
  select 'money', array_agg(distinct user_id)
  from after
  join operation_leg on operation_leg.operation_id = after.id
  having count(*) > 0;
  return null;
end $$;

-- The topic is the trigger's argument.
create function tell_of_row() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into live_event (topic, people) values (tg_argv[0], array[new.user_id]);
  return null;
end $$;

create function tell_of_user() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into live_event (topic, people) values ('profile', array[new.id]);
  return null;
end $$;

create trigger legs_are_told after insert on operation_leg
  referencing new table as added
  for each statement execute function tell_new_legs();

create trigger states_are_told after update on operation
  referencing new table as after
  for each statement execute function tell_new_states();

create trigger account_is_told after insert on account
  for each row when (new.user_id is not null) execute function tell_of_row('money');

-- Not of its balance, which legs tell of.
create trigger account_stop_is_told after update of is_frozen, is_closed on account
  for each row when ((old.is_frozen, old.is_closed) is distinct from (new.is_frozen, new.is_closed))
  execute function tell_of_row('money');

create trigger notification_is_told after insert on notification
  for each row execute function tell_of_row('notices');

create trigger identification_is_told after insert on identification
  for each row execute function tell_of_row('profile');

create trigger identification_state_is_told after update of state on identification
  for each row when (old.state is distinct from new.state) execute function tell_of_row('profile');

create trigger session_is_told after insert on session
  for each row execute function tell_of_row('sessions');

create trigger session_end_is_told after update of ended_at on session
  for each row when (old.ended_at is distinct from new.ended_at) execute function tell_of_row('sessions');

create trigger user_is_told after update of level_code, is_topup_allowed, is_withdrawal_allowed, is_frozen, frozen_by_owner_at,
  frozen_by_operator_at, stopped_features, exchange_stopped_until, email_verified_at on wallet_user
  for each row when (
    (old.level_code, old.is_topup_allowed, old.is_withdrawal_allowed, old.is_frozen, old.frozen_by_owner_at, old.frozen_by_operator_at,
      old.stopped_features, old.exchange_stopped_until, old.email_verified_at)
    is distinct from
    (new.level_code, new.is_topup_allowed, new.is_withdrawal_allowed, new.is_frozen, new.frozen_by_owner_at, new.frozen_by_operator_at,
      new.stopped_features, new.exchange_stopped_until, new.email_verified_at)
  )
  execute function tell_of_user();
