-- When the provider was last heard of an identification: one that it has been silent about for a day is a case (server/identity).
alter table identification add column answered_at timestamptz;
-- Of those that are open it was not written down.
update identification set answered_at = now() where ended_at is null;
