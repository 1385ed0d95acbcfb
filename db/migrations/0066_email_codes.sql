-- Codes that were sent to an e-mail: to confirm whose it is, or to get back into a wallet. `recipient` is a keyed hash of whom it was for,
-- by which it is found; a decoy stands for the code that the owner of a wallet would have been sent.
create table email_code (
  id uuid primary key,
  user_id uuid references wallet_user,
  purpose text not null check (purpose in ('confirm', 'recover', 'recover_decoy')),
  recipient bytea not null,
  code_hash bytea not null,
  guesses integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint email_code_of_somebody check ((user_id is null) = (purpose = 'recover_decoy'))
);

create index email_code_by_recipient on email_code (recipient, created_at);
create index email_code_by_age on email_code (created_at);
create index email_code_by_user on email_code (user_id);
