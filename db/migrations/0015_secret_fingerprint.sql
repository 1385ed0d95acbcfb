-- A keyed hash of nothing in particular: two wallets with different secrets must not use one database.
create table secret_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null
);
