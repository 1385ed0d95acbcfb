-- Double entry. A transfer is a balanced set of entries; entries are never changed or taken away.
-- A user's money is a positive balance; a house account has no floor and keeps no running balance, so that nobody
-- queues for its row (docs/decisions/001-posting.md): its balance is the sum of its entries.

create table account (
  id uuid primary key,
  user_id uuid references wallet_user,
  role text not null check (role in ('user', 'liquidity', 'fees', 'topup_clearing', 'payout_hold', 'payout_clearing', 'suspense')),
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  balance_minor bigint,
  opened_at timestamptz not null,
  constraint account_belongs check ((role = 'user') = (user_id is not null)),
  constraint account_balance_kept check ((role = 'user') = (balance_minor is not null)),
  constraint balance_above_floor check (balance_minor >= 0),
  constraint account_currency_of_id unique (id, currency),
  constraint account_one_per_currency unique (user_id, currency)
) with (fillfactor = 70);

create unique index account_one_house_account on account (role, currency) where user_id is null;

-- What a user did and how it stands: the API's transaction list is read from here.
create table operation (
  id uuid primary key,
  user_id uuid not null,
  kind text not null check (kind in ('topup', 'withdrawal', 'exchange')),
  state text not null check (state in ('pending', 'complete', 'failed')),
  account_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint not null check (fee_minor >= 0),
  to_account_id uuid,
  to_currency text,
  to_amount_minor bigint,
  details jsonb not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint operation_sign check (case kind when 'topup' then amount_minor > 0 else amount_minor < 0 end),
  constraint operation_second_leg check ((kind = 'exchange') = (to_account_id is not null)),
  constraint operation_second_amount check ((kind = 'exchange') = (to_amount_minor is not null and to_amount_minor > 0)),
  constraint operation_end check ((state = 'pending') = (ended_at is null))
);

create index operation_of_user on operation (user_id, created_at desc, id desc);

-- What operations, transfers and entries refer to is checked for a whole statement at once: by foreign keys, row by row, it takes a
-- quarter of all posting (docs/decisions/001-posting.md). It says more than they could: that the accounts are the user's own. Nothing
-- that is referred to can be taken away, so nothing can be left dangling. Each look-up is by index, whatever the planner believes of
-- tables that it has not counted yet.
create function refuse_strange_operations() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select from added
    left join account on account.id = added.account_id and account.currency = added.currency and account.user_id = added.user_id
    where account.id is null
  ) or exists (
    select from added
    left join account on account.id = added.to_account_id and account.currency = added.to_currency and account.user_id = added.user_id
    where added.to_account_id is not null and account.id is null
  ) then
    raise exception 'an operation must be on accounts of its user, in their currencies' using errcode = 'WL003';
  end if;
  return null;
end $$;

create trigger operations_are_right after insert on operation
  referencing new table as added
  for each statement execute function refuse_strange_operations();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'WL002';
end $$;

create function refuse_moving_operations() returns trigger language plpgsql as $$
begin
  raise exception 'only the state of an operation changes' using errcode = 'WL002';
end $$;

create trigger operation_is_kept before delete on operation for each row execute function refuse_change();
create trigger operation_stays before update on operation for each row
  when ((old.id, old.user_id, old.kind, old.account_id, old.currency, old.amount_minor, old.fee_minor, old.to_account_id, old.to_amount_minor, old.created_at)
    is distinct from (new.id, new.user_id, new.kind, new.account_id, new.currency, new.amount_minor, new.fee_minor, new.to_account_id, new.to_amount_minor, new.created_at))
  execute function refuse_moving_operations();

create table transfer (
  -- the order of posting: two transfers that touch one account have their numbers in the order its balance changed
  seq bigint generated always as identity,
  id uuid primary key,
  operation_id uuid,
  kind text not null,
  posted_at timestamptz not null,
  -- one hold, one settlement … of an operation, whatever happens twice
  constraint transfer_once unique (operation_id, kind)
);

create index transfer_by_seq on transfer using brin (seq) with (pages_per_range = 16);

create table entry (
  transfer_id uuid not null,
  line smallint not null,
  account_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- a user's balance with this entry in it; nothing for house accounts
  balance_after_minor bigint check (balance_after_minor >= 0),
  primary key (transfer_id, line)
);

create function refuse_wrong_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select from added
    group by transfer_id, currency
    having sum(amount_minor) <> 0
  ) then
    raise exception 'entries of a transfer must sum to zero in each currency' using errcode = 'WL001';
  end if;
  if exists (
    select from added
    left join account on account.id = added.account_id and account.currency = added.currency
    where account.id is null
  ) or exists (
    select from (select distinct transfer_id from added) as of_transfers
    left join transfer on transfer.id = of_transfers.transfer_id
    left join operation on operation.id = transfer.operation_id
    where transfer.id is null or (transfer.operation_id is not null and operation.id is null)
  ) then
    raise exception 'an entry must be of a transfer of an operation, on an account of its currency' using errcode = 'WL003';
  end if;
  return null;
end $$;

create trigger entries_are_right after insert on entry
  referencing new table as added
  for each statement execute function refuse_wrong_entries();

create trigger entry_stays before update or delete on entry for each row execute function refuse_change();
create trigger entry_is_kept before truncate on entry for each statement execute function refuse_change();
create trigger transfer_stays before update or delete on transfer for each row execute function refuse_change();
create trigger account_is_kept before delete on account for each row execute function refuse_change();
create trigger transfer_is_kept before truncate on transfer for each statement execute function refuse_change();

-- Every transfer with its entries, in the order of seq, is bound into a chain of hashes a moment after it is posted.
create table seal (
  number bigint primary key,
  seq_from bigint not null,
  seq_to bigint not null,
  transfers bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null
);

create trigger seal_stays before update or delete on seal for each row execute function refuse_change();
create trigger seal_is_kept before truncate on seal for each statement execute function refuse_change();

-- The answer to a call that came with an Idempotency-Key, written in the same transaction as what it did. The name is a keyed hash
-- of user and key; the fingerprint is one of the call and its body.
create table answered (
  name uuid primary key,
  fingerprint bytea not null,
  answer jsonb not null,
  answered_at timestamptz not null
);

create index answered_by_age on answered using brin (answered_at) with (pages_per_range = 16);

-- The id begins with the instant it was made, so that the order of ids is the order of time.
create table notification (
  id uuid not null,
  user_id uuid not null references wallet_user,
  kind text not null,
  details jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
