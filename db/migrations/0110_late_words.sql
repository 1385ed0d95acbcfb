-- What a seller was paid, by the provider's word, in place of what was asked for, as of a withdrawal (0011).
alter table payment
  add column told_currency text,
  add column told_minor bigint check (told_minor > 0),
  add constraint payment_told_whole check ((told_currency is null) = (told_minor is null));

-- The operations of debts have new kinds among them.
drop index operation_of_debt;
create index operation_of_debt on operation (id)
  where kind in ('chargeback', 'withdrawal_recall', 'payment_recall', 'reversal', 'debt_payment');

-- What the provider said late of a payment to a seller was booked by hand until now, as the difference between its books and ours. It is not
-- booked again when it is said again.
update operator_case
  set kind = case operation.state when 'failed' then 'seller_payment_paid_after_return' else 'seller_payment_returned' end
  from operation
  where operator_case.kind = 'seller_payment_changed' and resolved_at is not null and operation.id = operator_case.operation_id
    and ((operation.state = 'failed' and operator_case.details ? 'told_paid')
      or (operation.state = 'complete' and operator_case.details ? 'told_failed'));
-- Of what nobody had asked for nothing is in suspense yet: its difference is still to be booked by hand.
update operator_case set kind = 'seller_payment_changed' where kind = 'seller_payment_unasked' and resolved_at is null;

-- What waits past its end is asked for by the minute.
create index p2p_by_end on p2p (expires_at) where next_check_at is not null;
