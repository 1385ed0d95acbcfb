-- When the provider was last asked about a withdrawal by the worker, and what it answered, for the operator.
alter table withdrawal
  add column asked_at timestamptz,
  add column answer text,
  add constraint withdrawal_answer check ((asked_at is null) = (answer is null));
