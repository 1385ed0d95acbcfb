-- What people sign in and confirm with instead of a code or the PIN: the public half of a key whose private half never leaves their device.
-- sign_count is what the device says how often it has signed; one that does not count says 0 each time.
create table passkey (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  credential_id bytea not null constraint passkey_credential_is_one unique,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);

create index passkey_by_user on passkey (user_id);

-- What a passkey is to sign: a keyed hash of it and of all that it is bound to. Whoever uses it deletes the row.
create table passkey_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);

create index passkey_challenge_by_age on passkey_challenge using brin (expires_at) with (pages_per_range = 16);

-- Whose first PIN it is: one that was set long after its session began may be the work of whoever has stolen the token. Null where a version
-- before this one has set it, which counts as the owner's.
alter table pin add column first_set_at timestamptz;
