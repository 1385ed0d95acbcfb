-- What people are told by SMS and e-mail: written with what it tells of, sent by a job (server/messages). What it says, and to whom, is
-- kept until it is sent, or given up.
create table message (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  channel text not null check (channel in ('sms', 'email')),
  kind text not null,
  language text not null check (language in ('ru', 'en')),
  recipient text,
  details jsonb,
  created_at timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  given_up_reason text check (given_up_reason in ('refused', 'too_late', 'no_provider')),
  constraint message_waits_or_is_over check ((next_check_at is null) = (num_nonnulls(sent_at, given_up_at) = 1)),
  constraint message_is_kept_while_it_waits check (num_nonnulls(recipient, details) = case when next_check_at is null then 0 else 2 end),
  constraint message_given_up_for_a_reason check ((given_up_at is null) = (given_up_reason is null))
);

create index message_due on message (channel, next_check_at) where next_check_at is not null;
create index message_given_up on message (given_up_at) where given_up_at is not null;
create index message_by_age on message using brin (created_at) with (pages_per_range = 16);

-- In which language somebody has signed in last, and since when it is known that their e-mail is theirs.
alter table wallet_user add column language text constraint wallet_user_language_check check (language in ('ru', 'en'));
alter table wallet_user add column email_verified_at timestamptz;
