-- Who has a wallet, how far they are identified, and how they prove who they are.
-- Codes, PINs and tokens are here only as keyed or slow hashes; the key is not in the database.

create table level (
  code text primary key,
  position integer not null constraint level_position_once unique,
  name_ru text not null,
  name_en text not null,
  ask_for_next boolean not null,
  is_topup_allowed boolean not null,
  is_withdrawal_allowed boolean not null
);

create table level_limit (
  level_code text not null references level,
  currency text not null,
  topup_min_minor bigint not null check (topup_min_minor > 0),
  topup_max_minor bigint not null check (topup_max_minor >= topup_min_minor),
  withdrawal_min_minor bigint not null check (withdrawal_min_minor > 0),
  withdrawal_max_minor bigint not null check (withdrawal_max_minor >= withdrawal_min_minor),
  withdrawal_daily_minor bigint not null check (withdrawal_daily_minor >= 0),
  withdrawal_fee_basis_points integer not null check (withdrawal_fee_basis_points between 0 and 9999),
  primary key (level_code, currency)
);

create table wallet_user (
  id uuid primary key,
  phone text not null constraint wallet_user_phone_once unique check (phone ~ '^\+[1-9][0-9]{4,14}$'),
  first_name text not null,
  last_name text not null,
  email text not null,
  country_code text,
  city text,
  zip_code text,
  address text,
  level_code text not null references level,
  is_topup_allowed boolean not null,
  is_withdrawal_allowed boolean not null,
  registered_at timestamptz not null
);

create table consent (
  user_id uuid not null references wallet_user,
  document text not null,
  version text not null,
  accepted_at timestamptz not null,
  primary key (user_id, document, version)
);

-- A sign-up that has begun: nothing of it touches a user until the phone is confirmed.
create table registration (
  phone text primary key,
  details jsonb not null,
  begun_at timestamptz not null
);

create table phone_code (
  id uuid primary key,
  phone text not null,
  purpose text not null check (purpose in ('register', 'login')),
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  guesses integer not null default 0,
  used_at timestamptz
);

create index phone_code_by_phone on phone_code (phone, created_at desc);

-- Counters behind every limit; a row is one window of one key ("codes sent to this phone in this hour").
create table attempt (
  scope text not null,
  key text not null,
  window_started_at timestamptz not null,
  taken integer not null,
  primary key (scope, key)
);

create table session (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  token_hash bytea not null constraint session_token_once unique,
  device text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz
);

create index session_by_user on session (user_id);

create table pin (
  user_id uuid primary key references wallet_user,
  hash text not null,
  set_at timestamptz not null,
  -- wrong ones in a row, and since the last sign-in by SMS
  failures integer not null default 0,
  failures_since_sign_in integer not null default 0,
  blocked_until timestamptz
);
