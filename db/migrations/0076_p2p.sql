-- Money between people (docs/decisions/024-money-between-people.md).

-- What a level allows: of one transfer, of a day and of thirty days of UTC, to one person in a day, and to be received in thirty days.
alter table level_limit
  add column p2p_min_minor bigint,
  add column p2p_max_minor bigint,
  add column p2p_daily_minor bigint,
  add column p2p_monthly_minor bigint,
  add column p2p_person_daily_minor bigint,
  add column p2p_received_monthly_minor bigint;
update level_limit set p2p_min_minor = withdrawal_min_minor, p2p_max_minor = withdrawal_max_minor, p2p_daily_minor = withdrawal_daily_minor,
  p2p_monthly_minor = 10 * withdrawal_daily_minor, p2p_person_daily_minor = withdrawal_daily_minor,
  p2p_received_monthly_minor = 10 * withdrawal_daily_minor;
alter table level_limit
  alter column p2p_min_minor set not null,
  alter column p2p_max_minor set not null,
  alter column p2p_daily_minor set not null,
  alter column p2p_monthly_minor set not null,
  alter column p2p_person_daily_minor set not null,
  alter column p2p_received_monthly_minor set not null,
  add constraint level_limit_p2p check (0 < p2p_min_minor and p2p_min_minor <= p2p_max_minor and p2p_max_minor <= p2p_daily_minor
    and p2p_daily_minor <= p2p_monthly_minor and 0 < p2p_person_daily_minor and 0 < p2p_received_monthly_minor);

alter table wallet_user
  add column found_by_phone boolean not null default true,
  add column takes_transfers boolean not null default true;

-- A transfer to a person, beside its operation. Whoever has no wallet yet is known by their number.
create table p2p (
  operation_id uuid primary key references operation,
  sender_id uuid not null references wallet_user,
  recipient_id uuid references wallet_user,
  phone text not null,
  amount_minor bigint not null check (amount_minor > 0),
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
