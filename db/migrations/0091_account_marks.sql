-- What people make of their accounts: a name, a colour, whether it is out of sight while it is empty, its place among the others
-- (docs/decisions/035-own-accounts.md). The books know nothing of it.
create table account_mark (
  user_id uuid not null references wallet_user,
  account_id uuid not null references account,
  own_name text,
  color text,
  is_hidden boolean not null default false,
  position integer,
  primary key (user_id, account_id)
);

-- The other pages of the person show it, too.
create trigger account_mark_is_told after insert or update on account_mark
  for each row execute function tell_of_row('money');
