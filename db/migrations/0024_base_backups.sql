-- When base backups were whole in the store, as the command that took them said: an alarm goes off when that is too long ago.
create table base_backup (
  ended_at timestamptz primary key
);
-- The role that takes them may say so, and nothing else (deploy/roles.sql); where there is none, a superuser or the owner takes them.
do $$
begin
  if exists (select from pg_roles where rolname = 'wallet_backup') then
    grant usage on schema public to wallet_backup;
    grant insert on base_backup to wallet_backup;
  end if;
end $$;
