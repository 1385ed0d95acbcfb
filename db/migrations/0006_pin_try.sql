-- One PIN of a person is compared at a time, whichever process does it: whoever compares holds the row until then. It is given back at
-- the end, and free again by itself when its holder is gone. A wrong PIN is counted when it is known to be wrong.
alter table pin
  add column trying_until timestamptz,
  add column trying_id uuid,
  add constraint pin_trying check ((trying_until is null) = (trying_id is null));
