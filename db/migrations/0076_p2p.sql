-- Money between people (docs/decisions/024-money-between-people.md).

-- What a level allows: of one transfer, of a day and of thirty days of UTC, to one person in a day, and to be received in thirty days. What is
-- not said is as for withdrawals (server/users/levels.ts): a version before this one, which may run beside it, says nothing.
alter table level_limit
  add column p2p_min_minor bigint check (p2p_min_minor > 0),
  add column p2p_max_minor bigint check (p2p_max_minor > 0),
  add column p2p_daily_minor bigint check (p2p_daily_minor > 0),
  add column p2p_monthly_minor bigint check (p2p_monthly_minor > 0),
  add column p2p_person_daily_minor bigint check (p2p_person_daily_minor > 0),
  add column p2p_received_monthly_minor bigint check (p2p_received_monthly_minor > 0);

alter table wallet_user
  add column found_by_phone boolean not null default true,
  add column takes_transfers boolean not null default true;

-- A transfer to a person, beside its operation. Whoever has no wallet yet is known by their number.
create table p2p (
  operation_id uuid primary key references operation,
  sender_id uuid not null references wallet_user,
  recipient_id uuid references wallet_user,
  phone text not null,
  -- How what waits is received: by whoever opens a wallet with the number, by the protection code, or because the recipient says so.
  receipt text check (receipt in ('at_sign_up', 'by_code', 'by_hand')),
  -- A keyed hash, until it has ended.
  protection_code bytea,
  attempts_left smallint not null default 3 check (attempts_left >= 0),
  invited_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  constraint p2p_code check (protection_code is null or receipt = 'by_code'),
  constraint p2p_expiry check ((expires_at is null) = (receipt is null))
);

create index p2p_to_check on p2p (next_check_at) where next_check_at is not null;
create index p2p_sent on p2p (sender_id, created_at desc);
create index p2p_sent_to on p2p (sender_id, phone, created_at);
create index p2p_incoming on p2p (recipient_id, created_at desc) where next_check_at is not null;
create index p2p_for_number on p2p (phone) where next_check_at is not null and recipient_id is null;

-- Whom somebody takes no transfers from.
create table p2p_block (
  user_id uuid not null references wallet_user,
  blocked_id uuid not null references wallet_user,
  created_at timestamptz not null,
  primary key (user_id, blocked_id)
);

-- Which numbers somebody has looked up.
create table p2p_lookup (
  user_id uuid not null references wallet_user,
  phone text not null,
  looked_up_at timestamptz not null,
  primary key (user_id, phone)
);

create index p2p_lookup_by_age on p2p_lookup (looked_up_at);

-- A kind may have figures in its name. What is there already kept to less, so nothing has to be looked through.
alter table operation
  drop constraint operation_kind,
  add constraint operation_kind check (kind ~ '^[a-z][a-z0-9_]{0,39}$') not valid;

-- Whoever it waits for is told, and that it has ended: they have no leg of it until they receive it.
create function tell_of_p2p() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into live_event (topic, people) values ('notices', array[new.recipient_id]);
  return null;
end $$;

create trigger p2p_is_told after insert or update of recipient_id, next_check_at on p2p
  for each row when (new.recipient_id is not null and new.receipt is not null) execute function tell_of_p2p();
