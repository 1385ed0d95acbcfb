-- What the operator has decided. Whatever has no row is as the brand, or a setting, begins with it.

create table feature_switch (
  name text primary key,
  is_on boolean not null,
  -- off until then, and on by itself afterwards
  off_until timestamptz,
  constraint feature_switch_until_is_of_off check (not (is_on and off_until is not null))
);

create table operator_text (
  iname text not null,
  language text not null check (language in ('ru', 'en')),
  text text not null check (text <> ''),
  primary key (iname, language)
);

-- The row without currencies is the margin of every pair that has none of its own.
create table rate_margin (
  from_currency text,
  to_currency text,
  basis_points integer not null check (basis_points between 0 and 5000),
  constraint rate_margin_of_pair check ((from_currency is null) = (to_currency is null)),
  constraint rate_margin_once unique nulls not distinct (from_currency, to_currency)
);

create table support_contact (
  field text primary key check (field in ('phone', 'email', 'hours')),
  value text not null check (value <> '')
);

-- Who changed what, when, from what to what: written with the change itself, never changed or taken away.
create table operator_change (
  -- begins with the instant it was made, so that the order of ids is the order of time
  id uuid primary key,
  changed_at timestamptz not null,
  changed_by text not null check (changed_by <> ''),
  area text not null,
  -- what it is about: a switch, a text's key and language, a pair, a level; a person by the id of their wallet
  subject text not null,
  before jsonb not null,
  after jsonb not null,
  note text
);

create trigger operator_change_stays before update or delete on operator_change for each row execute function refuse_change();
create trigger operator_change_is_kept before truncate on operator_change for each statement execute function refuse_change();
