import { NETWORKS, RESERVES } from './codes.ts';

/** Payouts and the attempts to send them. */
export const PAYOUT_TABLES = `
create table payout (
  id uuid primary key,
  version integer not null,
  order_id uuid not null references orders,
  purpose text not null check (purpose in ('order', 'refund')),
  seq integer not null check (seq > 0),
  part integer not null,
  parts integer not null,
  payment_id uuid references payment,
  rail text not null check (rail in (${NETWORKS})),
  reserve text not null check (reserve in (${RESERVES})),
  amount bigint not null check (amount > 0),
  held bigint not null check (held >= 0),
  fee bigint not null check (fee >= 0),
  destination text not null,
  destination_bank text,
  state text not null check (state in ('queued', 'attempting', 'settled', 'failed')),
  tries integer not null,
  next_at timestamptz not null,
  created_at timestamptz not null,
  constraint payout_once unique (order_id, purpose, seq),
  constraint payout_part check (part between 1 and parts)
);
-- One live payout per part of an order's payout, per part of its refund, and per refunded payment. A settled order payout is never made
-- again; refunds may follow each other, because \`orders.amount_refunded\` counts them.
create unique index payout_one_open on payout (order_id, purpose, coalesce(payment_id, order_id), part)
  where state in ('queued', 'attempting') or (state = 'settled' and purpose = 'order');
create index payout_due on payout (next_at) where state = 'queued';
create index payout_failed on payout (created_at) where state = 'failed';

create table attempt (
  id uuid primary key,
  version integer not null,
  payout_id uuid not null references payout,
  n integer not null check (n > 0),
  key text not null constraint attempt_key unique,
  state text not null check (state in ('prepared', 'sending', 'sent', 'unknown', 'done', 'refused', 'absent')),
  raw text,
  valid_until timestamptz,
  reference text,
  fee bigint check (fee >= 0),
  detail text,
  checks integer not null,
  next_check_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  constraint attempt_n unique (payout_id, n)
);
create unique index attempt_one_live on attempt (payout_id) where state in ('prepared', 'sending', 'sent', 'unknown', 'done');
create index attempt_live on attempt (next_check_at) where state in ('prepared', 'sending', 'sent', 'unknown');
create index attempt_proven on attempt (settled_at) where state = 'done';
`;
