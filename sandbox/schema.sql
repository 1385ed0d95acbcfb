-- The sandbox vendors' own memory. Applied at every start; the lock keeps two starts from making the same thing at once.
select pg_advisory_xact_lock(hashtext('sandbox.schema'));

create schema if not exists sandbox;

create table if not exists sandbox.sms_message (
  id uuid primary key,
  recipient text not null constraint sms_recipient_is_digits check (recipient ~ '^[0-9]{5,15}$'),
  body text not null,
  code text,
  sent_at timestamptz not null
);
create index if not exists sms_message_by_time on sandbox.sms_message (sent_at desc);
create index if not exists sms_message_by_recipient on sandbox.sms_message (recipient, sent_at desc);
-- The sender's own name of a message: what is sent again under it has arrived already.
alter table sandbox.sms_message add column if not exists reference text constraint sms_reference_once unique;

create table if not exists sandbox.email_message (
  id uuid primary key,
  reference text not null constraint email_reference_once unique,
  recipient text not null,
  subject text not null,
  body text not null,
  code text,
  sent_at timestamptz not null
);
create index if not exists email_message_by_time on sandbox.email_message (sent_at desc);
create index if not exists email_message_by_recipient on sandbox.email_message (recipient, sent_at desc);

create table if not exists sandbox.payment (
  id uuid primary key,
  reference text not null constraint payment_reference_once unique,
  amount text not null,
  currency text not null,
  return_url text not null,
  webhook_url text not null,
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text constraint payment_outcome_known check (outcome in ('complete', 'failed')),
  decided_at timestamptz,
  constraint payment_decided_at_an_instant check ((outcome is null) = (decided_at is null))
);
create index if not exists payment_open on sandbox.payment (expires_at) where outcome is null;

-- The vault: a token, what may be shown of the number, and its ending. The number itself is never written.
create table if not exists sandbox.destination (
  token text primary key,
  masked text not null,
  last_four text not null constraint destination_ends_in_four check (length(last_four) = 4),
  created_at timestamptz not null
);

alter table sandbox.destination add column if not exists fingerprint text;
-- Of a card that was typed into the card field: whose it is for the wallet, and until when its token may be taken for a payout to a new card.
alter table sandbox.destination add column if not exists owner text;
alter table sandbox.destination add column if not exists usable_until timestamptz;

-- Sessions of the card field: for whom, and which page may show it in a frame.
create table if not exists sandbox.card_field (
  id uuid primary key,
  owner text not null,
  page_origin text not null,
  ancestor_origins text[] not null,
  expires_at timestamptz not null
);

-- The outcome is known from the start; it is the payout's state from settles_at on.
create table if not exists sandbox.payout (
  id uuid primary key,
  reference text not null constraint payout_reference_once unique,
  token text not null references sandbox.destination (token),
  amount text not null,
  currency text not null,
  webhook_url text not null,
  asked_at timestamptz not null,
  settles_at timestamptz not null,
  outcome text not null constraint payout_outcome_known check (outcome in ('paid', 'failed')),
  reason text,
  is_announced boolean not null
);
create index if not exists payout_unannounced on sandbox.payout (settles_at) where not is_announced;

-- What the shop sells: an order is paid by its code, once.
create table if not exists sandbox.shop_order (
  id uuid primary key,
  format text not null,
  code text not null constraint shop_code_once unique,
  seller text not null,
  currency text not null,
  amount text,
  fee text not null,
  course text not null,
  created_at timestamptz not null
);
create table if not exists sandbox.shop_quote (
  id uuid primary key,
  order_id uuid not null references sandbox.shop_order (id),
  expires_at timestamptz not null
);
-- The outcome is known from the start; it is the payment's state from settles_at on.
create table if not exists sandbox.shop_payment (
  id uuid primary key,
  reference text not null constraint shop_payment_reference_once unique,
  order_id uuid not null references sandbox.shop_order (id),
  amount text not null,
  currency text not null,
  webhook_url text not null,
  asked_at timestamptz not null,
  settles_at timestamptz not null,
  outcome text not null constraint shop_payment_outcome_known check (outcome in ('paid', 'failed')),
  is_announced boolean not null
);
create unique index if not exists shop_payment_once on sandbox.shop_payment (order_id) where outcome = 'paid';
create index if not exists shop_payment_unannounced on sandbox.shop_payment (settles_at) where not is_announced;

-- Webhooks on their way: the same body at every attempt, until the wallet has taken it.
create table if not exists sandbox.delivery (
  id uuid primary key,
  url text not null,
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz,
  last_fault text
);
create index if not exists delivery_due on sandbox.delivery (next_attempt_at) where delivered_at is null;

create table if not exists sandbox.identity_check (
  id uuid primary key,
  reference text not null constraint identity_check_reference_once unique,
  person text not null,
  return_url text not null,
  webhook_url text not null,
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text constraint identity_check_outcome_known check (outcome in ('approved', 'aborted')),
  reason text,
  decided_at timestamptz,
  constraint identity_check_decided_at_an_instant check ((outcome is null) = (decided_at is null))
);
-- When its person handed in their documents, for a check that is looked at by somebody.
alter table sandbox.identity_check add column if not exists submitted_at timestamptz;
create index if not exists identity_check_open on sandbox.identity_check (expires_at) where outcome is null;

-- What browsers have had the push service subscribe, by which key of a wallet's; and what came for them, which they alone can read.
create table if not exists sandbox.push_subscription (
  id uuid primary key,
  server_key text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create table if not exists sandbox.push_message (
  id uuid primary key,
  subscription_id uuid not null references sandbox.push_subscription (id),
  body bytea not null,
  topic text,
  urgency text not null,
  ttl integer not null,
  sent_at timestamptz not null
);
create index if not exists push_message_by_subscription on sandbox.push_message (subscription_id, sent_at);

-- The bank: an account or an address for each account of a wallet, and what somebody has paid there.
create table if not exists sandbox.requisites (
  id uuid primary key,
  reference text not null constraint requisites_reference_once unique,
  currency text not null,
  pay_to text not null constraint requisites_pay_to_once unique,
  webhook_url text not null,
  created_at timestamptz not null
);
create table if not exists sandbox.incoming (
  id uuid primary key,
  requisites_id uuid not null references sandbox.requisites (id),
  amount text not null,
  currency text not null,
  paid_at timestamptz not null
);

-- What a vendor says of something from then on, whenever it is asked, in the place of what it came to; 'silent' is no answer (the desk).
alter table sandbox.payment add column if not exists told_status text, add column if not exists told_amount text;
alter table sandbox.payout add column if not exists told_status text, add column if not exists told_amount text;
alter table sandbox.shop_payment add column if not exists told_status text, add column if not exists told_amount text;
alter table sandbox.incoming add column if not exists told_status text, add column if not exists told_amount text;
alter table sandbox.identity_check add column if not exists told_status text;
-- What the source of rates is made to do, and until when.
create table if not exists sandbox.rate_play (
  play text primary key constraint rate_play_known check (play in ('jump', 'stale')),
  until timestamptz not null
);
