-- What a wallet in use has in its tables, nothing of it under way: $rows rows in each, of $people people.

set local session_replication_role = replica;

create temp table person on commit drop as
  select n, md5('person ' || n)::uuid as id, '+7999' || lpad(n::text, 7, '0') as phone from generate_series(0, $people - 1) as n;
create temp table many on commit drop as
  select k, md5('row ' || k)::uuid as id, person.id as person, phone,
    date_trunc('milliseconds', now()) - k * interval '30 minutes' as at,
    (array['exchange', 'topup', 'withdrawal', 'payment', 'p2p'])[1 + k % 5] as kind
  from generate_series(1, $rows) as k
  join person on n = k % $people;
analyze person, many;

insert into level (code, position, name, ask_for_next, is_topup_allowed, is_withdrawal_allowed)
  values ('first', 1, '{"ru": "1", "en": "1"}', false, true, true) on conflict do nothing;
insert into wallet_user (id, phone, first_name, last_name, email, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
  select id, phone, 'A', 'B', 'a@mail.example', 'first', true, true, now() from person;
insert into account (id, user_id, role, currency, balance_minor, opened_at) select id, id, 'user', 'USD', 1, now() from person;
insert into account_mark (user_id, account_id, position) select person, id, 1 from many;
insert into pin (user_id, hash, set_at) select id, 'hash', now() from person;
insert into pin_reset (user_id, reset_at, earlier_hash) select id, now(), 'hash' from person;
insert into operation (id, kind, state, details, created_at, ended_at) select id, kind, 'complete', '{}', at, at from many;
insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
  select id, 0, person, person, 'USD', -1, 0, '{}', at from many;
insert into transfer (id, operation_id, kind, posted_at) select id, id, kind, at from many order by at;
insert into entry (transfer_id, line, account_id, currency, amount_minor)
  select id, line, person, 'USD', 2 * line - 1 from many, generate_series(0, 1) as line;
insert into daily_total (account_id, day, kind, state, is_out, amount_minor, legs)
  select person, at::date, kind, 'complete', true, -count(*), count(*) from many group by person, at::date, kind;
insert into topup (operation_id, provider) select id, 'sandbox' from many where kind = 'topup';
insert into requisites (account_id, user_id, provider, external_id, kind, pay_to, holder, bank, opened_at)
  select id, id, 'sandbox', id::text, 'bank', id::text, 'A', 'B', now() from person;
insert into incoming_payment (provider, external_id, operation_id, account_id)
  select 'sandbox', id::text, id, person from many where kind = 'topup';
insert into withdrawal (operation_id, provider, token, masked) select id, 'sandbox', id::text, '*' from many where kind = 'withdrawal';
insert into payment_quote (id, user_id, format, provider, provider_quote_id, seller, currency, amount_minor, fee_minor, expires_at)
  select id, person, 'pix', 'sandbox', id::text, 'A shop', 'USD', 1, 0, at from many;
insert into payment (operation_id, quote_id, provider, provider_quote_id) select id, id, 'sandbox', id::text from many;
insert into p2p (operation_id, sender_id, recipient_id, phone, created_at) select id, person, person, phone, at from many;
insert into recipient (user_id, provider, recipient_key, operation_id, is_favourite) select person, '', phone || k, id, true from many;
insert into p2p_block (user_id, blocked_id, created_at) select person, id, at from many;
insert into p2p_lookup (user_id, phone, looked_up_at) select person, phone || k, at from many;
insert into reconciliation (operation_id, ended_at) select id, at from many where kind in ('topup', 'withdrawal', 'payment');
insert into session (id, user_id, token_hash, device, created_at, seen_at, ended_at, device_id)
  select id, person, sha256(id::text::bytea), 'browser', at, at, at, id from many;
insert into known_device (user_id, device_id, seen_at) select person, id, at from many;
insert into pin_failure (id, user_id, session_id, failed_at) select id, person, id, at from many;
insert into phone_code (id, phone, purpose, code_hash, created_at, expires_at, used_at, device_id)
  select id, phone, 'login', '', at, at, at, id from many;
insert into email_code (id, user_id, purpose, recipient, code_hash, created_at, expires_at, used_at)
  select id, person, 'confirm', sha256(id::text::bytea), '', at, at, at from many;
insert into registration (phone, details, begun_at) select phone || k, '{}', at from many;
insert into attempt (scope, key, window_started_at, taken) select 'codes', phone || k, at, 1 from many;
insert into idempotency_record (key, fingerprint, answer, created_at) select id, '', '{}', at from many;
insert into notification (id, user_id, kind, details, created_at) select id, person, 'operator', '{}', at from many;
insert into push_subscription (id, user_id, session_id, endpoint_hash, encrypted, public_key, language, shows_amounts, created_at)
  select id, person, id, id::text::bytea, '', '', 'en', false, at from many;
insert into message (id, user_id, channel, kind, language, created_at, sent_at) select id, person, 'sms', 'code', 'en', at, at from many;
insert into provider_event (provider, event_id, received_at, body) select 'sandbox', id, at, '{}' from many;
insert into operator_case (id, kind, reference, operation_id, details, opened_at, resolved_at, resolution, told_at)
  select id, 'payment_without_order', id::text, id, '{}', at, at, 'close', at from many;
insert into operator_change (id, changed_at, changed_by, area, subject, before, after)
  select id, at, 'operator', 'cases', person::text, '{}', '{}' from many;
insert into identification (id, user_id, from_level, to_level, provider, language, state, started_at, ended_at)
  select id, person, 'first', 'first', 'sandbox', 'en', 'complete', at, at from many;
insert into consent (user_id, document, version, accepted_at) select id, 'terms', '1', now() from person;
insert into passkey (id, user_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
  select id, id, id::text::bytea, '', 0, '{}', true, 'key', now() from person;
insert into passkey_challenge (hash, expires_at) select sha256(id::text::bytea), at from many;
insert into known_recipient (user_id, provider, vault_key, first_used_at) select person, 'sandbox', id::text, at from many;
insert into first_day_use (operation_id, user_id, currency, amount_minor, created_at) select id, person, 'RUB', 1, at from many;
insert into typed_card_use (provider, token, used_by, usable_until) select 'sandbox', id::text, person, at from many;
insert into rate_sheet (id, issued_at, taken_at, rates) select id, at, at, '[]' from many;
insert into rate_point (from_currency, to_currency, grain, slot, taken_at, rate, kept_until)
  select 'USD', 'RUB', 'hour', at, at, '80', at from many;
insert into rate_alert (id, user_id, from_currency, to_currency, direction, target, created_at, expires_at)
  select id, person, 'USD', 'RUB', 'at_most', k, at, at from many;
insert into checkpoint (number, seq_from, seq_to, transfers, hash, written_at) select k, k, k, 1, '', at from many;
insert into checkpoint_mac (number, hash, key_id, mac) select k, '', '', '' from many;
insert into verification (verified_at, checks, faults, is_full) select at, 1, 0, true from many;
