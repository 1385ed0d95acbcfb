-- An operation has legs: one for each account of a person that takes part in it. What belongs to one person moves from the operation
-- to its legs, so that several people can take part in one operation and each reads only its own leg.

create table operation_leg (
  operation_id uuid not null,
  leg smallint not null check (leg >= 0),
  user_id uuid not null,
  account_id uuid not null,
  currency text not null,
  -- what the account changes by once the money has moved, the fee in it: negative when it goes out, nothing where all of it is owed
  amount_minor bigint not null,
  fee_minor bigint not null check (fee_minor >= 0),
  -- what this person reads about the other side
  details jsonb not null,
  -- the operation's, for the index that a statement is read by
  created_at timestamptz not null,
  primary key (operation_id, leg)
);

insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
  select id, 0, user_id, account_id, currency, amount_minor - fee_minor, fee_minor,
    case kind
      when 'exchange' then jsonb_build_object('from', currency, 'to', to_currency)
      when 'withdrawal' then details - 'reason'
      else '{}'
    end,
    created_at
  from operation
  union all
  select id, 1, user_id, to_account_id, to_currency, to_amount_minor, 0, jsonb_build_object('from', currency, 'to', to_currency), created_at
  from operation
  where to_account_id is not null;

create index operation_leg_of_user on operation_leg (user_id, created_at desc, operation_id desc, leg desc);

drop trigger operations_are_right on operation;
drop function refuse_strange_operations();
drop trigger operation_stays on operation;
drop index operation_of_user;
alter table operation
  drop constraint operation_sign,
  drop constraint operation_second_leg,
  drop constraint operation_second_amount,
  drop constraint operation_end,
  drop constraint operation_kind_check,
  drop constraint operation_state_check,
  drop column user_id,
  drop column account_id,
  drop column currency,
  drop column amount_minor,
  drop column fee_minor,
  drop column to_account_id,
  drop column to_currency,
  drop column to_amount_minor,
  -- Which kinds there are, and which states of each, is said in one place: contract/operation-kinds.ts. `npm run verify` looks for others.
  add constraint operation_kind check (kind ~ '^[a-z_]{1,40}$'),
  add constraint operation_state check (state ~ '^[a-z_]{1,40}$');

-- An operation has one state, its feature's own: a withdrawal's from its table, and a top-up that was not paid in time.
update operation set state = withdrawal.state
  from withdrawal
  where withdrawal.operation_id = operation.id and operation.state = 'pending';
update operation set state = 'expired', details = details - 'reason'
  where kind = 'topup' and state = 'failed' and details ->> 'reason' = 'expired';
update operation set details = '{}' where kind = 'withdrawal';
alter table withdrawal
  drop constraint withdrawal_end,
  drop column state;

create trigger operation_stays before update on operation for each row
  when ((old.id, old.kind, old.details, old.created_at) is distinct from (new.id, new.kind, new.details, new.created_at))
  execute function refuse_moving_operations();

-- As with entries, what legs refer to is checked for a whole statement at once.
create function refuse_strange_legs() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select from added
    left join account on account.id = added.account_id and account.currency = added.currency and account.user_id = added.user_id
    left join operation on operation.id = added.operation_id and operation.created_at = added.created_at
    where account.id is null or operation.id is null
  ) then
    raise exception 'a leg must be of an operation, on an account of its person, in its currency' using errcode = 'WL003';
  end if;
  return null;
end $$;

create trigger legs_are_right after insert on operation_leg
  referencing new table as added
  for each statement execute function refuse_strange_legs();

create trigger leg_stays before update or delete on operation_leg for each row execute function refuse_change();
create trigger leg_is_kept before truncate on operation_leg for each statement execute function refuse_change();

alter index account_one_house_account rename to account_one_system_account;
