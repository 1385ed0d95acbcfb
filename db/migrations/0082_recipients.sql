-- What people call those whom they have sent to, who of them is a favourite, and who was taken out of the list; whom they have sent to is
-- what their operations say (docs/decisions/026-recipients.md). `provider` is empty for a person, whose key is their number; else the key is
-- the vault's fingerprint of a card or an address, or its token where it gives none. `operation_id` went there.
create table recipient (
  user_id uuid not null references wallet_user,
  provider text not null,
  recipient_key text not null,
  operation_id uuid not null references operation,
  own_name text,
  is_favourite boolean not null default false,
  removed_at timestamptz,
  primary key (user_id, provider, recipient_key),
  constraint recipient_removed check (removed_at is null or (own_name is null and not is_favourite))
);
