-- What is new is trusted with less for a day: since when a PIN is another than before, and a recipient known to a person. `vault_key` is
-- the vault's fingerprint of a number, or its token where it gives none. Of a version before this one, which may run beside, recipients are
-- new once more.
alter table pin add column changed_at timestamptz;

create table known_recipient (
  user_id uuid not null references wallet_user,
  provider text not null,
  vault_key text not null,
  first_used_at timestamptz not null,
  primary key (user_id, provider, vault_key)
);

insert into known_recipient (user_id, provider, vault_key, first_used_at)
select user_id, provider, coalesce(fingerprint, token), min(operation_leg.created_at)
from withdrawal
join operation_leg on operation_leg.operation_id = withdrawal.operation_id
group by 1, 2, 3;

-- Made while something about it was new: what is allowed of such withdrawals in a day is less.
alter table withdrawal add column is_of_first_day boolean not null default false;
