-- What has left a person while something about it was new: their device, PIN or passkey, or who receives it. Added up over all of their
-- accounts and all the ways out, for a day (server/movement). What a withdrawal said of itself (is_of_first_day) is for the version
-- before alone.
create table first_day_use (
  operation_id uuid primary key references operation,
  user_id uuid not null references wallet_user,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null
);

create index first_day_use_of_user on first_day_use (user_id, created_at);
create index first_day_use_by_age on first_day_use (created_at);

insert into first_day_use (operation_id, user_id, currency, amount_minor, created_at)
select operation_id, user_id, currency, -amount_minor - fee_minor, operation_leg.created_at
from withdrawal
join only operation_leg using (operation_id)
where is_of_first_day and operation_leg.created_at > now() - interval '1 day' and -amount_minor - fee_minor > 0;
