-- When an operation went from one state to another, for its receipt (docs/decisions/033-receipts.md). An operation knows when it was begun
-- and when it ended; what lies between was kept nowhere. It comes to each state once, as its kind says (contract/operation-kinds.ts).
create table operation_change (
  operation_id uuid not null,
  from_state text not null,
  to_state text not null,
  -- nothing: that it came to it is known, and when is not
  changed_at timestamptz,
  primary key (operation_id, to_state)
);

create trigger operation_change_stays before update or delete on operation_change for each row execute function refuse_change();
create trigger operation_change_is_kept before truncate on operation_change for each statement execute function refuse_change();

-- As the owner of the tables, once a statement, in the transaction of the change, whichever version of the wallet makes it. A state that ends
-- it has its instant; another, that of its transaction.
create function keep_changes() returns trigger language plpgsql
  security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into operation_change (operation_id, from_state, to_state, changed_at)
  select after.id, before.state, after.state,
    case when after.ended_at is distinct from before.ended_at then after.ended_at else now() end
  from before
  join after on after.id = before.id
  where after.state <> before.state
  on conflict do nothing;
  return null;
end $$;

create trigger changes_are_kept after update on operation
  referencing old table as before new table as after
  for each statement execute function keep_changes();

-- What is under way and is not in its first state any more: of that the time is not known.
insert into operation_change (operation_id, from_state, to_state)
  select operation.id, 'held', operation.state
  from withdrawal
  join operation on operation.id = withdrawal.operation_id
  where next_check_at is not null and operation.state = 'unknown'
  union all
  select operation.id, 'held', operation.state
  from payment
  join operation on operation.id = payment.operation_id
  where next_check_at is not null and operation.state = 'unknown'
  union all
  select operation.id, 'held', operation.state
  from p2p
  join operation on operation.id = p2p.operation_id
  where next_check_at is not null and held_by is not null and operation.state = 'waiting';
