-- Where money for an account can be paid to from outside, as the provider has given it (docs/decisions/041-requisites.md): one for an
-- account at a provider, and one account for each number or address.
create table requisites (
  account_id uuid not null references account,
  user_id uuid not null references wallet_user,
  provider text not null,
  external_id text not null,
  kind text not null check (kind in ('bank', 'address')),
  pay_to text not null,
  holder text,
  bank text,
  bank_code text,
  reference text,
  network text,
  opened_at timestamptz not null,
  primary key (account_id, provider),
  constraint requisites_of_one_account unique (provider, external_id),
  constraint requisites_pay_to_once unique (provider, pay_to),
  constraint requisites_whole check (
    case kind when 'bank' then holder is not null and bank is not null else network is not null end
  )
);

create index requisites_by_user on requisites (user_id);

-- Payments that came without an order, each with the top-up that it was credited by.
create table incoming_payment (
  provider text not null,
  external_id text not null,
  operation_id uuid not null unique references operation,
  account_id uuid not null references account,
  primary key (provider, external_id)
);
