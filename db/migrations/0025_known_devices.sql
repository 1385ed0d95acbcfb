-- Browsers that somebody has signed in with, by the id in their signed cookie: it tells strangers from those we know, and opens nothing.
create table known_device (
  user_id uuid not null references wallet_user,
  device_id uuid not null,
  seen_at timestamptz not null,
  primary key (user_id, device_id)
);

create index known_device_by_age on known_device using brin (seen_at) with (pages_per_range = 16);

-- Who asked for a code: what a stranger asks for is apart from what a device asks for that the owner of the number has signed in with.
-- A sign-up is kept with the code that was sent for it; the table registration is for a version before this one that runs beside it.
-- A decoy was never sent: a number without a wallet is answered, and guessed at, like any other.
alter table phone_code add column device_id uuid;
alter table phone_code add column is_known_device boolean not null default false;
alter table phone_code add column registration jsonb;
alter table phone_code drop constraint phone_code_purpose_check;
alter table phone_code add constraint phone_code_purpose_check check (purpose in ('register', 'login', 'register_decoy', 'login_decoy'));
