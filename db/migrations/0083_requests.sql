-- Asking for money, and codes by which somebody is paid (docs/decisions/029-requests.md).

-- A request for money to an account of its maker, user_id: of whoever has a number, or of whoever has its code.
create table p2p_request (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  account_id uuid not null references account,
  currency text not null,
  -- E.164; who has a wallet with it is the payer, from the beginning or from when they sign up.
  phone text,
  payer_id uuid references wallet_user,
  -- How its maker reads of whom they ask.
  person text,
  code text unique,
  -- Of each payment; none: whoever pays says how much.
  amount_minor bigint check (amount_minor > 0),
  message text,
  is_collect boolean not null,
  state text not null default 'open' check (state in ('open', 'paid', 'declined', 'withdrawn', 'expired')),
  collected_minor bigint not null default 0 check (collected_minor >= 0),
  payments integer not null default 0 check (payments >= 0),
  invited_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  constraint p2p_request_of_whom check ((phone is null) = (person is null) and (phone is null) = (code is not null)),
  constraint p2p_request_asked check (payer_id is null or phone is not null),
  constraint p2p_request_collected check ((collected_minor = 0) = (payments = 0)),
  constraint p2p_request_once check (is_collect or (payments = 1 and state = 'paid') or (payments = 0 and state <> 'paid')),
  constraint p2p_request_collection check (not is_collect or (phone is null and state in ('open', 'withdrawn', 'expired'))),
  constraint p2p_request_end check ((ended_at is null) = (state = 'open')),
  constraint p2p_request_looked_after check (next_check_at is null or state = 'open')
);

create index p2p_request_made on p2p_request (user_id, id desc);
create index p2p_request_received on p2p_request (payer_id, id desc) where payer_id is not null;
create index p2p_request_for_number on p2p_request (phone) where state = 'open' and payer_id is null;
create index p2p_request_to_check on p2p_request (next_check_at) where next_check_at is not null;
create index p2p_request_open on p2p_request (user_id) where state = 'open';
create index p2p_request_by_end on p2p_request (ended_at) where ended_at is not null;

-- The money is in the ledger: what a request says of it ends with the request, and nothing that has ended begins again.
create function refuse_ended_request() returns trigger language plpgsql as $$
begin
  raise exception 'a request that has ended stays as it is' using errcode = 'WL002';
end $$;

create trigger p2p_request_moves_on before update of state, collected_minor, payments on p2p_request
  for each row when (old.state <> 'open') execute function refuse_ended_request();

-- What a transfer pays, for as long as that is kept; and whether its sender knows the recipient by a code alone.
alter table p2p
  add column request_id uuid references p2p_request on delete set null,
  add column is_by_code boolean not null default false;

create index p2p_of_request on p2p (request_id, operation_id desc) where request_id is not null;

-- By which anybody can send somebody money.
create table pay_code (
  user_id uuid primary key references wallet_user,
  code text not null unique,
  created_at timestamptz not null
);

-- Both sides read of it what has changed.
create function tell_of_request() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into live_event (topic, people) values ('notices', array_remove(array[new.user_id, new.payer_id], null));
  return null;
end $$;

create trigger p2p_request_is_told after insert or update of state, collected_minor, payer_id on p2p_request
  for each row execute function tell_of_request();
