-- A checkpoint that no longer fits, after the operator has found out why: what it has been since. The checkpoint itself stays, and
-- those behind it are still bound to it.
create table checkpoint_correction (
  number bigint not null,
  transfers bigint not null,
  hash bytea not null,
  -- of the operator_change that says who found it right, and why
  change_id uuid not null,
  written_at timestamptz not null,
  primary key (number, written_at)
);

create trigger checkpoint_correction_stays before update or delete on checkpoint_correction for each row execute function refuse_change();
create trigger checkpoint_correction_is_kept before truncate on checkpoint_correction for each statement execute function refuse_change();
