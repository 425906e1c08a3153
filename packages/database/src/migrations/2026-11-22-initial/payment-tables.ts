import { NETWORKS, RESERVES } from './codes.ts';

/** The payment journal, its sources and raw webhooks. */
export const PAYMENT_TABLES = `
create table payment (
  id uuid primary key,
  version integer not null,
  -- Banks give references again: their payments with one account and reference are numbered, so that two sources that tell of one at once conflict.
  occurrence integer not null default 1 check (occurrence > 0),
  network text not null check (network in (${NETWORKS})),
  account text not null,
  reference text not null,
  unit text not null check (unit in (${RESERVES})),
  amount bigint not null check (amount > 0),
  exact_amount text,
  memo text not null,
  payer text,
  payer_name text,
  paid_at timestamptz not null,
  confirmed boolean not null,
  state text not null check (state in ('unconfirmed', 'dropped', 'unmatched', 'matched', 'case', 'returned', 'forged')),
  order_id uuid references orders,
  customer_id text,
  case_code text,
  recorded_at timestamptz not null,
  constraint payment_identity unique (network, account, reference, occurrence),
  constraint payment_reference_repeats check (occurrence = 1 or network = 'bank'),
  constraint payment_one_target check (order_id is null or customer_id is null),
  constraint payment_matched_has_order check (state <> 'matched' or order_id is not null),
  constraint payment_confirmed_state check (confirmed or state in ('unconfirmed', 'dropped'))
);
create index payment_unconfirmed on payment (recorded_at) where state = 'unconfirmed';
-- By receiving account, whose first or newest payments are found without reading all of them.
create index payment_unplaced on payment ((network || ' ' || account), recorded_at, id) where state = 'unconfirmed' and order_id is null;
create index payment_unmatched on payment ((network || ' ' || account), recorded_at, id) where state = 'unmatched';
create index payment_cases on payment (recorded_at) where state = 'case';
create index payment_cases_by_amount on payment (network, amount) where state = 'case';
create index payment_order on payment (order_id);
create index payment_alike on payment (account, amount, reference, paid_at);
create index payment_recorded on payment (recorded_at);

create table sighting (
  source text not null,
  source_id text not null,
  payment_id uuid not null references payment,
  at timestamptz not null,
  primary key (source, source_id),
  -- One row of a source is at most one payment, and one payment at most one row of a source.
  constraint sighting_once unique (payment_id, source)
);

-- What the signer has read of incoming payments itself, with credentials of its own: no other role writes here. Append-only, except that memo
-- and payer are erased when their time is over. The codes (HMAC) are made with a secret of the signer's process: a row that its login alone has
-- written counts for nothing, and the true reading is stored beside it.
create table first_hand_payment (
  network text not null,
  source text not null,
  source_id text not null,
  account text not null,
  reference text not null,
  unit text not null,
  amount bigint not null check (amount > 0),
  memo text not null,
  payer text,
  paid_at timestamptz not null,
  read_at timestamptz not null,
  -- Greater than 1 where the readings before it are forged, or lack a memo that was told later.
  reading integer not null default 1 check (reading > 0),
  code text not null,
  -- Of memo and payer, which may be erased.
  words_code text not null,
  primary key (network, source, source_id, reading)
);
create index first_hand_payment_kept on first_hand_payment (read_at) where memo <> '' or payer is not null;
create index first_hand_payment_identity on first_hand_payment (network, account, reference, amount);
create index first_hand_payment_read on first_hand_payment (read_at);

-- The one payment of the journal, and the one order, that a payment read at first hand pays for. Append-only.
create table payment_use (
  network text not null,
  source text not null,
  source_id text not null,
  payment_id uuid not null constraint payment_use_payment unique references payment,
  order_id uuid not null references orders,
  at timestamptz not null,
  -- As of \`first_hand_payment\`.
  code text not null,
  primary key (network, source, source_id)
);
create index payment_use_order on payment_use (order_id);

create table webhook (
  id uuid primary key,
  source text not null,
  headers jsonb not null,
  body text not null,
  -- SHA-256 of the body: a webhook that is repeated is stored once.
  digest text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  tries integer not null default 0,
  next_at timestamptz not null,
  constraint webhook_once unique (source, digest)
);
create index webhook_handled on webhook (handled_at) where handled_at is not null;
create index webhook_open on webhook (next_at) where handled_at is null;

-- What a source told and that could not be journalled as a payment. Each waits for an operator.
create table reconciliation_exception (
  id uuid primary key,
  network text not null check (network in (${NETWORKS})),
  source text not null,
  source_id text not null,
  kind text not null check (kind in ('unreadable', 'rejected', 'other_asset', 'unknown_account', 'unlisted_webhook', 'other_amount', 'payout_record')),
  account text,
  asset text,
  amount text,
  detail text not null,
  at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  note text,
  constraint reconciliation_exception_once unique (source, source_id)
);
create index reconciliation_exception_open on reconciliation_exception (at) where resolved_at is null;

-- Payments that operators have read again by their references: the role that reads their network journals what it finds, and says what came of it.
create table reading_request (
  id uuid primary key,
  network text not null check (network in (${NETWORKS})),
  reference text not null check (length(reference) between 1 and 200),
  -- About when it was paid, for lists, which are read again by time.
  paid_at timestamptz,
  at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  next_at timestamptz not null,
  handled_at timestamptz,
  outcome text check (outcome in ('journalled', 'none', 'unreadable')),
  constraint reading_request_handled check ((handled_at is null) = (outcome is null)),
  constraint reading_request_paid check (paid_at > at - interval '366 days' and paid_at < at + interval '1 day')
);
create index reading_request_open on reading_request (next_at) where handled_at is null;
create index reading_request_at on reading_request (at);

create table source_cursor (
  network text not null check (network in (${NETWORKS})),
  source text not null,
  kind text not null check (kind in ('list', 'blocks', 'head')),
  cursor text,
  watermark timestamptz not null,
  primary key (network, source)
);

-- The sources that each role polls, declared at its start: orders expire by the watermarks of these alone.
create table polled_source (
  role text not null default current_user,
  network text not null check (network in (${NETWORKS})),
  source text not null,
  kind text not null check (kind in ('list', 'blocks', 'head')),
  primary key (role, network, source)
);
`;
