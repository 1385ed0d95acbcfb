-- That a checkpoint, or a correction of one, is the wallet's own: a hash of what it binds by a key that is not in the database. One that
-- fits is enough, so that whoever adds others spoils nothing.
create table checkpoint_mac (
  number bigint not null,
  -- of the checkpoint or of its correction
  hash bytea not null,
  key_id text not null,
  mac bytea not null,
  primary key (number, hash, key_id, mac)
);

create trigger checkpoint_mac_stays before update or delete on checkpoint_mac for each row execute function refuse_change();
create trigger checkpoint_mac_is_kept before truncate on checkpoint_mac for each statement execute function refuse_change();
