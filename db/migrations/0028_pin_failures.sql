-- Wrong PINs, each with the session it came by: what a thief of a token guesses is not forgotten because the owner knows the PIN. The
-- counts in pin (failures, failures_since_sign_in, blocked_until) are for a version before this one that runs beside it.
create table pin_failure (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  session_id uuid not null,
  failed_at timestamptz not null
);

create index pin_failure_by_user on pin_failure (user_id);
create index pin_failure_by_age on pin_failure using brin (failed_at) with (pages_per_range = 16);

-- When the PIN was right last in a session: wrong ones before that are no longer in a row.
alter table session add column pin_right_at timestamptz;
