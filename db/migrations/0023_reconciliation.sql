-- Ended top-ups and withdrawals about which their providers are asked once more, a day later or when the operator wants it: what a
-- provider has changed since, and told nobody, is found so.
create table reconciliation (
  operation_id uuid primary key,
  ended_at timestamptz not null,
  -- nothing once the provider has answered
  next_check_at timestamptz,
  checks integer not null default 0
);
create index reconciliation_due on reconciliation (next_check_at) where next_check_at is not null;
create index reconciliation_by_age on reconciliation (ended_at);
