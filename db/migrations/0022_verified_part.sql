-- Up to where `npm run verify` has found everything right, so that the next one looks at what came after it (server/ledger/verified-part.ts).
create table verified_part (
  -- one row, or none where everything has to be looked at
  is_only boolean primary key default true check (is_only),
  checkpoint_number bigint not null,
  checkpoint_hash bytea not null,
  seq_to bigint not null,
  verified_at timestamptz not null
);

-- What the entries up to there add up to, on every account, and the debts among them.
create table verified_balance (
  account_id uuid primary key,
  currency text not null,
  balance_minor bigint not null,
  owed_minor bigint not null
) with (fillfactor = 70);

-- What had not ended then, and can still change without a transfer.
create table verified_open_operation (
  operation_id uuid primary key
);

alter table verification add column is_full boolean not null default true;

create index operation_by_age on operation using brin (created_at) with (pages_per_range = 16, autosummarize = on);
-- A range that is not summarised is read by every look by seq, and a vacuum, which would do it, comes when a fifth of the table is new.
alter index transfer_by_seq set (autosummarize = on);
