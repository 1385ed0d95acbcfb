-- The field's own words: the final answer under an Idempotency-Key, and the checkpoints of the chain of hashes over the transfers.
alter table answered rename to idempotency_record;
alter table idempotency_record rename column name to key;
alter table idempotency_record rename column answered_at to created_at;
alter table idempotency_record rename constraint answered_pkey to idempotency_record_pkey;
alter index answered_by_age rename to idempotency_record_by_age;

alter table seal rename to checkpoint;
alter table checkpoint rename column sealed_at to written_at;
alter table checkpoint rename constraint seal_pkey to checkpoint_pkey;
alter trigger seal_stays on checkpoint rename to checkpoint_stays;
alter trigger seal_is_kept on checkpoint rename to checkpoint_is_kept;
