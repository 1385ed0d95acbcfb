-- Money that has left who sends it and has reached nobody yet is held; who receives it joins the operation when it is received
-- (docs/decisions/021-waiting-transfers.md).

alter table account
  drop constraint account_role_check,
  add constraint account_role_check check (role in ('user', 'liquidity', 'fees', 'topup_clearing', 'payout_hold', 'payout_clearing',
    'transfer_hold', 'suspense', 'owed', 'losses', 'bank'));

-- A leg begins with its operation or later, and an account takes part in an operation once.
create or replace function refuse_strange_legs() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select from added
    left join account on account.id = added.account_id and account.currency = added.currency and account.user_id = added.user_id
    left join operation on operation.id = added.operation_id and operation.created_at <= added.created_at
    where account.id is null or operation.id is null
  ) then
    raise exception 'a leg must be of an operation, on an account of its person, in its currency' using errcode = 'WL003';
  end if;
  if exists (
    select from added
    join operation_leg as other on other.operation_id = added.operation_id
    where other.leg <> added.leg and other.account_id = added.account_id
  ) then
    raise exception 'an account takes part in an operation once' using errcode = 'WL003';
  end if;
  return null;
end $$;
