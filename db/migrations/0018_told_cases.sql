-- A new case is told in the log once, whichever process looks first.
alter table operator_case add column told_at timestamptz;
update operator_case set told_at = opened_at;
create index operator_case_untold on operator_case (opened_at) where told_at is null;
