-- Whoever has a number must not have the whole wallet (docs/decisions/043-owner-or-number.md).

-- A PIN that was set by the number alone, and what it took the place of: nothing where there was none. A freeze puts that back; for a day
-- the new one takes nothing away that the owner could get back in by. The rows are deleted after some days.
create table pin_reset (
  user_id uuid primary key references wallet_user,
  reset_at timestamptz not null,
  earlier_hash text
);
create index pin_reset_by_age on pin_reset using brin (reset_at) with (pages_per_range = 16);

-- Since when somebody who cannot show that they are the owner waits to unfreeze the wallet.
alter table wallet_user add column unfreeze_asked_at timestamptz;

create trigger unfreezing_is_told after update of unfreeze_asked_at on wallet_user
  for each row when (old.unfreeze_asked_at is distinct from new.unfreeze_asked_at) execute function tell_of_user();

-- What a code of an e-mail can be for besides: to unfreeze a wallet.
alter table email_code drop constraint email_code_purpose_check;
alter table email_code add constraint email_code_purpose_check check (purpose in ('confirm', 'recover', 'recover_decoy', 'unfreeze'));
