-- What others' rows say of somebody whose wallet was closed years ago is forgotten with them: the number becomes a keyed hash, and the name is
-- nobody's (docs/personal-data.md).
create index p2p_received on p2p (recipient_id) where recipient_id is not null;

-- Of a leg the name of the other person goes then, by forget_names; nothing else of it ever changes, by whomever.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name like 'operation\_leg%' then
    if to_jsonb(new) - 'details' = to_jsonb(old) - 'details' and old.details ? 'person'
      and new.details = jsonb_set(old.details, '{person}', '""') then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'WL002';
end $$;

-- Forgets the names of people in the legs of others. As the owner of the tables: the wallet's role changes no leg by itself.
create function forget_names(people uuid[]) returns void language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update operation_leg as told set details = jsonb_set(told.details, '{person}', '""')
  from (
    select operation_id from operation_leg where user_id = any(people)
    union
    select operation_id from p2p where recipient_id = any(people)
  ) as theirs
  where told.operation_id = theirs.operation_id and told.user_id <> all(people) and told.details ->> 'person' <> '';
end $$;
