-- Of operations that have changed, those of people who are pushed news are found first, and only for them what the state was before: the
-- tables of a trigger have no index, and beside one another a batch of the ledger took the square of its length (0084).
create or replace function push_new_states() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into push_message (user_id, subscription_id, operation_id, leg, state, state_before)
  with told as materialized (
    select operation_leg.user_id, push_subscription.id as subscription_id, after.id as operation_id, operation_leg.leg, after.state
    from after
    join operation_leg on operation_leg.operation_id = after.id
    join push_subscription on push_subscription.user_id = operation_leg.user_id
  )
  select told.user_id, told.subscription_id, told.operation_id, told.leg, told.state, before.state
  from told
  join before on before.id = told.operation_id and before.state <> told.state;
  return null;
end $$;
