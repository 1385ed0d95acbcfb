-- A wallet that its person has closed. Its number is free again, so that a number has one open wallet, and may have had others; after the
-- years that the law asks for a closed one has none (docs/decisions/017-closing.md). An exclusion rather than a unique index: a version
-- before this one, which may run beside, goes by the constraint's name.
alter table wallet_user
  add column closed_at timestamptz,
  alter column phone drop not null,
  add constraint wallet_user_phone_until_closed check (phone is not null or closed_at is not null),
  drop constraint wallet_user_phone_once,
  add constraint wallet_user_phone_once exclude using btree (phone with =) where (closed_at is null);

create index wallet_user_closed on wallet_user (closed_at) where closed_at is not null;

-- As with is_frozen, whoever posts reads it with the balance, under the lock of the account.
alter table account
  add column is_closed boolean not null default false,
  add constraint account_closed_is_of_user check (user_id is not null or not is_closed),
  add constraint account_closed_is_empty check (not is_closed or balance_minor = 0);

-- What somebody was told is looked for when they ask for their data, and when they close their wallet.
create index message_by_user on message (user_id);

alter table phone_code drop constraint phone_code_purpose_check;
alter table phone_code add constraint phone_code_purpose_check
  check (purpose in ('register', 'login', 'pin', 'unfreeze', 'close', 'register_decoy', 'login_decoy'));
