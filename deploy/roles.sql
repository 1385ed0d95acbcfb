-- The roles of a wallet's database, made once, by an administrator, in that database; again it changes nothing. None can sign in until
-- it has a password: \password wallet_owner, and so on.
--
-- wallet_owner   owns the tables: `npm run migrate`, and nothing else
-- wallet_app     runs the wallet, `npm run verify` and `npm run operator`: no DDL, and no update or delete of what is append-only.
--                What it may do is granted by `npm run migrate` (DATABASE_APP_ROLE=wallet_app), so that it fits the tables
-- wallet_backup  takes base backups
--
-- A wallet whose tables another role owns: reassign owned by <that role> to wallet_owner.

do $$
declare
  role text;
begin
  foreach role in array array['wallet_owner', 'wallet_app', 'wallet_backup'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I login', role);
    end if;
    execute format('grant connect, temporary on database %I to %I', current_database(), role);
  end loop;
  execute format('alter database %I owner to wallet_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
end $$;

alter role wallet_backup replication;
alter schema public owner to wallet_owner;
revoke all on schema public from public;
