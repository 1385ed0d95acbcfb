-- How people come from one identification level to the next: by a provider who looks at their documents, or by hand.

-- What to do for a level that is given by hand; a level without it is reached through the identity provider.
alter table level
  add column howto_ru text,
  add column howto_en text,
  add constraint level_howto_in_both check ((howto_ru is null) = (howto_en is null));

-- Ids, states and instants only: documents stay with the provider.
create table identification (
  id uuid primary key,
  user_id uuid not null references wallet_user,
  from_level text not null references level,
  to_level text not null references level,
  provider text not null,
  -- null until the provider has answered: the intent is written down before it is asked
  external_id text,
  verification_url text,
  language text not null,
  state text not null check (state in ('pending', 'processing', 'review', 'complete', 'aborted')),
  reason text,
  started_at timestamptz not null,
  ended_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  constraint identification_external_once unique (provider, external_id),
  constraint identification_end check ((state in ('complete', 'aborted')) = (ended_at is not null)),
  -- an open one is always asked about again; an ended one only when the provider tells of it
  constraint identification_looked_after check (ended_at is not null or next_check_at is not null)
);

create unique index identification_open_once on identification (user_id) where ended_at is null;
create index identification_by_user on identification (user_id, started_at desc);
create index identification_to_check on identification (next_check_at) where next_check_at is not null;
