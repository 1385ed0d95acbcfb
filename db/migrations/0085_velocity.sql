-- Transfers that a velocity rule has caught (docs/decisions/028-velocity.md): they wait for the operator, and go on after that as they would have
-- gone without the rule. What is there already kept to less, so nothing has to be looked through.
alter table p2p
  drop constraint p2p_receipt_check,
  add constraint p2p_receipt check (receipt in ('at_once', 'at_sign_up', 'by_code', 'by_hand', 'by_operator')) not valid,
  -- The rule that has caught it, for good, and how it goes on once the operator lets it go.
  add column held_by text constraint p2p_held_by check (held_by ~ '^[a-z][a-z_]{0,39}$'),
  add column goes_on text constraint p2p_goes_on check (goes_on in ('at_once', 'at_sign_up', 'by_code', 'by_hand')),
  add constraint p2p_held check (receipt <> 'by_operator' or (held_by is not null and goes_on is not null)) not valid,
  drop constraint p2p_code,
  add constraint p2p_code check (protection_code is null or receipt = 'by_code' or goes_on = 'by_code') not valid;

-- Figures of the rules that the operator has set; the others are as the settings say.
create table velocity_figure (
  name text primary key check (name ~ '^[a-z][a-z_]{0,39}$'),
  value integer not null check (value >= 0)
);

create index p2p_held on p2p (held_by) where next_check_at is not null and receipt = 'by_operator';

-- Who has sent to a number lately.
create index p2p_to_number on p2p (phone, created_at desc);

-- Which wallets withdraw to a card, by the fingerprint of the provider's vault; the latest last, as ids are made in order of time.
create index withdrawal_to_card on withdrawal (provider, fingerprint, operation_id) where fingerprint is not null;

-- Whoever it is for hears nothing of it until it is let go.
drop trigger p2p_is_told on p2p;
create trigger p2p_is_told after insert or update of recipient_id, next_check_at on p2p
  for each row when (new.recipient_id is not null and new.receipt is not null and new.receipt <> 'by_operator')
  execute function tell_of_p2p();
