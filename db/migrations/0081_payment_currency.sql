-- A payment to a seller from an account of another currency: what the provider pays, in its currency, and what it takes for it. The leg of
-- the operation has what left the account.
alter table payment
  add column paid_currency text,
  add column paid_minor bigint check (paid_minor > 0),
  add column paid_fee_minor bigint check (paid_fee_minor >= 0),
  add constraint payment_paid_whole check ((paid_currency is null) = (paid_minor is null) and (paid_minor is null) = (paid_fee_minor is null));
