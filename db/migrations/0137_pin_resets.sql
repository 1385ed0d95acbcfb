-- Each PIN that was set by the number alone is kept by itself: a freeze puts back the one before the first of those that it undoes, not before one
-- of days ago. What was undone still tells that somebody had the number.
alter table pin_reset drop constraint pin_reset_pkey;
alter table pin_reset add column id uuid primary key default gen_random_uuid();
alter table pin_reset add column is_undone boolean not null default false;
create index pin_reset_of_user on pin_reset (user_id);
