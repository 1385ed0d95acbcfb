-- Who is frozen moves no money of their own will. Each of their accounts says so too: whoever posts reads it with the balance, under the
-- lock of the account.
alter table wallet_user add column is_frozen boolean not null default false;
alter table account
  add column is_frozen boolean not null default false,
  add constraint account_frozen_is_of_user check (user_id is not null or not is_frozen);
