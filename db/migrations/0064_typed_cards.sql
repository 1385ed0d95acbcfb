-- Which tokens of the payout provider's card field were taken, each by one request (the key of its Idempotency-Key); kept until the token
-- would be too old anyway.
create table typed_card_use (
  provider text not null,
  token text not null,
  used_by uuid not null,
  usable_until timestamptz not null,
  primary key (provider, token)
);
create index typed_card_use_by_end on typed_card_use (usable_until);
