-- What is left of a person's debts is told from the books, and cases that come from alarms stand apart.

alter table topup add column charged_back_minor bigint check (charged_back_minor > 0);
update topup set charged_back_minor = amount_minor
  from operation, operation_leg
  where operation.id = topup.operation_id and operation.state = 'charged_back' and operation_leg.operation_id = operation.id;

-- what was paid out in place of what was asked for
alter table withdrawal
  add column paid_currency text,
  add column paid_minor bigint,
  add constraint withdrawal_paid check ((paid_currency is null) = (paid_minor is null));

-- The operations of debts, which are few among all: what is left of one is counted from them (server/ledger/debts.ts).
create index operation_of_debt on operation (id) where kind in ('chargeback', 'withdrawal_recall', 'debt_payment');

-- An order of which an alarm was raised was asked about no more; it still waits for its end.
update topup set next_check_at = now() from operation
  where operation.id = topup.operation_id and operation.state = 'pending' and topup.next_check_at is null;

-- Nothing was booked for what an alarm was about: as a case it would stand in the way of the one that books it when it is told again.
update operator_case
  set kind = 'earlier_alarm', reference = kind || ' ' || reference, details = details || jsonb_build_object('alarm', kind)
  where resolved_at is null and ((currency is null and kind in ('payment_amount_differs', 'payment_without_order', 'payout_without_withdrawal', 'payout_returned'))
    or (kind = 'payout_paid_after_return'
      and not exists (select from operation where operation.id = operation_id and operation.kind = 'withdrawal_recall')));
