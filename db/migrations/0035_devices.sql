-- Which device a session is on and from where it was last used: of an IPv4 address the first 24 bits, of an IPv6 address 48.
alter table session add column device_id uuid;
alter table session add column address text;

-- Since when a device is known, whether the wallet was opened with it, and what its owner calls it. A version before this one, which may
-- run beside, knows nothing of them.
alter table known_device add column first_seen_at timestamptz not null default now();
alter table known_device add column opened_wallet boolean not null default false;
alter table known_device add column name text;

-- Of what is known already nobody kept since when: the last sign-in with it is the latest that it can be.
update known_device set
  first_seen_at = seen_at,
  opened_wallet = exists (select from wallet_user where id = user_id and registered_at = seen_at);
