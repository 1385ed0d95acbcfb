-- Of two people who are forgotten in one go, each one's name stayed with the other.
create or replace function forget_names(people uuid[]) returns void language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update operation_leg as told set details = jsonb_set(told.details, '{person}', '""')
  from (
    select operation_id, user_id as forgotten from operation_leg where user_id = any(people)
    union
    select operation_id, recipient_id from p2p where recipient_id = any(people)
  ) as theirs
  where told.operation_id = theirs.operation_id and told.user_id <> theirs.forgotten and told.details ->> 'person' <> '';
end $$;

-- What a provider says was paid instead of what was ordered, in its own words where no account can hold just that: said again it is no news.
alter table topup add column paid_exact text;
