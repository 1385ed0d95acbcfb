-- What stands between our books and the providers: orders, payouts, the inbox of their events, quoted rates.

create table topup (
  operation_id uuid primary key references operation,
  provider text not null,
  external_id text,
  url text,
  next_check_at timestamptz,
  checks integer not null default 0
);

create index topup_to_check on topup (next_check_at) where next_check_at is not null;

-- held: the money is in payout_hold and the provider may or may not have been asked; unknown: it was, and did not answer.
create table withdrawal (
  operation_id uuid primary key references operation,
  provider text not null,
  token text not null,
  masked text not null,
  state text not null check (state in ('held', 'unknown', 'settled', 'reversed')),
  external_id text,
  reason text,
  next_check_at timestamptz,
  checks integer not null default 0,
  constraint withdrawal_end check ((state in ('settled', 'reversed')) = (next_check_at is null))
);

create index withdrawal_to_check on withdrawal (next_check_at) where next_check_at is not null;

create table provider_event (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  body jsonb not null,
  primary key (provider, event_id)
);

-- What a person at the operator has to look at: an amount that differs, a payout that was paid after it was given back.
create table alarm (
  id uuid primary key,
  kind text not null,
  operation_id uuid references operation,
  details jsonb not null,
  raised_at timestamptz not null,
  constraint alarm_once unique (operation_id, kind)
);

create table rate_sheet (
  id uuid primary key,
  issued_at timestamptz not null,
  taken_at timestamptz not null,
  rates jsonb not null
);

create index rate_sheet_by_age on rate_sheet (issued_at);
