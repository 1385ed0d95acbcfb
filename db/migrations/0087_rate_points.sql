-- What the pairs that are exchanged have cost, and who wants to hear of it (docs/decisions/031-rates-over-time.md).

-- The provider's mid rate: the first that was believed in each quarter of an hour, hour and day of UTC. A point is kept for as long as a
-- chart has use for its grain, so that the table stays as large as it is after some years.
create table rate_point (
  from_currency text not null,
  to_currency text not null,
  grain text not null check (grain in ('quarter', 'hour', 'day')),
  slot timestamptz not null,
  taken_at timestamptz not null,
  -- What one unit costs, as a decimal.
  rate text not null check (rate ~ '^(0|[1-9][0-9]*)(\.[0-9]{1,12})?$'),
  kept_until timestamptz not null,
  primary key (from_currency, to_currency, grain, slot)
);

create index rate_point_by_end on rate_point (kept_until);

-- Somebody is to be told, once, when a unit costs so much: its row goes with the notice.
create table rate_alert (
  id uuid primary key,
  user_id uuid not null references wallet_user (id),
  from_currency text not null,
  to_currency text not null,
  direction text not null check (direction in ('at_most', 'at_least')),
  target numeric not null check (target > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint rate_alert_once unique (user_id, from_currency, to_currency, direction, target)
);

create index rate_alert_by_target on rate_alert (from_currency, to_currency, direction, target);
create index rate_alert_by_end on rate_alert (expires_at);
