-- How far somebody has read their notices, on whichever device (docs/decisions/036-notices-by-kind.md).
create table notice_read (
  user_id uuid primary key references wallet_user (id),
  read_until timestamptz not null
);

-- What was there before is not new to anybody: until now that was known to each device alone.
insert into notice_read (user_id, read_until) select id, now() from wallet_user where closed_at is null;

-- Their other pages hear of it (0073).
create trigger notices_read_are_told after insert or update on notice_read
  for each row execute function tell_of_row('notices');

-- By what somebody is told of which kind of thing, where they have chosen another way than most are told.
create table notice_setting (
  user_id uuid not null references wallet_user (id),
  kind text not null,
  channel text not null check (channel in ('push', 'email', 'sms')),
  is_on boolean not null,
  primary key (user_id, kind, channel)
);

-- At which push services a browser of this session has subscribed, each of which its owner was told of once.
alter table session add column push_origins text[] not null default '{}';
