-- Devices that are told of news while no page is open (docs/decisions/027-web-push.md): each is of a session, and of one browser.
create table push_subscription (
  id uuid primary key,
  user_id uuid not null references wallet_user (id),
  session_id uuid not null unique references session (id) on delete cascade,
  -- A keyed hash of its address, which tells it from others.
  endpoint_hash bytea not null unique,
  -- Its address and its keys, encrypted: whoever has them may try to write to it.
  encrypted bytea not null,
  -- The wallet's key that it was made by; it takes messages by no other.
  public_key text not null,
  language text not null check (language in ('ru', 'en')),
  shows_amounts boolean not null,
  created_at timestamptz not null
);

create index push_subscription_by_user on push_subscription (user_id);

-- What a device is to be told, until it is told or given up: of a notice, or of what a leg of an operation has come to. It refers to
-- nothing that another may delete at the same moment: no movement of money fails for a message about it.
create table push_message (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  subscription_id uuid not null,
  notification_id uuid,
  operation_id uuid,
  leg smallint,
  state text,
  -- What it was before, where it was there.
  state_before text,
  created_at timestamptz not null default clock_timestamp(),
  next_check_at timestamptz not null default clock_timestamp(),
  checks integer not null default 0
);

create index push_message_due on push_message (next_check_at);
create index push_message_by_user on push_message (user_id);

-- Written with what is told, so that nothing is told that did not happen and nothing is missed. As the owner of the tables, by indexes
-- alone, and once a statement, as pages are told (0073).
create function push_new_notices() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into push_message (user_id, subscription_id, notification_id)
  select added.user_id, push_subscription.id, added.id
  from added
  join push_subscription on push_subscription.user_id = added.user_id;
  return null;
end $$;

create function push_new_legs() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into push_message (user_id, subscription_id, operation_id, leg, state)
  select added.user_id, push_subscription.id, added.operation_id, added.leg, operation.state
  from added
  join push_subscription on push_subscription.user_id = added.user_id
  join operation on operation.id = added.operation_id;
  return null;
end $$;

create function push_new_states() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into push_message (user_id, subscription_id, operation_id, leg, state, state_before)
  select operation_leg.user_id, push_subscription.id, after.id, operation_leg.leg, after.state, before.state
  from after
  join before on before.id = after.id and before.state <> after.state
  join operation_leg on operation_leg.operation_id = after.id
  join push_subscription on push_subscription.user_id = operation_leg.user_id;
  return null;
end $$;

create trigger notifications_are_pushed after insert on notification
  referencing new table as added
  for each statement execute function push_new_notices();

create trigger legs_are_pushed after insert on operation_leg
  referencing new table as added
  for each statement execute function push_new_legs();

create trigger states_are_pushed after update on operation
  referencing old table as before new table as after
  for each statement execute function push_new_states();

-- Whatever ends a session, its device is told nothing from then on, and its address is forgotten.
create function forget_pushed_device() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  delete from push_subscription where session_id = new.id;
  return null;
end $$;

create trigger session_end_ends_push after update of ended_at on session
  for each row when (new.ended_at is not null) execute function forget_pushed_device();
