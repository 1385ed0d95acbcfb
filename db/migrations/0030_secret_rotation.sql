-- The secret that takes the place of another: what is written is keyed by `fingerprint`'s; `previous` stays until nothing is encrypted by it
-- any more. `encrypts` is false while a version may run beside that cannot read what is encrypted (server/secret.ts).
alter table secret_fingerprint add column previous bytea;
alter table secret_fingerprint add column rotated_at timestamptz;
alter table secret_fingerprint add column encrypts boolean not null default false;

-- E-mail, city, zip code and address of a person, encrypted; then those columns are empty. The index is a keyed hash of the e-mail.
alter table wallet_user add column personal_data bytea;
alter table wallet_user add column email_index bytea;
create index wallet_user_by_email on wallet_user (email_index) where email_index is not null;
