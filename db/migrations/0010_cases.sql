-- Money that fits nowhere has a place and an end: what is waiting for a person at the operator is a case, and what a person owes us is
-- on their account.

-- losses: what was written off; bank: what went by the operator's own bank account; owed: what people owe us (negative).
alter table account
  drop constraint account_role_check,
  add constraint account_role_check check (role in ('user', 'liquidity', 'fees', 'topup_clearing', 'payout_hold', 'payout_clearing',
    'suspense', 'owed', 'losses', 'bank')),
  add column owed_minor bigint not null default 0 check (owed_minor >= 0);

create table operator_case (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- what it is about: an operation, or what the provider calls it; one case of a kind for each
  reference text not null,
  operation_id uuid references operation,
  -- what of it is in suspense, signed; nothing where nothing was booked
  currency text,
  amount_minor bigint,
  details jsonb not null,
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  constraint operator_case_once unique (kind, reference),
  constraint operator_case_amount check ((currency is null) = (amount_minor is null)),
  constraint operator_case_end check ((resolved_at is null) = (resolution is null))
);

-- what came in place of what was ordered
alter table topup
  add column paid_currency text,
  add column paid_minor bigint,
  add constraint topup_paid check ((paid_currency is null) = (paid_minor is null));

create index operator_case_open on operator_case (opened_at) where resolved_at is null;

insert into operator_case (id, kind, reference, operation_id, details, opened_at)
  select id,
    case kind when 'payout_changed_its_end' then case details ->> 'told' when 'paid' then 'payout_paid_after_return' else 'payout_returned' end
      else kind end,
    coalesce(operation_id::text, details ->> 'order', details ->> 'reference', details ->> 'identification', id::text),
    operation_id, details, raised_at
  from alarm
  on conflict on constraint operator_case_once do nothing;

drop table alarm;
