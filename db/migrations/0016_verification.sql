-- When the books were verified, and what was found: an alarm goes off when that is too long ago.
create table verification (
  verified_at timestamptz primary key,
  checks integer not null,
  faults integer not null
);
