-- The roles of a wallet's database, made once, by an administrator, in that database; again it changes nothing. None can sign in until
-- it has a password: \password wallet_owner, and so on.
--
-- wallet_owner   owns the tables: `npm run migrate`, and nothing else
-- wallet_app     runs the wallet, `npm run verify` and `npm run operator`: no DDL, and no update or delete of what is append-only.
--                What it may do is granted by `npm run migrate` (DATABASE_APP_ROLE=wallet_app), so that it fits the tables
-- wallet_backup  takes base backups
--
-- The tables and functions of a wallet that another role has made so far are handed to wallet_owner.

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

do $$
declare
  change text;
begin
  for change in
    select format('alter table %s owner to wallet_owner', pg_class.oid::regclass)
    from pg_class
    join pg_class as migration on migration.oid = to_regclass('public.migration')
    where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind = 'r' and pg_class.relowner = migration.relowner
    union all
    select format('alter function %s owner to wallet_owner', pg_proc.oid::regprocedure)
    from pg_proc
    join pg_class as migration on migration.oid = to_regclass('public.migration')
    where pronamespace = 'public'::regnamespace and prokind = 'f' and proowner = migration.relowner
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop
    execute change;
  end loop;
end $$;
