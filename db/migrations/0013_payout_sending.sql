-- A payout is requested by one process at a time, and no more once the operator has given its money back.
alter table withdrawal add column sending_until timestamptz;
alter table withdrawal add column is_sending_stopped boolean not null default false;
