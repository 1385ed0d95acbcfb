-- Payments to sellers by their codes. What the merchants provider has paid for us stands apart from payouts.
alter table account
  drop constraint account_role_check,
  add constraint account_role_check check (role in ('user', 'liquidity', 'fees', 'topup_clearing', 'payout_hold', 'payout_clearing',
    'merchant_clearing', 'transfer_hold', 'suspense', 'owed', 'losses', 'bank'));

-- What the provider has told one person of a code: for a fixed amount, or between the least and the most that may be paid. Kept until it is
-- too old to be paid.
create table payment_quote (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  format text not null check (format ~ '^[a-z]{1,20}$'),
  provider text not null,
  provider_quote_id text not null,
  seller text not null,
  currency text not null,
  amount_minor bigint check (amount_minor > 0),
  min_minor bigint check (min_minor > 0),
  max_minor bigint check (max_minor >= min_minor),
  fee_minor bigint not null check (fee_minor >= 0),
  expires_at timestamptz not null,
  constraint payment_quote_fixed_or_free check ((amount_minor is null) = (min_minor is not null) and (min_minor is null) = (max_minor is null))
);
create index payment_quote_by_end on payment_quote (expires_at);
create index payment_quote_of_user on payment_quote (user_id);

create table payment (
  operation_id uuid primary key references operation,
  -- A quote is paid once, whatever is sent how often under which keys.
  quote_id uuid not null constraint payment_once_a_quote unique,
  provider text not null,
  provider_quote_id text not null,
  external_id text,
  reason text,
  next_check_at timestamptz,
  checks integer not null default 0,
  sending_until timestamptz,
  asked_at timestamptz,
  answer text,
  constraint payment_answer check ((asked_at is null) = (answer is null))
);
create index payment_to_check on payment (next_check_at) where next_check_at is not null;
