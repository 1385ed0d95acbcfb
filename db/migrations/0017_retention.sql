-- What is too old is found without reading all of it (server/jobs.ts).
create index provider_event_by_age on provider_event using brin (received_at) with (pages_per_range = 16);
create index notification_by_age on notification using brin (created_at) with (pages_per_range = 16);
create index session_by_age on session using brin (created_at) with (pages_per_range = 16);
