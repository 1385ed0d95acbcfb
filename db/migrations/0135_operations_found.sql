-- An operation is found by its id at the provider, and a withdrawal by the end of its card (`operations find`).
create index topup_at_provider on topup (external_id) where external_id is not null;
create index withdrawal_at_provider on withdrawal (external_id) where external_id is not null;
create index payment_at_provider on payment (external_id) where external_id is not null;
create index incoming_payment_at_provider on incoming_payment (external_id);
create index withdrawal_by_card on withdrawal (right(masked, 4));
