-- For psql, as a superuser, in a new cluster: the wallet's database, its roles, and their passwords from the environment.
\set ON_ERROR_STOP on
select 'create database wallet' where not exists (select from pg_database where datname = 'wallet') \gexec
\connect wallet
\ir roles.sql
\getenv owner WALLET_OWNER_PASSWORD
\getenv app WALLET_APP_PASSWORD
\getenv backup WALLET_BACKUP_PASSWORD
alter role wallet_owner password :'owner';
alter role wallet_app password :'app';
alter role wallet_backup password :'backup';
