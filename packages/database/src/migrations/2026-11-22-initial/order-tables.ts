import { CURRENCIES, NETWORKS, RESERVES } from './codes.ts';

/** Orders, their log, customers' requests and idempotency keys. */
export const ORDER_TABLES = `
create table orders (
  id uuid primary key,
  ref text not null constraint orders_ref unique,
  kind text not null check (kind in ('buy', 'sell', 'ex')),
  from_currency text not null check (from_currency in (${CURRENCIES})),
  to_currency text not null check (to_currency in (${CURRENCIES})),
  quantity bigint not null check (quantity > 0),
  -- What was ordered, whatever it is repriced for later: the order's own rate was promised for no more.
  ordered_quantity bigint not null,
  -- What was to be paid, as ordered: another customer's payment could be meant for it, whatever the order became.
  ordered_amount bigint not null,
  rate numeric(40,0) not null check (rate > 0),
  rate_version integer not null references setting,
  amount_sent bigint not null check (amount_sent > 0),
  amount_received bigint not null check (amount_received > 0),
  fee_exchange bigint not null check (fee_exchange >= 0),
  cash_amount bigint not null check (cash_amount >= 0),
  cash_fee bigint not null check (cash_fee >= 0),
  pay_in_network text not null check (pay_in_network in (${NETWORKS})),
  pay_in_account text not null,
  pay_in_bank text,
  pay_in_name text,
  pay_in_branch text,
  pay_out_network text not null check (pay_out_network in (${NETWORKS})),
  destination text not null,
  destination_bank text,
  destination_name text,
  name_typed boolean not null default false check (not name_typed or (destination_name is not null and destination_bank is not null)),
  sender text,
  sender_bank text,
  reserve text not null check (reserve in (${RESERVES})),
  held bigint not null check (held >= amount_received),
  subject text not null,
  origin text not null,
  customer_id text,
  created_at timestamptz not null,
  -- The web process's proof that it made the order: the database's logins cannot make one.
  proof text not null,
  version integer not null,
  status text not null check (status in (
    'pending', 'verifying_transaction', 'paid', 'delivering', 'waitingotp', 'retry_scheduled', 'handmake', 'error', 'ERROR_EVOUCHER',
    'delivered', 'cancelled', 'forged')),
  reason text check (reason in (
    'expired', 'superseded', 'abandoned', 'refunded', 'refunding', 'refund_review', 'underpaid', 'overpaid', 'late', 'risk', 'rail_off',
    'no_fast_transfer', 'over_limit', 'reserve_short', 'payout_refused', 'payout_unknown', 'no_tries_left', 'reversed', 'voucher_refused', 'voucher_unknown')),
  expires_at timestamptz not null,
  holding bigint not null check (holding >= 0),
  amount_paid bigint not null check (amount_paid >= 0),
  paid_at timestamptz,
  final_at timestamptz,
  event_count integer not null,
  payout_reference text,
  retry_at timestamptz,
  amount_refunded bigint not null,
  -- The part beyond the ordered quantity, and the newer rate that prices it.
  excess_quantity bigint not null default 0 check (excess_quantity >= 0),
  excess_rate_version integer references setting,
  constraint orders_excess_check check (excess_quantity = 0 or excess_rate_version is not null),
  constraint orders_amount_refunded_check check (amount_refunded between 0 and amount_paid),
  -- The kind says in which currency the price is: of another kind an order would be priced in the wrong one.
  constraint orders_kind_of_currencies check (
    from_currency <> to_currency and (kind = 'buy') = (from_currency = 'vnd') and (kind = 'sell') = (to_currency = 'vnd'))
);
create index orders_pending on orders (expires_at) where status in ('pending', 'verifying_transaction') and holding > 0;
create index orders_open_of_subject on orders (subject, reserve) where status in ('pending', 'verifying_transaction') and holding > 0;
create index orders_open_of_origin on orders (origin, reserve) where status in ('pending', 'verifying_transaction') and holding > 0;
create index orders_given_up_of_subject on orders (subject, created_at) where status = 'cancelled' and amount_paid = 0;
create index orders_given_up_of_origin on orders (origin, created_at) where status = 'cancelled' and amount_paid = 0;
create index orders_awaiting_payment on orders (pay_in_network, amount_sent) where status in ('pending', 'verifying_transaction');
create index orders_ordered on orders (pay_in_network, ordered_amount);
create index orders_made on orders (pay_in_network, created_at);
create index orders_mismatched on orders (created_at) where status = 'verifying_transaction';
create index orders_paid on orders (paid_at) where status = 'paid';
create index orders_delivered on orders (final_at desc) where status = 'delivered';
create index orders_origin_kept on orders (final_at) where origin <> '';
create index orders_delivered_of_subject on orders (subject) where status = 'delivered';
create index orders_delivered_to on orders (destination) where status = 'delivered';
create index orders_error on orders (created_at) where status in ('error', 'handmake', 'ERROR_EVOUCHER');

-- Append-only, numbered from 1 per order. Readers of the whole stream order by \`transaction_id\`.
create table order_event (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  order_id uuid not null references orders,
  n integer not null,
  code text not null,
  params jsonb not null,
  actor text not null,
  cause text not null,
  payout_id uuid,
  at timestamptz not null,
  constraint order_event_n unique (order_id, n)
);

create table order_request (
  id uuid primary key,
  order_id uuid not null references orders,
  action text not null,
  params jsonb not null,
  -- The web process's proof that the order's key came with the request. Hidden from its login: an order's code is good for other requests too.
  proof text,
  at timestamptz not null,
  handled_at timestamptz,
  refusal text
);
create index order_request_refund on order_request (order_id) where action in ('requestRefund', 'refundExcess');
create index order_request_open on order_request (at) where handled_at is null;

create table idempotency (
  scope text not null,
  key text not null,
  -- The web process's proof that this request, with its body, created the order.
  proof text not null,
  order_id uuid not null references orders,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_age on idempotency (created_at);
`;
