-- Written by scripts/store-schema.ts. Not to be edited: it stands for databases that exist.

-- Append-only: the newest version of a kind and key is in force.
create table setting (
  version integer generated always as identity primary key,
  kind text not null,
  key text not null,
  value jsonb not null,
  author text not null,
  at timestamptz not null
);
create index setting_newest on setting (kind, key, version desc);

create table lookup (
  type text not null,
  account text not null,
  state text not null check (state in ('waiting', 'found', 'invalid', 'unavailable')),
  name text,
  requested_at timestamptz not null,
  resolved_at timestamptz,
  next_at timestamptz not null,
  primary key (type, account),
  constraint lookup_times check (next_at between requested_at and requested_at + interval '1 hour')
);
create index lookup_requested on lookup (requested_at);
create index lookup_waiting on lookup (next_at) where state = 'waiting';

-- New names that a party (a device, an address, a network, or all) asked for on a day, numbered since 1970.
create table name_budget (
  party text not null,
  day integer not null,
  asked integer not null check (asked > 0),
  primary key (party, day)
);
create index name_budget_day on name_budget (day);


create table orders (
  id uuid primary key,
  ref text not null constraint orders_ref unique,
  kind text not null check (kind in ('buy', 'sell', 'ex')),
  from_currency text not null check (from_currency in ('pm', 'e-voucher', 'wmz', 'trc20', 'bep20', 'erc20', 'eth', 'btc', 'vnd')),
  to_currency text not null check (to_currency in ('pm', 'e-voucher', 'wmz', 'trc20', 'bep20', 'erc20', 'eth', 'btc', 'vnd')),
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
  pay_in_network text not null check (pay_in_network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  pay_in_account text not null,
  pay_in_bank text,
  pay_in_name text,
  pay_in_branch text,
  pay_out_network text not null check (pay_out_network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  destination text not null,
  destination_bank text,
  destination_name text,
  name_typed boolean not null default false check (not name_typed or (destination_name is not null and destination_bank is not null)),
  sender text,
  sender_bank text,
  reserve text not null check (reserve in ('pm', 'wmz', 'usdt-tron', 'usdt-bsc', 'usdt-eth', 'eth', 'btc', 'vnd')),
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

-- Append-only, numbered from 1 per order. Readers of the whole stream order by `transaction_id`.
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


create table order_transition (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into order_transition (from_status, to_status) values
  ('pending', 'verifying_transaction'), ('pending', 'paid'), ('pending', 'cancelled'), ('pending', 'ERROR_EVOUCHER'),
  ('ERROR_EVOUCHER', 'paid'), ('ERROR_EVOUCHER', 'verifying_transaction'), ('ERROR_EVOUCHER', 'cancelled'),
  ('verifying_transaction', 'pending'), ('verifying_transaction', 'paid'), ('verifying_transaction', 'cancelled'), ('verifying_transaction', 'forged'),
  ('paid', 'delivering'), ('paid', 'handmake'),
  ('delivering', 'waitingotp'), ('delivering', 'delivered'), ('delivering', 'retry_scheduled'), ('delivering', 'error'),
  ('waitingotp', 'delivering'), ('waitingotp', 'retry_scheduled'), ('waitingotp', 'error'), ('waitingotp', 'handmake'),
  ('retry_scheduled', 'delivering'), ('retry_scheduled', 'error'),
  ('error', 'delivered'), ('error', 'delivering'), ('error', 'handmake'), ('error', 'cancelled'),
  ('handmake', 'delivered'), ('handmake', 'cancelled'),
  ('delivered', 'error'),
  ('cancelled', 'paid'), ('cancelled', 'verifying_transaction'), ('cancelled', 'error');


create table account (
  id integer generated always as identity primary key,
  name text not null constraint account_name unique,
  unit text not null,
  balance bigint not null default 0,
  guarded boolean not null,
  constraint account_not_overdrawn check (not guarded or balance >= 0)
);

create table posting (
  id uuid primary key,
  kind text not null check (kind in ('hold', 'rehold', 'release', 'payment', 'match', 'payout', 'fee', 'refund', 'sweep', 'adjust', 'transfer', 'opening')),
  order_id uuid references orders,
  at timestamptz not null
);
create unique index posting_one_hold on posting (order_id) where kind = 'hold';
create index posting_order on posting (order_id);

create table entry (
  id bigint generated always as identity primary key,
  posting_id uuid not null references posting,
  account_id integer not null references account,
  amount bigint not null check (amount <> 0)
);
create index entry_posting on entry (posting_id);

-- Newest comparison of the ledger with a provider's balance, by the role that can read it: of each reserve's paying account, of collected money, of
-- each hot wallet's fee coin.
create table balance_check (
  code text primary key,
  told bigint not null,
  difference bigint not null,
  times integer not null check (times >= 0),
  checked_at timestamptz not null,
  -- When the difference began; null while there is none.
  since timestamptz,
  -- Whether another balance than zero was ever told.
  has_told boolean not null default false
);

-- Newest reading of each hot wallet's fee coin, and what transfers cost then.
create table fee_coin_check (
  network text primary key,
  balance bigint not null check (balance >= 0),
  per_transfer bigint not null check (per_transfer > 0),
  checked_at timestamptz not null
);


create table payment (
  id uuid primary key,
  version integer not null,
  -- Banks give references again: their payments with one account and reference are numbered, so that two sources that tell of one at once conflict.
  occurrence integer not null default 1 check (occurrence > 0),
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  account text not null,
  reference text not null,
  unit text not null check (unit in ('pm', 'wmz', 'usdt-tron', 'usdt-bsc', 'usdt-eth', 'eth', 'btc', 'vnd')),
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
  -- As of `first_hand_payment`.
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
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
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
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
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
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  source text not null,
  kind text not null check (kind in ('list', 'blocks', 'head')),
  cursor text,
  watermark timestamptz not null,
  primary key (network, source)
);

-- The sources that each role polls, declared at its start: orders expire by the watermarks of these alone.
create table polled_source (
  role text not null default current_user,
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  source text not null,
  kind text not null check (kind in ('list', 'blocks', 'head')),
  primary key (role, network, source)
);


create table payout (
  id uuid primary key,
  version integer not null,
  obligation_kind text not null,
  obligation_id uuid not null,
  order_id uuid references orders,
  seq integer not null check (seq > 0),
  part integer not null,
  parts integer not null,
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  reserve text not null check (reserve in ('pm', 'wmz', 'usdt-tron', 'usdt-bsc', 'usdt-eth', 'eth', 'btc', 'vnd')),
  currency text not null check (currency in ('pm', 'e-voucher', 'wmz', 'trc20', 'bep20', 'erc20', 'eth', 'btc', 'vnd')),
  amount bigint not null check (amount > 0),
  held bigint not null check (held >= 0),
  fee bigint not null check (fee >= 0),
  destination text not null,
  destination_bank text,
  made_by text not null check (made_by in ('system', 'operator')),
  reference text,
  state text not null check (state in ('queued', 'attempting', 'settled', 'failed')),
  tries integer not null,
  expiries integer not null default 0 check (expiries <= tries),
  next_at timestamptz not null,
  created_at timestamptz not null,
  waits_for text check (waits_for in ('confirmation', 'approval')),
  constraint payout_once unique (obligation_kind, obligation_id, seq),
  constraint payout_of_order check (obligation_kind not in ('order', 'refund') or (order_id is not null and obligation_id = order_id)),
  constraint payout_part check (part between 1 and parts)
);
-- One live payout per part of an obligation. A settled payout is never made again; refunds of an order may follow each other, because
-- `orders.amount_refunded` counts them, and so may returns of a payment, which the signer counts.
create unique index payout_one_open on payout (obligation_kind, obligation_id, part)
  where state in ('queued', 'attempting') or (state = 'settled' and obligation_kind not in ('refund', 'return'));
-- An order numbers its refunds and the returns of its payments together.
create unique index payout_refund_seq on payout (order_id, seq) where obligation_kind in ('refund', 'return');
create index payout_order on payout (order_id);
create index payout_due on payout (obligation_kind, next_at) where state = 'queued';
create index payout_waiting on payout (network, next_at) where waits_for is not null and state = 'queued';
create index payout_failed on payout (created_at) where state = 'failed';

create table attempt (
  id uuid primary key,
  version integer not null,
  payout_id uuid not null references payout,
  n integer not null check (n > 0),
  key text not null constraint attempt_key unique,
  state text not null check (state in ('prepared', 'sending', 'sent', 'unknown', 'done', 'refused', 'absent')),
  reference text,
  fee bigint check (fee >= 0),
  detail text,
  awaiting_code boolean not null,
  paid_by_attempt_id uuid references attempt,
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

-- The word of the signer's process that it made an attempt, having judged its payout: a code (HMAC) that its database login cannot make. Append-only.
create table attempt_code (
  attempt_id uuid primary key references attempt,
  code text not null
);

-- Signed bytes, stored before they are broadcast. Append-only.
create table attempt_transfer (
  attempt_id uuid not null references attempt,
  n integer not null check (n > 0),
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  txid text not null constraint attempt_transfer_txid unique,
  raw text not null,
  valid_until timestamptz,
  slots jsonb not null check (jsonb_typeof(slots) = 'array'),
  signed_at timestamptz not null,
  primary key (attempt_id, n)
);

-- Money that attempts were made for without an operator's approval, in parts of ten minutes, by the first attempt of each payout, whatever its n. Kept by the trigger
-- on attempts, judged_volumes and count_refund_elsewhere alone, so that no role can count less. A party is a reserve's payouts, a reserve's refunds, the refunds to
-- one subject, or the refunds to accounts other than the customers' own, by their worth in dong.
create table payout_volume (
  party text not null,
  at timestamptz not null,
  amount bigint not null check (amount > 0),
  primary key (party, at)
);
create index payout_volume_at on payout_volume (at);

-- One row per party, locked by the transaction that counts for it until it ends, so that no other counts between its reading of the sums and its commit. No role may lock these rows in another way.
create table volume_turn (party text primary key);

-- The parties that an attempt's payout counts for, and whether an operator's row says that it was approved, or, for the limits of refunds, asked for to this account.
create function volume_parties(attempt uuid) returns table (party text, is_approved boolean)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return query select r.party, exists (
    select 1 from public.audit a where a.order_id = p.order_id and a.outcome = 'done' and (
      a.verb = 'approvePayout' and a.input ->> 'payout' = p.id::text
      or r.of_refunds and (a.verb = 'refundOrder' and p.obligation_kind = 'refund'
          or a.verb = 'refundPayment' and p.obligation_kind = 'return' and a.input ->> 'id' = p.obligation_id::text)
        and a.input ->> 'destination' = p.destination and a.input ->> 'destinationBank' is not distinct from p.destination_bank
    )
  )
  from public.attempt t join public.payout p on p.id = t.payout_id left join public.orders o on o.id = p.order_id cross join lateral (
    values ('payouts:' || p.reserve, false), ('refunds:' || p.reserve, true), ('refunds:' || p.reserve || ':' || o.subject, true)
  ) r (party, of_refunds)
  where t.id = attempt and r.party is not null and (not r.of_refunds or p.obligation_kind in ('refund', 'return'));
end $$;

-- Counts an attempt's payout for parties.
create function add_volume(attempt uuid, parties text[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.volume_turn (party)
    select 'payouts:' || p.reserve from public.attempt a join public.payout p on p.id = a.payout_id where a.id = attempt
  on conflict (party) do update set party = excluded.party;
  insert into public.payout_volume as v (party, at, amount)
    select x.party, date_bin('10 minutes', t.created_at, timestamptz 'epoch'), p.amount
    from public.attempt t join public.payout p on p.id = t.payout_id cross join unnest(parties) x (party)
    where t.id = attempt
    order by x.party
  on conflict (party, at) do update set amount = v.amount + excluded.amount;
end $$;

create function count_volume() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.attempt a where a.payout_id = new.payout_id and a.n < new.n) then
    perform public.add_volume(new.id, array(select party from public.volume_parties(new.id) where not is_approved));
  end if;
  return null;
end $$;
create trigger count_volume after insert on attempt for each row execute function count_volume();

-- The volumes that an attempt is judged by, itself included: counts it first where it was not. The trigger believes every operator's row, but the signer only some of
-- them, so it may judge by a party that the trigger left out; and it judges a later attempt now, when those before are not its own.
create function judged_volumes(attempt uuid, parties text[], hour_since timestamptz, day_since timestamptz) returns table (party text, hour numeric, day numeric)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_first boolean := not exists (
    select 1 from public.attempt a join public.attempt before on before.payout_id = a.payout_id and before.n < a.n where a.id = attempt
  );
  left_out text[] := array(select v.party from public.volume_parties(attempt) v where case when v.is_approved then v.party = any(parties) else not is_first end);
begin
  if left_out <> '{}' then
    perform public.add_volume(attempt, left_out);
  end if;
  return query select v.party, coalesce(sum(v.amount) filter (where v.at > hour_since), 0), sum(v.amount)
    from public.payout_volume v where v.party = any(parties) and v.at > day_since group by v.party;
end $$;

-- Counts a refund to an account that is not the customer's own; what it is worth, only the signer knows. After the attempt, whose rows are locked first.
create function count_refund_elsewhere(attempt uuid, worth bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.volume_turn (party) values ('refunds-elsewhere') on conflict (party) do update set party = excluded.party;
  insert into public.payout_volume as v (party, at, amount)
    select 'refunds-elsewhere', date_bin('10 minutes', a.created_at, timestamptz 'epoch'), worth from public.attempt a where a.id = attempt
  on conflict (party, at) do update set amount = v.amount + excluded.amount;
end $$;

-- Removes what was counted before a time, and before the last two days, which are longer than any limit's.
create function prune_volume(before timestamptz) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.payout_volume where at < least(before, now() - interval '2 days')
$$;


-- May be leased again from `free_at` on.
create table deposit_address (
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  index integer not null check (index >= 0),
  address text not null constraint deposit_address_address unique,
  free_at timestamptz not null,
  -- For orders paid in the chain's own coin: it stays without code, because wallets send coins with gas for no more. The others may delegate (EIP-7702).
  for_coin boolean not null default false,
  primary key (network, index)
);
create index deposit_address_free on deposit_address (network, for_coin, free_at);

-- Append-only. Money that arrives after `until_at` still belongs to this lease until the address's next one begins.
create table lease (
  order_id uuid primary key references orders,
  network text not null,
  address text not null references deposit_address (address),
  from_at timestamptz not null,
  until_at timestamptz not null,
  constraint lease_from unique (address, from_at)
);

create table sweep (
  id uuid primary key,
  version integer not null,
  network text not null check (network in ('bank', 'perfect-money', 'webmoney', 'tron', 'ethereum', 'bsc', 'bitcoin')),
  address_index integer not null,
  kind text not null check (kind in ('fund', 'sweep')),
  currency text not null,
  amount bigint not null check (amount > 0),
  key text not null,
  -- One of several addresses that one transfer sweeps: each row has its key, its bytes and a share of its fee, and one of them its slots.
  is_batched boolean not null default false check (not is_batched or kind = 'sweep'),
  raw text not null,
  valid_until timestamptz,
  slots jsonb not null check (jsonb_typeof(slots) = 'array'),
  state text not null check (state in ('prepared', 'sent', 'done', 'failed')),
  fee bigint check (fee >= 0),
  created_at timestamptz not null,
  next_check_at timestamptz not null,
  settled_at timestamptz,
  constraint sweep_key unique (key, address_index)
);
create unique index sweep_alone on sweep (key) where not is_batched;
create unique index sweep_one_live on sweep (network, address_index) where state in ('prepared', 'sent');
create index sweep_done on sweep (network, address_index) where state = 'done';
-- Failures on the chain, which burned the fee.
create index sweep_failed on sweep (network, settled_at) where state = 'failed' and fee > 0;
create index sweep_failed_address on sweep (network, address_index) where state = 'failed' and fee > 0;

-- Deposit addresses whose last tries to sweep them came to nothing and cost nothing.
create table sweep_refusal (
  network text not null,
  address_index integer not null,
  currency text not null,
  times integer not null check (times > 0),
  since timestamptz not null,
  last_at timestamptz not null,
  detail text not null,
  primary key (network, address_index, currency)
);


create table transfer_slot (
  network text not null,
  wallet text not null,
  resource text not null,
  -- The attempt or sweep; an attempt's replacements share its slots.
  owner_id uuid not null,
  constraint transfer_slot_free primary key (network, wallet, resource)
);
create index transfer_slot_owner on transfer_slot (owner_id);
-- Which transfers ever had a slot.
create index attempt_transfer_slots on attempt_transfer using gin (slots jsonb_path_ops);
create index sweep_slots on sweep using gin (slots jsonb_path_ops);

create function take_slots() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare owner uuid := to_jsonb(new) ->> tg_argv[0];
begin
  insert into public.transfer_slot (network, wallet, resource, owner_id)
    select new.network, s.wallet, s.resource, owner from jsonb_to_recordset(new.slots) as s(wallet text, resource text)
    where not exists (
      select 1 from public.transfer_slot t
      where t.network = new.network and t.wallet = s.wallet and t.resource = s.resource and t.owner_id = owner
    );
  return null;
end $$;
create trigger take_slots after insert on attempt_transfer
  for each row when (new.slots <> '[]') execute function take_slots('attempt_id');
create trigger take_slots after insert on sweep
  for each row when (new.slots <> '[]') execute function take_slots('id');

-- Highest nonce of each hot wallet that a transfer of ours has consumed.
create table consumed_nonce (
  network text not null,
  wallet text not null,
  nonce bigint not null check (nonce >= 0),
  primary key (network, wallet)
);

create function release_slots() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An attempt that an earlier one's transfer has paid has consumed nothing.
  if new.state = 'done' and (case tg_table_name when 'attempt' then to_jsonb(new) ->> 'paid_by_attempt_id' is null else to_jsonb(new) ->> 'kind' = 'fund' or (to_jsonb(new) ->> 'is_batched')::boolean end) then
    insert into public.consumed_nonce as c (network, wallet, nonce)
      select t.network, t.wallet, max(t.resource::bigint) from public.transfer_slot t
      where t.owner_id = new.id and t.resource ~ '^[0-9]{1,15}$' group by t.network, t.wallet
      on conflict (network, wallet) do update set nonce = greatest(c.nonce, excluded.nonce);
  end if;
  delete from public.transfer_slot where owner_id = new.id;
  return null;
end $$;
create trigger release_slots after update of state on attempt
  for each row when (old.state <> new.state and new.state in ('done', 'refused', 'absent')) execute function release_slots();
create trigger release_slots after update of state on sweep
  for each row when (old.state <> new.state and new.state in ('done', 'failed')) execute function release_slots();


create table review (
  id uuid primary key,
  order_id uuid not null constraint review_order unique references orders,
  content text not null check (char_length(content) between 1 and 300),
  email text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null
);
create index review_approved on review (id desc) where status = 'approved';
create index review_pending on review (id desc) where status = 'pending';

create table review_decision (
  id bigint generated always as identity primary key,
  review_id uuid not null references review,
  status text not null check (status in ('approved', 'rejected')),
  note text not null,
  operator text not null,
  at timestamptz not null
);
create index review_decision_newest on review_decision (review_id, id desc);


-- Three claims an order, however many callers try: the numbers run out.
create table payment_claim (
  id uuid primary key,
  version integer not null,
  order_id uuid not null references orders,
  n integer not null check (n between 1 and 3),
  paid_at timestamptz not null,
  bank text check (char_length(bank) between 1 and 60),
  account_end text check (char_length(account_end) between 1 and 10),
  reference text check (char_length(reference) between 1 and 100),
  state text not null check (state in ('new', 'open', 'answered')),
  answer text check (answer in ('found', 'not_found', 'more_needed')),
  created_at timestamptz not null,
  answered_at timestamptz,
  constraint payment_claim_n unique (order_id, n),
  constraint payment_claim_answered check ((state = 'answered') = (answered_at is not null) and (answer is null or state = 'answered'))
);
create index payment_claim_open on payment_claim (created_at) where state in ('new', 'open');
create index payment_claim_kept on payment_claim (answered_at) where state = 'answered';


create table operator_verb (
  verb text primary key,
  always_two boolean not null default false
);
insert into operator_verb (verb, always_two) values
  ('setRate', false), ('setPair', false), ('derivePair', false), ('setRail', false), ('switchCurrency', false), ('setCollectionAccount', true), ('setSecondOperator', true),
  ('setPayoutCap', true), ('acceptDifference', true), ('adjustReserve', false), ('transferReserve', false), ('resolveError', false),
  ('recordManualPayout', false), ('attachPayment', false), ('refundPayment', false), ('refundOrder', false), ('clearRisk', false),
  ('markForged', false), ('approvePayout', false), ('refusePayout', false), ('moderateReview', false), ('resolveException', false),
  ('answerClaim', false), ('readPayment', false), ('confirmAct', false), ('rejectAct', false);

create table operator_right (
  verb text not null references operator_verb,
  relation text not null,
  -- Empty where rows of the relation do not differ in kind.
  kind text not null default '',
  primary key (verb, relation, kind)
);
insert into operator_right (verb, relation, kind) values
  ('setRate', 'setting', 'buy'), ('setRate', 'setting', 'sell'), ('setRate', 'setting', 'pair'),
  ('setPair', 'setting', 'pair'), ('derivePair', 'setting', 'pair'),
  ('setRail', 'setting', 'rail'), ('setRail', 'setting', 'suspension'), ('switchCurrency', 'setting', 'currency'),
  ('setCollectionAccount', 'setting', 'collection'), ('setSecondOperator', 'setting', 'secondOperator'), ('setPayoutCap', 'setting', 'payout-cap'),
  ('acceptDifference', 'setting', 'accepted-difference'), ('acceptDifference', 'setting', 'suspension'),
  ('adjustReserve', 'posting', 'adjust'), ('adjustReserve', 'entry', ''),
  ('transferReserve', 'posting', 'transfer'), ('transferReserve', 'entry', ''),
  ('moderateReview', 'review', ''), ('moderateReview', 'review_decision', ''),
  ('resolveException', 'reconciliation_exception', ''), ('readPayment', 'reading_request', ''),
  ('answerClaim', 'payment_claim', ''), ('answerClaim', 'orders', ''), ('answerClaim', 'order_event', '');
-- Verbs about one order: they write that order's rows alone.
insert into operator_right (verb, relation, kind)
  select v.verb, r.relation, r.kind from unnest(array[
    'resolveError', 'recordManualPayout', 'attachPayment', 'refundPayment', 'refundOrder', 'clearRisk', 'markForged', 'approvePayout', 'refusePayout'
  ]) v (verb) cross join (values
    ('orders', ''), ('order_event', ''), ('payment', ''), ('payout', ''), ('entry', ''), ('posting', 'rehold'), ('posting', 'release'),
    ('posting', 'match'), ('posting', 'payout'), ('posting', 'fee'), ('posting', 'refund')
  ) r (relation, kind);
insert into operator_right (verb, relation, kind) values ('markForged', 'posting', 'adjust');


create table audit (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  call_id uuid not null constraint audit_call unique,
  operator text not null,
  verb text not null,
  input jsonb not null,
  outcome text not null,
  order_id uuid references orders,
  -- The proposed act that this call carries out or rejects.
  proposal_id uuid constraint audit_proposal unique references audit (call_id),
  -- Worth in dong of money that one operator moved alone. Null: no money was moved, or a second operator confirmed it.
  worth bigint constraint audit_worth check (worth is null or worth >= 0 and outcome = 'done' and proposal_id is null),
  at timestamptz not null,
  -- What the database knows itself: whose login it was, and when.
  login text not null default session_user,
  recorded_at timestamptz not null default clock_timestamp()
);
create index audit_proposed on audit (at) where outcome = 'proposed';
create index audit_transaction on audit (transaction_id);
create index audit_order on audit (order_id) where outcome = 'done';
create index audit_alone on audit (operator, recorded_at) where outcome = 'done';
-- A transfer between two of our accounts is booked once.
create unique index audit_transfer_once on audit ((input ->> 'reserve'), (input ->> 'reference')) where verb = 'transferReserve' and outcome = 'done';

-- Logins of single persons are called quydoi_operator_NAME: nobody else acts under that name with them. An act that was proposed is carried out as
-- it was proposed, and by somebody else.
create function guard_audit() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare proposed record;
begin
  if new.login like 'quydoi\_operator\_%' and new.operator <> substr(new.login, length('quydoi_operator_') + 1) then
    raise exception 'the login % is not of %', new.login, new.operator using errcode = 'QD016';
  end if;
  if new.proposal_id is null then
    if new.outcome = 'done' and exists (select 1 from public.operator_verb v where v.verb = new.verb and v.always_two) then
      raise exception '% needs a second operator', new.verb using errcode = 'QD028';
    end if;
    return new;
  end if;
  select operator, verb, input, outcome, recorded_at into proposed from public.audit where call_id = new.proposal_id;
  if proposed.outcome <> 'proposed' or new.outcome <> 'done' or new.verb <> 'rejectAct' and (
      proposed.recorded_at < clock_timestamp() - interval '1 day'
      or new.operator = proposed.operator or new.verb <> proposed.verb or new.input <> proposed.input) then
    raise exception 'a proposed act is carried out unchanged, by a second operator' using errcode = 'QD017';
  end if;
  return new;
end $$;
create trigger guard_audit before insert on audit for each row execute function guard_audit();

-- What else the operator of a call did about orders without another's proposal, by some verbs, from 24 hours before it until now. Later calls count too:
-- rows are numbered when they are written and seen when they are committed, so that of two calls each could be the earlier one. The signer sums up
-- itself what that was worth: `worth` is what a login wrote.
create function done_alone_besides(call uuid, verbs text[]) returns table (verb text, input jsonb, order_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.verb, a.input, a.order_id from public.audit c join public.audit a on a.operator = c.operator
  where c.call_id = call and a.id <> c.id and a.recorded_at > c.recorded_at - interval '24 hours'
    and a.outcome = 'done' and a.proposal_id is null and a.order_id is not null and a.verb = any(verbs)
$$;

-- Whether two operators made two calls. The signer does not read who did what.
create function are_of_two_operators(one uuid, another uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from public.audit a join public.audit b on b.operator <> a.operator where a.call_id = one and b.call_id = another)
$$;

-- Each row that an operator writes is what a call of this transaction is for: of a relation and kind that its verb writes, and of the order that it is
-- about. The argument is the column with the order.
create function require_audit() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare written jsonb := to_jsonb(new);
begin
  if not exists (
    select 1 from public.audit a join public.operator_right r on r.verb = a.verb
    where a.transaction_id = pg_current_xact_id() and a.outcome = 'done'
      and r.relation = tg_table_name and r.kind = case when tg_table_name in ('setting', 'posting') then written ->> 'kind' else '' end
      and (tg_nargs = 0 or a.order_id is not distinct from (written ->> tg_argv[0])::uuid)
  ) then
    raise exception 'an operator changes % without an audit row of such a call', tg_table_name using errcode = 'QD012';
  end if;
  return new;
end $$;
create trigger require_audit before insert or update on setting for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on orders for each row when (current_user = 'quydoi_operator') execute function require_audit('id');
create trigger require_audit before insert or update on order_event for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on posting for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on entry for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on payment for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on payout for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on review for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on reconciliation_exception for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on reading_request for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert or update on payment_claim for each row when (current_user = 'quydoi_operator') execute function require_audit('order_id');
create trigger require_audit before insert or update on review_decision for each row when (current_user = 'quydoi_operator') execute function require_audit();

-- Entries are of postings of the same transaction, which their call is for.
create function require_posting() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.posting p where p.id = new.posting_id and p.xmin = pg_current_xact_id()::xid) then
    raise exception 'an operator adds to a posting of another call' using errcode = 'QD029';
  end if;
  return new;
end $$;
create trigger require_posting before insert on entry for each row when (current_user = 'quydoi_operator') execute function require_posting();

create function require_name() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.operator = case tg_table_name
      when 'setting' then to_jsonb(new) ->> 'author'
      when 'order_event' then substr(to_jsonb(new) ->> 'actor', length('operator:') + 1)
      when 'review_decision' then to_jsonb(new) ->> 'operator'
    end
  ) then
    raise exception '% names another operator than the audit row', tg_table_name using errcode = 'QD021';
  end if;
  return null;
end $$;
create trigger require_name after insert on setting for each row when (current_user = 'quydoi_operator') execute function require_name();
create trigger require_name after insert on order_event for each row when (current_user = 'quydoi_operator') execute function require_name();
create trigger require_name after insert on review_decision for each row when (current_user = 'quydoi_operator') execute function require_name();


-- Whether a suspension's key is the one of its value: its role, then what is suspended, and why. The key tells which suspension ends, the value whether
-- it may. A subject may have spaces, the words before it have none.
create function is_key_of_suspension(in_key text, in_value jsonb) returns boolean language sql immutable as $$
  select coalesce(split_part(in_key, ' ', 1) in ('quydoi_worker', 'quydoi_signer') and split_part(in_key, ' ', 2) = in_value ->> 'network'
    and split_part(in_key, ' ', 3) = in_value ->> 'cause' and split_part(in_key, ' ', 4) = in_value ->> 'direction'
    and in_key = concat_ws(' ', split_part(in_key, ' ', 1), in_value ->> 'network', in_value ->> 'cause', in_value ->> 'direction', in_value ->> 'subject')
    and in_value ->> 'subject' is not null, false)
$$;

-- Whether a setting is the one that a confirmed call sets.
create function is_proposed_setting(in_verb text, input jsonb, in_kind text, in_key text, in_value jsonb) returns boolean language sql immutable as $$
  select coalesce(case in_verb
    when 'setCollectionAccount' then in_kind = 'collection' and in_key = 'collection' and in_value =
      jsonb_set(input, '{accountNumber}', to_jsonb(upper(regexp_replace(input ->> 'accountNumber', '\s', '', 'g'))))
    when 'setSecondOperator' then in_kind = 'secondOperator' and in_key = 'secondOperator' and in_value = input
    when 'setPayoutCap' then in_kind = 'payout-cap' and in_key = input ->> 'reserve' and in_value = input - 'reserve'
    when 'acceptDifference' then case in_kind
      when 'suspension' then public.is_key_of_suspension(in_key, in_value) and in_value -> 'suspended' = 'false' and in_value ->> 'cause' = 'shortfall'
        and in_value ->> 'subject' = input ->> 'reserve'
      else in_kind = 'accepted-difference' and in_key = input ->> 'reserve' and in_value = input - 'reserve' end
  end, false)
$$;

-- The newest value of a setting before a version.
create function setting_before(in_kind text, in_key text, before bigint) returns jsonb
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select s.value from public.setting s where s.kind = in_kind and s.key = in_key and s.version < before order by s.version desc limit 1
$$;

-- The fee of a rate, or the bound of its automatic fee that it exceeds.
create function fee_within(fee text, bounds jsonb) returns text language sql immutable as $$
  select case when fee::numeric < (bounds ->> 'floor')::numeric then bounds ->> 'floor' when fee::numeric > (bounds ->> 'cap')::numeric then bounds ->> 'cap' else fee end
$$;

-- A rate at the lowest or the highest fee that it can get by itself.
create function at_fee_bound(rate jsonb, bound text) returns jsonb language sql immutable as $$
  select case when rate ? 'automaticFee' then rate || jsonb_build_object('fee', rate -> 'automaticFee' -> bound) else rate end
$$;

-- Whether a rate is the one that a call sets, or a pair's that follows from it (`domain/price/pair-rates.ts`).
create function is_rate_of_call(in_verb text, input jsonb, rate setting) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  old jsonb := public.setting_before(rate.kind, rate.key, rate.version);
  pair text := (input ->> 'from') || ':' || (input ->> 'to');
  source jsonb;
  target jsonb;
  automatic jsonb;
begin
  if in_verb = 'setRate' and rate.kind = input ->> 'kind' and rate.key = input ->> 'code' or in_verb = 'setPair' and rate.kind = 'pair' and rate.key = pair then
    automatic := case when in_verb = 'setRate' then nullif(coalesce(input -> 'automaticFee', old -> 'automaticFee'), 'null') end;
    return rate.value = jsonb_build_object('value', input -> 'value',
      'fee', public.fee_within(coalesce(input ->> 'fee', old ->> 'fee', '0'), automatic), 'percentFee', coalesce(input -> 'percentFee', old -> 'percentFee', '"0"'),
      'maxFee', coalesce(input -> 'maxFee', old -> 'maxFee', 'null'), 'minQuantity', coalesce(input -> 'minQuantity', old -> 'minQuantity', 'null')
    ) || case in_verb when 'setPair' then '{"overridden": true}' else '{}' end::jsonb
      || case when automatic is null then '{}' else jsonb_build_object('automaticFee', automatic) end;
  end if;
  if rate.kind <> 'pair' or not (in_verb = 'derivePair' and rate.key = pair
      or in_verb = 'setRate' and input ->> 'code' = split_part(rate.key, ':', case input ->> 'kind' when 'sell' then 1 else 2 end)) then
    return false;
  end if;
  source := public.setting_before('sell', split_part(rate.key, ':', 1), 9223372036854775807);
  target := public.setting_before('buy', split_part(rate.key, ':', 2), 9223372036854775807);
  return (rate.value ->> 'value')::numeric = public.pair_rate((source ->> 'value')::numeric, (target ->> 'value')::numeric)
    and rate.value - 'value' = jsonb_build_object('fee', target -> 'fee', 'percentFee', target -> 'percentFee', 'maxFee', target -> 'maxFee',
      'minQuantity', coalesce(old -> 'minQuantity', 'null'))
      || case when target ? 'automaticFee' then jsonb_build_object('automaticFee', target -> 'automaticFee') else '{}' end;
end $$;

-- Decimals of a currency; of one that is not known here, as many as a number may have.
create function scale_of(code text) returns integer language sql immutable as $$
  select case when code = 'vnd' then 0 when code in ('pm', 'e-voucher', 'wmz') then 2 when code in ('trc20', 'bep20', 'erc20') then 6
    when code in ('eth', 'btc') then 8 else 40 end
$$;

-- The number that a decimal text of at most so many decimals is; null for anything else.
create function decimal_of(text jsonb, decimals integer) returns numeric language sql immutable as $$
  select case when jsonb_typeof(text) = 'string' and text #>> '{}' ~ '^[0-9]+([.][0-9]+)?$' and length(text #>> '{}') <= 40 then
    case when scale(trim_scale((text #>> '{}')::numeric)) <= decimals then (text #>> '{}')::numeric end end
$$;

-- Whether a rate's automatic fee can be read: the fee is within its bounds, and they are within the maximum fee.
create function is_readable_automatic_fee(rate jsonb, decimals integer) returns boolean language sql immutable as $$
  select coalesce(public.decimal_of(rate -> 'fee', decimals) between public.decimal_of(a -> 'floor', decimals) and public.decimal_of(a -> 'cap', decimals)
    and (a -> 'coinPrice' = 'null' or public.decimal_of(a -> 'coinPrice', 12) > 0)
    and (rate -> 'maxFee' = 'null' or public.decimal_of(rate -> 'maxFee', decimals) >= public.decimal_of(a -> 'cap', decimals)), false)
  from (select rate -> 'automaticFee') r (a)
$$;

-- Whether a rate is one that can be read (`domain/price/rate-settings.ts`, as SQL): any other is not in force, nor is the one before it.
create function is_readable_rate(in_kind text, in_key text, rate jsonb) returns boolean language sql immutable as $$
  select bool_and(coalesce(case
      when jsonb_typeof(rate -> field) = 'string' and rate ->> field ~ '^[0-9]+([.][0-9]+)?$' and length(rate ->> field) <= 40 then
        scale(trim_scale((rate ->> field)::numeric)) <= decimals
        and (field <> 'value' or (rate ->> field)::numeric > 0) and (field <> 'percentFee' or (rate ->> field)::numeric < 100)
      else can_be_null and rate -> field = 'null' end, false))
    and (in_kind <> 'pair' or coalesce(rate -> 'overridden', 'true') = 'true')
    and (not rate ? 'automaticFee' or in_kind <> 'sell' and public.is_readable_automatic_fee(rate, min(charged)))
  from (select public.scale_of(split_part(in_key, ':', 1)) as entered, public.scale_of(split_part(in_key, ':', -1)) as charged) s cross join lateral (
    values ('value', false, 12), ('fee', false, charged), ('percentFee', false, 6), ('maxFee', true, charged), ('minQuantity', true, entered)
  ) f (field, can_be_null, decimals)
$$;

-- The rate of a pair, from what its source is sold for and its target bought for: six decimals, and six significant digits below one.
create function pair_rate(sell numeric, buy numeric) returns numeric language sql immutable as $$
  select div(sell * 997 * ('1e' || decimals - 3)::numeric, buy) * ('1e-' || decimals)::numeric
  from (select 6 + count(*)::integer from generate_series(1, 6) n where sell * 997 * ('1e' || n)::numeric < buy * 1000) d (decimals)
$$;

-- The fee of a rate on an amount.
create function rate_fee(rate jsonb, amount numeric) returns numeric language sql immutable as $$
  select least((rate ->> 'maxFee')::numeric, greatest((rate ->> 'fee')::numeric, amount * (rate ->> 'percentFee')::numeric * 0.01))
$$;

-- What a customer pays (buy) or gets (sell, pair) for a quantity at a rate, and the amount that a change of it is measured by.
create function rate_price(in_kind text, rate jsonb, quantity numeric, out price numeric, out base numeric) language sql immutable as $$
  select case in_kind when 'buy' then unit * (quantity + public.rate_fee(rate, quantity)) when 'sell' then unit * quantity
      else unit * quantity - public.rate_fee(rate, unit * quantity) end,
    case in_kind when 'buy' then unit * (quantity + public.rate_fee(rate, quantity)) else unit * quantity end
  from (select (rate ->> 'value')::numeric) u (unit)
$$;

-- Whether a price moves by more percent for any quantity that can be ordered: at the smallest, the largest, or where a fee changes its form; between
-- these both prices are straight lines.
create function is_price_moved_at(in_kind text, old jsonb, new jsonb, min_order numeric, max_order numeric, max_percent numeric) returns boolean
  language sql immutable as $$
  with ranges as (
    select rate, coalesce(nullif(coalesce((rate ->> 'minQuantity')::numeric, min_order), 0), 0.01) as lowest from (values (old), (new)) v (rate)
  ), ends as (
    select min(lowest) as lowest, greatest(max(lowest), max_order) as highest from ranges
  ), quantities as (
    select lowest as quantity from ends union all select highest from ends
    union all
    select greatest(lowest, least(bend, highest)) from ends cross join lateral (
      select case in_kind when 'pair' then amount / (rate ->> 'value')::numeric else amount end from ranges cross join lateral (
        select fee * 100 / (rate ->> 'percentFee')::numeric from (values ((rate ->> 'fee')::numeric), ((rate ->> 'maxFee')::numeric)) f (fee)
        where in_kind <> 'sell' and (rate ->> 'percentFee')::numeric > 0 and fee is not null
      ) a (amount)
    ) b (bend)
  )
  select old is null or max_percent is null or bool_or(abs(after.price - before.price) > before.base * max_percent * 0.01)
  from quantities q cross join lateral public.rate_price(in_kind, old, q.quantity) before cross join lateral public.rate_price(in_kind, new, q.quantity) after
$$;

-- Whether a price moves by more percent, with an automatic fee at its floor or at its cap: between both, no operator sets it.
create function is_price_moved(in_kind text, old jsonb, new jsonb, min_order numeric, max_order numeric, max_percent numeric) returns boolean
  language sql immutable as $$
  select bool_or(public.is_price_moved_at(in_kind, public.at_fee_bound(old, bound), public.at_fee_bound(new, bound), min_order, max_order, max_percent))
  from unnest(array['floor', 'cap']) b (bound)
$$;

-- The amount before fees that leaves `net` of it. The fee is a least of a greatest, and so is the inverse.
create function gross_for(rate jsonb, net numeric) returns numeric language sql immutable as $$
  select least(net + (rate ->> 'maxFee')::numeric, greatest(net + (rate ->> 'fee')::numeric, net * 100 / (100 - (rate ->> 'percentFee')::numeric)))
$$;

-- Trades that readable rates exist for, at the least fees: from what to what, and the most of the source that one takes (`conversionsOf`,
-- `largestPaid`). Limits that are not set allow nothing.
create function rated_trades() returns table (kind text, key text, source text, target text, rate jsonb, takes numeric)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with newest as (
    select distinct on (s.kind, s.key) s.kind, s.key, s.value from public.setting s where s.kind in ('buy', 'sell', 'pair')
    order by s.kind, s.key, s.version desc
  ), trades as materialized (
    select n.kind, n.key, case n.kind when 'buy' then 'vnd' else split_part(n.key, ':', 1) end as source,
      case n.kind when 'sell' then 'vnd' else split_part(n.key, ':', -1) end as target, public.at_fee_bound(n.value, 'floor') as rate
    from newest n where public.is_readable_rate(n.kind, n.key, n.value)
  ), limits as (
    select c.code, coalesce((public.setting_before('currency', c.code, 9223372036854775807) ->> 'maxBalance')::numeric, 0) as most
    from (select t.source from trades t union select t.target from trades t) c (code)
  )
  select t.kind, t.key, t.source, t.target, t.rate, case t.kind
    when 'buy' then (public.rate_price('buy', t.rate, target.most)).price
    when 'sell' then source.most
    else least(source.most, public.gross_for(t.rate, target.most) / (t.rate ->> 'value')::numeric) end
  from trades t join limits source on source.code = t.source join limits target on target.code = t.target
$$;

-- What a trade gives for an amount of its source, unrounded.
create function trade_gives(in_kind text, rate jsonb, amount numeric) returns numeric language sql immutable as $$
  select case in_kind
    when 'buy' then greatest(unit - (rate ->> 'maxFee')::numeric, least(unit - (rate ->> 'fee')::numeric, unit * 100 / (100 + (rate ->> 'percentFee')::numeric)))
    else (public.rate_price(in_kind, rate, amount)).price end
  from (select amount / (rate ->> 'value')::numeric) u (unit)
$$;

-- Whether trades one after the other give more than was paid, tried with the largest amount that all of them take, where fees weigh least.
create function is_circle_profitable(kinds text[], rates jsonb[], takes numeric[]) returns boolean language plpgsql immutable as $$
declare
  paid numeric := takes[1];
  given numeric;
begin
  -- Each trade reduces the amount once at most, save for rounding.
  for fit in 1..12 loop
    given := paid;
    for n in 1..cardinality(kinds) loop
      if given <= 0 then
        return false;
      end if;
      if given > takes[n] then
        paid := paid * takes[n] / given * 0.999999999;
        given := null;
        exit;
      end if;
      given := public.trade_gives(kinds[n], rates[n], given);
    end loop;
    if given is not null then
      return given > paid;
    end if;
  end loop;
  return false;
end $$;

-- Whether a trade is one of two or three that end in the currency they start from, with more of it (`domain/price/rate-circle.ts`, as SQL).
create function pays_in_circle(in_kind text, in_key text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with trades as materialized (select * from public.rated_trades())
  select exists (
    select 1 from trades a join trades b on b.source = a.target
    where a.kind = in_kind and a.key = in_key and b.target = a.source
      and public.is_circle_profitable(array[a.kind, b.kind], array[a.rate, b.rate], array[a.takes, b.takes])
  ) or exists (
    select 1 from trades a join trades b on b.source = a.target join trades c on c.source = b.target
    where a.kind = in_kind and a.key = in_key and b.target <> a.source and c.target = a.source
      and public.is_circle_profitable(array[a.kind, b.kind, c.kind], array[a.rate, b.rate, c.rate], array[a.takes, b.takes, c.takes])
  )
$$;

-- One transaction that sets prices after another, each of which sees those before it: else two could set half a circle each.
create function lock_rates() returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('rates', 7));
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'prices are set in transactions that see all others' using errcode = 'QD041';
  end if;
end $$;

-- Prices are measured against the newest that are older than a day or another operator's, as in the verbs (`require-small-moves.ts`), and are those of
-- the call that sets them.
create function guard_setting() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_rate boolean := new.kind in ('buy', 'sell', 'pair');
  limits jsonb;
  earlier jsonb;
  is_moved boolean;
  in_circle boolean;
begin
  if is_rate then
    if not public.is_readable_rate(new.kind, new.key, new.value) then
      raise exception 'the price % % cannot be read', new.kind, new.key using errcode = 'QD038';
    end if;
    perform public.lock_rates();
    limits := public.setting_before('currency', split_part(new.key, ':', 1), 9223372036854775807);
    select s.value into earlier from public.setting s where s.kind = new.kind and s.key = new.key and s.version < new.version
      and s.author <> 'quydoi_signer' and not (s.author = new.author and s.at > new.at - interval '24 hours') order by s.version desc limit 1;
    is_moved := public.is_price_moved(new.kind, earlier, new.value, coalesce((limits ->> 'minOrder')::numeric, 0), coalesce((limits ->> 'maxBalance')::numeric, 0),
      (public.setting_before('secondOperator', 'secondOperator', 9223372036854775807) ->> 'rateChange')::numeric);
    in_circle := public.pays_in_circle(new.kind, new.key);
  end if;
  if exists (
    select 1 from public.audit a join public.operator_verb v on v.verb = a.verb
    join public.operator_right r on r.verb = a.verb and r.relation = 'setting' and r.kind = new.kind
    where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and case
      when is_rate then (a.proposal_id is not null or not (is_moved or in_circle)) and public.is_rate_of_call(a.verb, a.input, new)
      when v.always_two then public.is_proposed_setting(a.verb, a.input, new.kind, new.key, new.value)
      -- A network that is switched on ends its own suspensions, but of missing money only its acceptance makes an end.
      when new.kind = 'suspension' then public.is_key_of_suspension(new.key, new.value) and new.value -> 'suspended' = 'false'
        and new.value ->> 'cause' <> 'shortfall' and new.value ->> 'network' = a.input ->> 'network' and a.input -> 'on' = 'true'
      -- A switch changes no limit.
      when new.kind = 'currency' then new.key = a.input ->> 'code' and new.value = public.setting_before('currency', new.key, new.version)
        || jsonb_build_object('on', a.input -> 'on', 'isShow', a.input -> 'on')
      else new.key = a.input ->> 'network' and new.value -> 'on' = a.input -> 'on' end
  ) then
    return null;
  end if;
  if is_rate and in_circle and not is_moved then
    raise exception 'one operator lets a circle of trades with % % pay more than it costs', new.kind, new.key using errcode = 'QD040';
  end if;
  if is_rate and is_moved then
    raise exception 'one operator moves the price % % that far', new.kind, new.key using errcode = 'QD035';
  end if;
  raise exception 'setting % is not what was proposed', new.kind using errcode = 'QD034';
end $$;
create trigger guard_setting after insert on setting for each row when (current_user = 'quydoi_operator') execute function guard_setting();

-- The signer lets a fee follow its network's cost (`exchange/payouts/follow-cost.ts`), where operators allow that and between their bounds, at most once
-- a minute, so that prices hold as long as quotes do. Pairs that are derived from the rate follow it.
create function guard_followed_fee() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  old public.setting;
  target jsonb;
begin
  perform public.lock_rates();
  select s.* into old from public.setting s where s.kind = new.kind and s.key = new.key and s.version < new.version order by s.version desc limit 1;
  target := public.setting_before('buy', split_part(new.key, ':', -1), 9223372036854775807);
  if not coalesce(new.value ? 'automaticFee' and new.value - 'fee' = old.value - 'fee' and new.value <> old.value
    and public.is_readable_rate(new.kind, new.key, new.value) and case new.kind
      when 'buy' then old.author <> 'quydoi_signer' or new.at >= old.at + interval '1 minute'
      else new.value -> 'fee' = target -> 'fee' and new.value -> 'automaticFee' = target -> 'automaticFee' end, false) then
    raise exception 'the fee of % % does not follow its bounds', new.kind, new.key using errcode = 'QD043';
  end if;
  return null;
end $$;
create trigger guard_followed_fee after insert on setting
  for each row when (current_user = 'quydoi_signer' and new.kind <> 'suspension') execute function guard_followed_fee();


create table seal (
  stream text not null check (stream in ('ledger', 'audit', 'setting')),
  n integer not null check (n > 0),
  last_id bigint not null,
  row_count bigint not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  primary key (stream, n)
);

-- Seals that the signer's check has found broken. `hash`: what the seal was when it was seen before, where the whole chain was made anew.
create table broken_seal (
  stream text not null,
  n integer not null check (n > 0),
  hash text,
  found_at timestamptz not null,
  primary key (stream, n)
);

-- One row a stream, locked while it is sealed. No role has a privilege here, so that none can hold the lock.
create table seal_stream (stream text primary key);
insert into seal_stream values ('ledger'), ('audit'), ('setting');

create table seal_mark (
  stream text primary key,
  last_id bigint not null,
  ended_before xid8 not null,
  set_at timestamptz not null
);

-- The rows of a stream in a range of ids as text that depends on no setting, and their hash behind that of the seal before.
create function seal_digest(in_stream text, after_id bigint, up_to bigint, previous text, out row_count bigint, out hash text)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare lines text;
begin
  case in_stream
  when 'ledger' then
    select count(*), string_agg(jsonb_build_array(
      e.id, e.amount, a.name, a.unit, e.posting_id, p.kind, p.order_id, extract(epoch from p.at))::text, E'\n' order by e.id)
    into row_count, lines
    from public.entry e left join public.posting p on p.id = e.posting_id left join public.account a on a.id = e.account_id
    where e.id > after_id and e.id <= up_to;
  when 'audit' then
    select count(*), string_agg(jsonb_build_array(
      u.id, u.call_id, u.operator, u.login, u.verb, u.input, u.outcome, u.order_id, u.proposal_id, u.worth,
      extract(epoch from u.at), extract(epoch from u.recorded_at))::text, E'\n' order by u.id)
    into row_count, lines
    from public.audit u where u.id > after_id and u.id <= up_to;
  when 'setting' then
    select count(*), string_agg(jsonb_build_array(
      s.version, s.kind, s.key, s.value, s.author, extract(epoch from s.at))::text, E'\n' order by s.version)
    into row_count, lines
    from public.setting s where s.version > after_id and s.version <= up_to;
  end case;
  hash := encode(sha256(convert_to(previous || E'\n' || coalesce(lines, ''), 'UTF8')), 'hex');
end $$;

-- Seals the rows up to the last mark, once its transactions have ended and it is `min_age` old, and sets the next mark. Returns the number of
-- the seal that was added, or null.
create function seal_next(in_stream text, min_age interval) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head record;
  mark record;
  digest record;
  sealed integer;
begin
  perform 1 from public.seal_stream s where s.stream = in_stream for update;
  select n, last_id, hash into head from public.seal where stream = in_stream order by n desc limit 1;
  select m.last_id, m.ended_before, m.ended_before <= pg_snapshot_xmin(pg_current_snapshot()) and m.set_at + min_age <= clock_timestamp() as is_due,
    -- A restored database counts its transactions from somewhere else.
    m.ended_before > pg_snapshot_xmax(pg_current_snapshot()) as is_foreign
  into mark from public.seal_mark m where m.stream = in_stream;
  if mark.is_due and mark.last_id > coalesce(head.last_id, 0) then
    select * into digest from public.seal_digest(in_stream, coalesce(head.last_id, -9223372036854775808), mark.last_id, coalesce(head.hash, ''));
    sealed := coalesce(head.n, 0) + 1;
    insert into public.seal (stream, n, last_id, row_count, hash, at)
    values (in_stream, sealed, mark.last_id, digest.row_count, digest.hash, clock_timestamp());
  end if;
  if mark.is_due is null or mark.is_due or mark.is_foreign then
    insert into public.seal_mark as m (stream, last_id, ended_before, set_at)
    select in_stream, coalesce(case in_stream
        when 'ledger' then (select max(id) from public.entry)
        when 'audit' then (select max(id) from public.audit)
        when 'setting' then (select max(version) from public.setting)
      end, 0), pg_snapshot_xmax(pg_current_snapshot()), clock_timestamp()
    on conflict (stream) do update set last_id = excluded.last_id, ended_before = excluded.ended_before, set_at = excluded.set_at;
  end if;
  return sealed;
end $$;

-- Ends what keeps others waiting: transactions of our roles in this database that are older than `older_than`, and sessions that hold an advisory
-- lock outside of a transaction. Roles have time-outs (`roles.ts`), but a login can switch its own off; this one it cannot. Ours are short. Returns
-- how many were ended.
create function end_stalled(older_than interval) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(pg_terminate_backend(a.pid))::integer from pg_stat_activity a
  where a.datname = current_database() and a.usename ~ '^quydoi_(web|worker|signer|operator)(_|$)' and a.pid <> pg_backend_pid() and (
    a.xact_start < clock_timestamp() - older_than
    or a.state = 'idle' and a.state_change < clock_timestamp() - older_than
      and exists (select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted)
  )
$$;

-- Which of a stream's seals, from number `first` on, do not fit the rows that they were made over, or the seal before.
create function broken_seals(in_stream text, first integer, seal_count integer) returns table (n integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.n from public.seal s
  left join public.seal b on b.stream = s.stream and b.n = s.n - 1
  cross join lateral public.seal_digest(s.stream, coalesce(b.last_id, -9223372036854775808), s.last_id, coalesce(b.hash, '')) d
  where s.stream = in_stream and s.n >= first and s.n < first + seal_count
    and (d.hash <> s.hash or d.row_count <> s.row_count or (s.n > 1 and b.n is null))
  order by s.n
$$;


do $$
declare c record;
begin
  for c in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name <> 'migration' order by table_name, ordinal_position
  loop
    execute format(
      'alter table %1$I add constraint %2$I check (%3$I >= timestamptz ''1970-01-01 00:00:00Z'' and %3$I < timestamptz ''10000-01-01 00:00:00Z'')',
      c.table_name, c.table_name || '_' || c.column_name || '_finite', c.column_name
    );
  end loop;
end $$;


create function post_entries() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select 1 from inserted i join public.account a on a.id = i.account_id
    group by i.posting_id, a.unit having sum(i.amount) <> 0
  ) then
    raise exception 'posting does not balance' using errcode = 'QD001';
  end if;
  if exists (
    select 1
    from (select distinct posting_id from inserted) d
    cross join lateral (select id, kind, order_id from public.posting where id = d.posting_id limit 1) p
    left join lateral (select id, status, reserve, held from public.orders where id = p.order_id limit 1) o on true
    where p.kind = 'hold' and (o.id is null or o.status <> 'pending' or not coalesce((
      select count(*) = 2 and bool_and(
        (a.name = 'rail:' || o.reserve and e.amount = -o.held) or (a.name = 'held:' || o.reserve and e.amount = o.held))
      from public.entry e join public.account a on a.id = e.account_id where e.posting_id = p.id), false))
  ) then
    raise exception 'a hold is the order''s own amount, from available to held' using errcode = 'QD005';
  end if;
  perform 1 from public.account where id in (select account_id from inserted) order by id for no key update;
  update public.account a set balance = a.balance + s.amount
  from (select account_id, sum(amount) as amount from inserted group by account_id) s
  where a.id = s.account_id;
  return null;
end $$;
create trigger post_entries after insert on entry referencing new table as inserted for each statement execute function post_entries();


create function guard_order() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.rate_version is distinct from (
      select s.version from public.setting s
      where s.kind = case new.kind when 'ex' then 'pair' else new.kind end
        and s.key = case new.kind when 'buy' then new.to_currency when 'sell' then new.from_currency else new.from_currency || ':' || new.to_currency end
      order by s.version desc limit 1
    ) then
      raise exception 'the rate is not the newest' using errcode = 'QD007';
    end if;
    if new.status <> 'pending' or new.version <> 1 or new.holding <> new.held or new.amount_paid <> 0 or new.excess_quantity <> 0
       or new.event_count <> 1 or new.ordered_quantity <> new.quantity or num_nonnulls(new.reason, new.paid_at, new.final_at, new.payout_reference, new.retry_at, new.excess_rate_version) > 0 then
      raise exception 'an order starts as pending with its hold' using errcode = 'QD002';
    end if;
    if not isfinite(new.created_at) or new.expires_at <= new.created_at or new.expires_at > new.created_at + interval '1 day' then
      raise exception 'an order has a timer of at most a day' using errcode = 'QD022';
    end if;
    new.ordered_amount := new.amount_sent;
    return new;
  end if;
  if new.status <> old.status
     and not exists (select 1 from public.order_transition t where t.from_status = old.status and t.to_status = new.status) then
    raise exception 'order cannot go from % to %', old.status, new.status using errcode = 'QD003';
  end if;
  -- Only an expired order is revived: payments for one that its customer gave up are cases.
  if old.status = 'cancelled' and old.reason in ('abandoned', 'superseded')
     and (new.status in ('paid', 'verifying_transaction') or new.reason is distinct from old.reason and new.status = 'cancelled') then
    raise exception 'an order that was given up stays so' using errcode = 'QD025';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'order version must grow by one' using errcode = 'QD004';
  end if;
  if new.expires_at <> old.expires_at then
    raise exception 'an order keeps its timer' using errcode = 'QD020';
  end if;
  if new.payout_reference is distinct from old.payout_reference
     and not (new.status <> old.status and 'delivered' in (old.status, new.status)) then
    raise exception 'a delivered order keeps the reference of its payout' using errcode = 'QD023';
  end if;
  -- An order is paid once: reversals and refunds never lead back to a payout at another price.
  -- What its refunds carry stays given back: only failed refunds can be taken back. A refund that came back reopens paid orders only.
  if new.status = 'paid' and new.paid_at is null or old.status = 'cancelled' and new.status = 'error' and old.paid_at is null or old.paid_at is not null and (
    new.paid_at is distinct from old.paid_at or new.status <> old.status and new.status in ('pending', 'verifying_transaction', 'paid')
  ) or new.amount_refunded < old.amount_refunded and new.amount_refunded < (
    select coalesce(sum(p.amount + p.fee), 0) from public.payout p
    where p.order_id = new.id and p.obligation_kind = 'refund' and p.state <> 'failed'
  ) then
    raise exception 'an order is paid once, and what was given back stays so' using errcode = 'QD015';
  end if;
  return new;
end $$;
create trigger guard_order before insert or update on orders for each row execute function guard_order();

create function guard_price() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.quantity, new.rate, new.rate_version, new.amount_sent, new.amount_received, new.fee_exchange, new.cash_amount, new.cash_fee, new.held,
      new.excess_quantity, new.excess_rate_version)
     is distinct from
     (old.quantity, old.rate, old.rate_version, old.amount_sent, old.amount_received, old.fee_exchange, old.cash_amount, old.cash_fee, old.held,
      old.excess_quantity, old.excess_rate_version)
     and not (old.status in ('pending', 'verifying_transaction', 'cancelled') and new.status = 'paid') then
    raise exception 'an order is repriced only when it becomes paid' using errcode = 'QD009';
  end if;
  return new;
end $$;
create trigger guard_price before update on orders for each row execute function guard_price();

-- What was agreed with the customer, apart from the price, is never changed, by no role and not by the owner.
create function guard_terms() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'an order keeps its terms' using errcode = 'QD024';
end $$;
create trigger guard_terms before update on orders for each row when (
  (new.id, new.ref, new.kind, new.from_currency, new.to_currency, new.ordered_quantity, new.ordered_amount, new.pay_in_network, new.pay_in_account, new.pay_in_bank, new.pay_in_name,
   new.pay_in_branch, new.pay_out_network, new.destination, new.destination_bank, new.destination_name, new.sender, new.sender_bank, new.reserve, new.subject,
   new.customer_id, new.created_at, new.proof)
  is distinct from
  (old.id, old.ref, old.kind, old.from_currency, old.to_currency, old.ordered_quantity, old.ordered_amount, old.pay_in_network, old.pay_in_account, old.pay_in_bank, old.pay_in_name,
   old.pay_in_branch, old.pay_out_network, old.destination, old.destination_bank, old.destination_name, old.sender, old.sender_bank, old.reserve, old.subject,
   old.customer_id, old.created_at, old.proof)
) execute function guard_terms();

-- An order is created now, give or take the clocks' difference: one of another time would have its hold and its address for as long as it says.
create function guard_order_time() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.created_at not between now() - interval '5 minutes' and now() + interval '5 minutes' then
    raise exception 'an order is created now' using errcode = 'QD019';
  end if;
  return new;
end $$;
create trigger guard_order_time before insert on orders for each row execute function guard_order_time();

-- A role records payments, attempts and settings now: when a payment came decides its price where the provider's time tells nothing, and when a rate was replaced
-- decides for whom it counts; an attempt is counted for its time.
create function guard_recorded() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (to_jsonb(new) ->> tg_argv[0])::timestamptz not between now() - interval '5 minutes' and now() + interval '5 minutes' then
    raise exception '% is recorded now', tg_table_name using errcode = 'QD026';
  end if;
  return new;
end $$;
create trigger guard_recorded before insert on payment
  for each row when (current_user in ('quydoi_worker', 'quydoi_signer')) execute function guard_recorded('recorded_at');
create trigger guard_recorded before insert on attempt
  for each row when (current_user = 'quydoi_signer') execute function guard_recorded('created_at');
create trigger guard_recorded before insert on setting
  for each row when (current_user in ('quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function guard_recorded('at');
create trigger guard_recorded before insert on reading_request for each row when (current_user = 'quydoi_operator') execute function guard_recorded('at');

-- When a payment was made is known with the block that makes it final, and never changes after that.
create function guard_paid_at() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.confirmed or not new.confirmed then
    raise exception 'when payment % was made does not change', new.id using errcode = 'QD044';
  end if;
  return new;
end $$;
create trigger guard_paid_at before update on payment
  for each row when (new.paid_at is distinct from old.paid_at) execute function guard_paid_at();

-- A claim is made now, under the number after the order's last: when it was made decides who is answered first.
create trigger guard_recorded before insert on payment_claim for each row when (current_user = 'quydoi_web') execute function guard_recorded('created_at');
create function guard_claim_number() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.n > 1 and not exists (select 1 from public.payment_claim c where c.order_id = new.order_id and c.n >= new.n - 1) then
    raise exception 'claim % of the order is not its next', new.n using errcode = 'QD036';
  end if;
  return new;
end $$;
create trigger guard_claim_number before insert on payment_claim for each row execute function guard_claim_number();

-- Deferred to the commit: what is answered as found is a payment of the order.
create function guard_found() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.payment p where p.order_id = new.order_id) then
    raise exception 'no payment was found for claim %', new.id using errcode = 'QD037';
  end if;
  return null;
end $$;
create constraint trigger guard_found after update on payment_claim deferrable initially deferred
  for each row when (new.answer = 'found' and old.answer is distinct from 'found') execute function guard_found();

-- Deferred to the commit: an order and its hold are committed together or not at all.
create function order_has_hold() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.posting p join public.entry e on e.posting_id = p.id where p.order_id = new.id and p.kind = 'hold'
  ) then
    raise exception 'an order comes with its hold' using errcode = 'QD008';
  end if;
  return null;
end $$;
create constraint trigger order_has_hold after insert on orders deferrable initially deferred for each row execute function order_has_hold();

-- From when on an address may be leased again after a lease: a week later, on Bitcoin never.
create function free_after_lease(network text, until_at timestamptz) returns timestamptz language sql stable as $$
  select case network when 'bitcoin' then timestamptz '9999-12-31 00:00:00Z' else until_at + interval '168 hours' end
$$;

-- Currencies that are their network's fee coin.
create function is_fee_coin(currency text) returns boolean language sql immutable as $$ select currency in ('eth') $$;

-- A lease names its order's own address and timer, the address is for the order's currency, has been idle since the lease before, and is put aside for this one: a role that may
-- insert leases cannot take over money on its way to another order, nor have the next order offered an address that it does not get.
create function guard_lease() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public.deposit_address a
  where a.address = new.address and a.network = new.network and a.free_at = public.free_after_lease(new.network, new.until_at) for no key update;
  if not found or not exists (
    select 1 from public.orders o join public.deposit_address a on a.address = new.address and a.for_coin = public.is_fee_coin(o.from_currency)
    where o.id = new.order_id and o.pay_in_network = new.network and o.pay_in_account = new.address
      and o.created_at = new.from_at and o.expires_at = new.until_at
  ) or exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) > new.from_at
  ) then
    raise exception 'a lease is of its own order, after the one before' using errcode = 'QD010';
  end if;
  return new;
end $$;
create trigger guard_lease before insert on lease for each row execute function guard_lease();

-- Addresses are added in the order of their indexes: one far beyond would leave no index for the next.
create function guard_address_index() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.index > (select coalesce(max(a.index) + 1, 0) from public.deposit_address a where a.network = new.network) then
    raise exception 'address % of % is not the next', new.index, new.network using errcode = 'QD039';
  end if;
  return new;
end $$;
create trigger guard_address_index before insert on deposit_address for each row when (current_user = 'quydoi_web') execute function guard_address_index();

-- The address of a lease stays put aside until its time is over: payments to it are looked for as long, and no other order is offered it.
create function guard_leased_address() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) > new.free_at
  ) then
    raise exception 'address % is put aside for its lease', new.address using errcode = 'QD042';
  end if;
  return new;
end $$;
create trigger guard_leased_address before update on deposit_address
  for each row when (current_user = 'quydoi_web' and new.free_at < old.free_at) execute function guard_leased_address();

-- Deferred to the commit: an address is put aside for an hour at most (a reservation), or for the time of its lease to an order and no longer.
create function guard_reservation() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.free_at > now() + interval '1 hour' and not exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) >= new.free_at
  ) then
    raise exception 'an address is put aside for its lease' using errcode = 'QD018';
  end if;
  return null;
end $$;
create constraint trigger guard_reservation after insert or update on deposit_address deferrable initially deferred for each row execute function guard_reservation();

-- A payment pays for one order or is given back once: matched, returned and forged payments keep their order, and only a case is returned.
create function guard_payment() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.reference, new.occurrence) is distinct from (old.reference, old.occurrence) and not (old.reference = '' and new.reference <> '')
     or new.memo <> old.memo and not (new.state = 'unmatched' and old.order_id is null and old.customer_id is null
       and (old.state = 'unmatched' or old.state = 'case' and old.case_code = 'no_order'))
     or old.confirmed and not new.confirmed
     or old.state in ('matched', 'returned', 'forged') and (
       new.order_id is distinct from old.order_id or new.state <> old.state and not (old.state = 'matched' and new.state = 'forged'))
     or new.state = 'returned' and (old.state not in ('unmatched', 'case', 'returned') or new.order_id is distinct from old.order_id)
     or new.state = 'forged' and old.state not in ('matched', 'forged')
     or old.state in ('unmatched', 'case') and new.state in ('unconfirmed', 'dropped') then
    raise exception 'a payment is used once' using errcode = 'QD014';
  end if;
  return new;
end $$;
create trigger guard_payment before update on payment for each row execute function guard_payment();

-- Of a review only the status changes, and never back to pending.
create function guard_review() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.content, new.email, new.created_at) is distinct from (old.id, old.order_id, old.content, old.email, old.created_at)
     or new.status = 'pending' then
    raise exception 'only the decision about a review changes' using errcode = 'QD011';
  end if;
  return new;
end $$;
create trigger guard_review before update on review for each row execute function guard_review();


-- An attempt that may have been sent stays one: its provider is asked about it before any other. What is settled is never sent again.
create function guard_attempt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.version <> 1 or new.state not in ('prepared', 'refused') or num_nonnulls(new.sent_at, new.reference, new.paid_by_attempt_id) > 0 then
      raise exception 'an attempt starts unsent' using errcode = 'QD030';
    end if;
    return new;
  end if;
  if (new.id, new.payout_id, new.n, new.key, new.created_at) is distinct from (old.id, old.payout_id, old.n, old.key, old.created_at)
     or new.sent_at is distinct from old.sent_at and not (old.sent_at is null and old.state = 'prepared' and new.state = 'sending')
     or new.state = 'sending' and new.sent_at is null
     or new.paid_by_attempt_id is distinct from old.paid_by_attempt_id and not (old.state = 'prepared' and new.state = 'done')
     or new.state <> old.state and (old.state, new.state) not in (
       ('prepared', 'sending'), ('prepared', 'done'), ('prepared', 'refused'),
       ('sending', 'sent'), ('sending', 'unknown'), ('sending', 'refused'),
       ('sent', 'done'), ('sent', 'refused'), ('sent', 'absent'),
       ('unknown', 'sent'), ('unknown', 'done'), ('unknown', 'refused'), ('unknown', 'absent'),
       ('done', 'refused'), ('absent', 'done'), ('absent', 'refused'), ('refused', 'done')) then
    raise exception 'an attempt goes from % to % with what was sent', old.state, new.state using errcode = 'QD027';
  end if;
  return new;
end $$;
create trigger guard_attempt before insert or update on attempt
  for each row when (current_user = 'quydoi_signer') execute function guard_attempt();

-- Deferred to the commit: a try is an attempt, so that a payout which nobody has tried does not pass for one that was judged and counted.
create function guard_tries() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.attempt a where a.payout_id = new.id and a.n = new.tries) then
    raise exception 'payout % has no attempt %', new.id, new.tries using errcode = 'QD031';
  end if;
  return null;
end $$;
create constraint trigger guard_tries after update on payout deferrable initially deferred
  for each row when (new.tries > old.tries and current_user in ('quydoi_signer', 'quydoi_operator')) execute function guard_tries();

-- What an operator says about a payout: one to be sent, one made by hand, or the end of one that waits. What was settled stays so, unless the signer's
-- provider took it back.
create function guard_payout() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (case when tg_op = 'INSERT' then
      (new.version, new.tries, new.expiries) <> (1, 0, 0) or new.waits_for is not null
      or (new.made_by, new.state, new.reference is not null) not in (('system', 'queued', false), ('operator', 'settled', true))
    else
      old.made_by = 'operator' or old.state = 'settled' and (new.state not in ('settled', 'failed') or new.reference is distinct from old.reference)
      or current_user = 'quydoi_operator' and (
        old.state <> 'queued' or new.state not in ('queued', 'failed')
        or (new.tries, new.expiries, new.reference) is distinct from (old.tries, old.expiries, old.reference))
    end) then
    raise exception 'payout % becomes % otherwise than payouts do', new.id, new.state using errcode = 'QD032';
  end if;
  return new;
end $$;
create trigger guard_payout before insert or update on payout
  for each row when (current_user in ('quydoi_signer', 'quydoi_operator')) execute function guard_payout();

-- Deferred to the commit: a payout that was settled fails together with its attempt.
create function guard_reversal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.attempt a where a.payout_id = new.id and a.state = 'done') then
    raise exception 'payout % failed, and its attempt did not', new.id using errcode = 'QD033';
  end if;
  return null;
end $$;
create constraint trigger guard_reversal after update on payout deferrable initially deferred
  for each row when (old.state = 'settled' and new.state = 'failed' and current_user = 'quydoi_signer') execute function guard_reversal();

-- A return gives back one payment of the journal, in the books of that payment's order. `obligation_id` can have no foreign key, because
-- each kind of obligation refers to another table.
create function guard_return() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.payment p where p.id = new.obligation_id and p.order_id is not distinct from new.order_id) then
    raise exception 'a return is of a payment and of its order' using errcode = 'QD013';
  end if;
  return new;
end $$;
create trigger guard_return before insert on payout for each row when (new.obligation_kind = 'return') execute function guard_return();


create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'QD006';
end $$;
create trigger append_only before update or delete or truncate on entry for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on posting for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on order_event for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on setting for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on seal for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on broken_seal for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on attempt_transfer for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on attempt_code for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on lease for each statement execute function refuse_change();
create trigger append_only before delete or truncate on first_hand_payment for each statement execute function refuse_change();
-- Who paid, and with what words, is erased when its time is over; what was paid stays, so that it never pays twice.
create trigger erased_only before update on first_hand_payment for each row when (
  new.memo <> '' or new.payer is not null
  or (new.network, new.source, new.source_id, new.account, new.reference, new.unit, new.amount, new.paid_at, new.read_at, new.reading, new.code, new.words_code)
    is distinct from
    (old.network, old.source, old.source_id, old.account, old.reference, old.unit, old.amount, old.paid_at, old.read_at, old.reading, old.code, old.words_code)
) execute function refuse_change();
create trigger append_only before update or delete or truncate on payment_use for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on review_decision for each statement execute function refuse_change();
create trigger keep_reviews before delete or truncate on review for each statement execute function refuse_change();


create function notify_topic() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;
create trigger notify_setting after insert on setting for each statement execute function notify_topic('setting');
create trigger notify_request after insert on order_request for each statement execute function notify_topic('order_request');
create trigger notify_claim after insert on payment_claim for each statement execute function notify_topic('payment_claim');
create trigger notify_payment after insert on payment for each statement execute function notify_topic('payment');
create trigger notify_first_hand after insert on first_hand_payment for each statement execute function notify_topic('first_hand');
create trigger notify_payout after insert on payout for each statement execute function notify_topic('payout');
-- A payout whose money was confirmed is due at once.
create trigger notify_confirmed after update on payout
  for each row when (old.waits_for = 'confirmation' and new.state = 'queued' and new.next_at <= old.next_at) execute function notify_topic('payout');
create trigger notify_lookup after insert or update on lookup for each statement execute function notify_topic('lookup');

-- With the sources that were called: some role reads only the lists that they tell of.
create function notify_webhook() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhook', string_agg(distinct source, ',')) from added;
  return null;
end $$;
create trigger notify_webhook after insert on webhook referencing new table as added for each statement execute function notify_webhook();

create function notify_orders() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', string_agg(ref, ',')) from changed;
  -- Payouts start from this status alone, and most updates of orders are of other ones.
  if exists (select from changed where status = 'paid') then
    perform pg_notify('order_paid', '');
  end if;
  return null;
end $$;
create trigger notify_orders after update on orders referencing new table as changed for each statement execute function notify_orders();

-- The page of an order tells that its refund waits for an operator; an approved payout is due at once.
create function notify_approval() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', o.ref) from orders o where o.id = new.order_id;
  perform pg_notify('payout', '');
  return null;
end $$;
create trigger notify_approval after update on payout
  for each row when ((old.waits_for is not distinct from 'approval') <> (new.waits_for is not distinct from 'approval')) execute function notify_approval();


do $$
declare role text; setting text;
begin
  foreach role in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] loop
    if not exists (select 1 from pg_roles where rolname = role) then
      begin
        execute format('create role %I nologin', role);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    execute format('grant usage on schema public to %I', role);
  end loop;
  foreach role in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] loop
    execute format('alter role %I set idle_in_transaction_session_timeout = %L', role, '60s');
    if exists (select 1 from pg_settings where name = 'transaction_timeout') then
      execute format('alter role %I set transaction_timeout = %L', role, case role when 'quydoi_operator' then '10min' else '2min' end);
    end if;
  end loop;
  foreach role in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer'] loop
    execute format('alter role %I set statement_timeout = %L', role, '60s');
    foreach setting in array array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'] loop
      execute format('alter role %I set %I = off', role, setting);
    end loop;
  end loop;
end $$;


revoke all on all tables in schema public from public;
revoke all on function post_entries(), order_has_hold(), guard_price(), guard_lease(), guard_reservation(), take_slots(), release_slots(), count_volume(), volume_parties(uuid), add_volume(uuid, text[]), judged_volumes(uuid, text[], timestamptz, timestamptz), count_refund_elsewhere(uuid, bigint), prune_volume(timestamptz), require_audit(), guard_audit(), done_alone_besides(uuid, text[]), are_of_two_operators(uuid, uuid) from public;
revoke all on function seal_digest(text, bigint, bigint, text), seal_next(text, interval), broken_seals(text, integer, integer), end_stalled(interval) from public;
revoke create on schema public from public;
-- A temporary table could shadow one that a guard reads.
do $$ begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator', current_database());
end $$;

-- Rows that the database numbers are inserted by columns, without the number: a role that could choose it ("overriding system value") could take the
-- highest, after which no later row would be the newest, or be sealed.
grant insert (order_id, n, code, params, actor, cause, payout_id, at) on order_event to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant insert (posting_id, account_id, amount) on entry to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant insert (kind, key, value, author, at) on setting to quydoi_worker, quydoi_signer, quydoi_operator;
grant insert (call_id, operator, verb, input, outcome, order_id, proposal_id, worth, at) on audit to quydoi_operator;
grant insert (review_id, status, note, operator, at) on review_decision to quydoi_operator;

-- All roles read what pages and decisions are made of.
grant select on setting, account, orders, order_event, idempotency, payment, payout, lookup, source_cursor, polled_source, order_transition,
  deposit_address, lease to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant select on order_request to quydoi_worker, quydoi_signer, quydoi_operator;
grant select (id, order_id, action, params, at, handled_at, refusal) on order_request to quydoi_web;

-- web: pending orders with their holds and leases, raw webhooks, requests, payment claims, lookups, pending reviews. Nothing that moves money out.
grant insert on orders, idempotency, posting, order_request, webhook, deposit_address, lease to quydoi_web;
grant update (free_at) on deposit_address to quydoi_web;
grant select on posting to quydoi_web;
grant insert, update on lookup to quydoi_web;
grant select, insert, update on name_budget to quydoi_web;
grant insert (id, order_id, content, email, status, created_at) on review to quydoi_web;
grant select (id, order_id, content, status, created_at) on review to quydoi_web;
-- Claims are counted, not read: what they tell is for who answers them.
grant insert, select (order_id, n) on payment_claim to quydoi_web;

-- worker: payment journal, matching, expiry, repricing, refunds, payout rows, bank lookups. It cannot make an attempt.
grant insert, select on posting, payment, sighting, payout to quydoi_worker;
grant select on order_event, entry to quydoi_worker;
grant insert, select on reconciliation_exception to quydoi_worker, quydoi_signer;
grant select on webhook, attempt, first_hand_payment, payment_use to quydoi_worker;
grant update on webhook, order_request, lookup to quydoi_worker;
grant insert, update on source_cursor to quydoi_worker;
grant insert, delete on polled_source to quydoi_worker;
grant delete on idempotency, webhook, lookup, name_budget to quydoi_worker;
grant select on name_budget to quydoi_worker;
grant update (origin) on orders to quydoi_worker;
grant select, delete on payment_claim to quydoi_worker;
grant update (version, state, answer, answered_at) on payment_claim to quydoi_worker, quydoi_operator;
grant update (quantity, rate, rate_version, amount_sent, amount_received, fee_exchange, cash_amount, cash_fee, held, excess_quantity, excess_rate_version)
  on orders to quydoi_worker;

-- signer: attempts and their settlement, sweeps, and what needs a spending credential: lookups, and payment lists of wallets.
grant insert, select on posting, payment, sighting to quydoi_signer;
grant select on order_event, entry to quydoi_signer;
grant insert, select on attempt to quydoi_signer;
grant update (version, state, reference, fee, detail, awaiting_code, paid_by_attempt_id, checks, next_check_at, sent_at, settled_at) on attempt to quydoi_signer;
grant insert, update, select on sweep to quydoi_signer;
grant insert, update, delete, select on sweep_refusal to quydoi_signer;
grant insert, select on attempt_code, attempt_transfer, first_hand_payment, payment_use to quydoi_signer;
grant update (memo, payer) on first_hand_payment to quydoi_signer;
-- What a person decided about an order is evidence.
grant select (call_id, verb, input, outcome, order_id, proposal_id) on audit to quydoi_signer;
grant execute on function done_alone_besides(uuid, text[]), are_of_two_operators(uuid, uuid) to quydoi_signer;
grant select on operator_verb, operator_right to quydoi_operator;
grant select on transfer_slot, consumed_nonce to quydoi_signer;
grant insert, update, select on balance_check, fee_coin_check to quydoi_signer;
grant select on balance_check, fee_coin_check to quydoi_worker, quydoi_operator;
grant select on payout_volume to quydoi_signer, quydoi_worker, quydoi_operator;
grant execute on function judged_volumes(uuid, text[], timestamptz, timestamptz), count_refund_elsewhere(uuid, bigint) to quydoi_signer;
-- Only the signer reads signed bytes (raw): whoever has them can broadcast them.
grant select (attempt_id, n, network, txid, valid_until, slots, signed_at) on attempt_transfer to quydoi_operator;
grant select (id, version, network, address_index, kind, currency, amount, key, is_batched, valid_until, slots, state, fee, created_at, next_check_at, settled_at)
  on sweep to quydoi_worker, quydoi_operator;
grant select on sweep_refusal to quydoi_operator;
grant insert, update on source_cursor to quydoi_signer;
grant insert, delete on polled_source to quydoi_signer;
grant update on lookup to quydoi_signer;

-- operator: settings, decisions, the audit log.
grant select on posting, entry, sighting, webhook, attempt, audit, first_hand_payment, payment_use to quydoi_operator;
grant insert on posting, payout to quydoi_operator;
grant select, update (status) on review to quydoi_operator;
grant select on review_decision to quydoi_operator;
grant select on payment_claim to quydoi_operator;
grant select, update (resolved_at, resolved_by, note) on reconciliation_exception to quydoi_operator;
grant select, insert on reading_request to quydoi_operator;
grant select, update (tries, next_at, handled_at, outcome) on reading_request to quydoi_worker, quydoi_signer;

-- Seals are added by a function that computes them, and by nothing else.
grant select on seal, broken_seal to quydoi_signer, quydoi_operator;
grant insert on broken_seal to quydoi_signer;
grant execute on function seal_next(text, interval), end_stalled(interval) to quydoi_signer;
grant execute on function broken_seals(text, integer, integer) to quydoi_signer, quydoi_operator;

-- Changing columns of the money tables.
grant update (version, status, reason, expires_at, holding, amount_paid, paid_at, final_at, event_count, payout_reference, retry_at)
  on orders to quydoi_worker, quydoi_signer, quydoi_operator;
grant update (amount_refunded) on orders to quydoi_worker, quydoi_operator;
grant update (version, state, order_id, case_code, confirmed) on payment to quydoi_worker, quydoi_operator;
-- A bank's reference and memo that its provider told later.
grant update (reference, occurrence, memo) on payment to quydoi_worker;
-- The time of the final block, of a payment that was seen before.
grant update (paid_at) on payment to quydoi_worker;
grant update (version, state, tries, next_at, reference, waits_for) on payout to quydoi_signer, quydoi_operator;
grant update (expiries) on payout to quydoi_signer;

-- worker and signer suspend networks whose providers fail, each under its own name: no role opens what an operator or
-- another role has closed. Each network has a rail's setting.
alter table setting enable row level security;
create policy all_read on setting for select to quydoi_web, quydoi_worker, quydoi_signer using (true);
create policy own_suspensions on setting for insert to quydoi_worker, quydoi_signer with check (
  kind = 'suspension' and author = current_user and starts_with(key, current_user || ' ') and is_key_of_suspension(key, value)
  and jsonb_typeof(value -> 'suspended') = 'boolean'
  and exists (select 1 from setting known where known.kind = 'rail' and known.key = setting.value ->> 'network'));
-- The signer alone follows the costs of networks with fees.
create policy followed_fees on setting for insert to quydoi_signer with check (kind in ('buy', 'pair') and author = current_user);
create policy operators on setting to quydoi_operator using (true) with check (true);

-- worker and signer declare the sources that they poll themselves, and retire no other's. Wallets are read with the signer's credentials.
alter table polled_source enable row level security;
create policy all_read on polled_source for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy own_adds on polled_source for insert to quydoi_worker, quydoi_signer
  with check (role = current_user and (role = 'quydoi_signer' or network not in ('perfect-money', 'webmoney')));
create policy own_retires on polled_source for delete to quydoi_worker, quydoi_signer using (role = current_user);

-- worker deletes webhooks only once they are handled.
alter table webhook enable row level security;
create policy web_adds on webhook for insert to quydoi_web with check (handled_at is null);
create policy all_read on webhook for select to quydoi_worker, quydoi_operator using (true);
create policy worker_handles on webhook for update to quydoi_worker using (true) with check (true);
create policy worker_prunes on webhook for delete to quydoi_worker using (handled_at is not null);

-- Each role journals the payments that it reads itself, and keeps the cursors of its own sources. Wallets are read with the signer's credentials.
alter table payment enable row level security;
-- web shows what is not final yet. Of other payments it could tell a thief what a claim has to name.
create policy web_shows on payment for select to quydoi_web using (state = 'unconfirmed');
create policy others_read on payment for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy worker_adds on payment for insert to quydoi_worker
  with check (network not in ('perfect-money', 'webmoney') and order_id is null and state in ('unmatched', 'unconfirmed'));
create policy signer_adds on payment for insert to quydoi_signer
  with check (network in ('perfect-money', 'webmoney') and order_id is null and state in ('unmatched', 'unconfirmed'));
create policy decisions on payment for update to quydoi_worker, quydoi_operator using (true) with check (true);
alter table source_cursor enable row level security;
create policy all_read on source_cursor for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
-- Each moves the cursors of the sources that it has declared; what the worker polls is the worker's.
create policy worker_adds on source_cursor for insert to quydoi_worker with check (
  source not like 'first-hand %' and exists (select 1 from polled_source p where p.role = current_user and p.network = source_cursor.network and p.source = source_cursor.source));
create policy worker_moves on source_cursor for update to quydoi_worker using (
  source not like 'first-hand %' and exists (select 1 from polled_source p where p.role = current_user and p.network = source_cursor.network and p.source = source_cursor.source));
create policy signer_adds on source_cursor for insert to quydoi_signer with check (
  source like 'first-hand %' or exists (select 1 from polled_source p where p.role = current_user and p.network = source_cursor.network and p.source = source_cursor.source)
  and not exists (select 1 from polled_source p where p.role = 'quydoi_worker' and p.network = source_cursor.network and p.source = source_cursor.source));
create policy signer_moves on source_cursor for update to quydoi_signer using (
  source like 'first-hand %' or exists (select 1 from polled_source p where p.role = current_user and p.network = source_cursor.network and p.source = source_cursor.source)
  and not exists (select 1 from polled_source p where p.role = 'quydoi_worker' and p.network = source_cursor.network and p.source = source_cursor.source));

-- Each role reports what it reads itself, and resolves nothing: a row that stands for another's report would keep that from operators. Payouts' records
-- and wallets are read with the signer's credentials; WebMoney's webhooks, whose source has that name, by the worker.
alter table reconciliation_exception enable row level security;
create policy all_read on reconciliation_exception for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy worker_reports on reconciliation_exception for insert to quydoi_worker with check (
  num_nonnulls(resolved_at, resolved_by, note) = 0 and source <> 'payouts'
  and (network not in ('perfect-money', 'webmoney') or (network = 'webmoney' and source = 'webmoney' and kind = 'unlisted_webhook')));
create policy signer_reports on reconciliation_exception for insert to quydoi_signer with check (num_nonnulls(resolved_at, resolved_by, note) = 0);
create policy operators_resolve on reconciliation_exception for update to quydoi_operator using (true) with check (true);

-- Each role reads the networks again that it journals.
alter table reading_request enable row level security;
create policy all_read on reading_request for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy operators_ask on reading_request for insert to quydoi_operator with check (tries = 0 and handled_at is null);
create policy worker_handles on reading_request for update to quydoi_worker
  using (handled_at is null and network not in ('perfect-money', 'webmoney')) with check (true);
create policy signer_handles on reading_request for update to quydoi_signer
  using (handled_at is null and network in ('perfect-money', 'webmoney')) with check (true);

-- web asks for holders' names, and only who looks an account up answers: wallets with the signer's credentials, bank accounts with the worker's.
alter table lookup enable row level security;
create policy all_read on lookup for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy web_asks on lookup for insert to quydoi_web with check (state = 'waiting' and name is null and resolved_at is null);
create policy web_asks_again on lookup for update to quydoi_web using (true) with check (state = 'waiting' and name is null and resolved_at is null);
create policy worker_answers on lookup for update to quydoi_worker using (type not in ('pm', 'wmz')) with check (type not in ('pm', 'wmz'));
create policy signer_answers on lookup for update to quydoi_signer using (true) with check (true);
create policy worker_prunes on lookup for delete to quydoi_worker using (true);

-- worker queues payouts and refunds for the signer; what operators made, and returns of payments, are theirs to record.
alter table payout enable row level security;
create policy all_read on payout for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy worker_adds on payout for insert to quydoi_worker
  with check (obligation_kind <> 'return' and made_by = 'system' and state = 'queued' and reference is null and tries = 0);
create policy signer_moves on payout for update to quydoi_signer using (true) with check (true);
create policy operators on payout to quydoi_operator using (true) with check (true);

-- Nobody but the trigger counts what is sent; worker removes what is past every limit's time, by a function: a privilege to delete is one to lock the
-- table, and with it all payouts.
grant execute on function prune_volume(timestamptz) to quydoi_worker;

-- web adds only pending orders, their first event and their holds.
alter table orders enable row level security;
create policy web_reads on orders for select to quydoi_web using (true);
create policy web_adds on orders for insert to quydoi_web with check (status = 'pending');
create policy others on orders to quydoi_worker, quydoi_signer, quydoi_operator using (true) with check (true);
alter table order_event enable row level security;
create policy web_reads on order_event for select to quydoi_web using (true);
create policy web_adds on order_event for insert to quydoi_web with check (code = 'created' and n = 1 and payout_id is null);
create policy others on order_event to quydoi_worker, quydoi_signer, quydoi_operator using (true) with check (true);
alter table posting enable row level security;
create policy web_reads on posting for select to quydoi_web using (true);
create policy web_adds on posting for insert to quydoi_web with check (kind = 'hold');
create policy others_read on posting for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
-- What a reserve is said to hold without a payment, operators alone book: a share of it limits what is sent.
create policy transfers on posting for insert to quydoi_worker, quydoi_signer with check (kind not in ('adjust', 'transfer', 'opening'));
create policy operators on posting for insert to quydoi_operator with check (kind <> 'opening');
alter table entry enable row level security;
create policy web_adds on entry for insert to quydoi_web
  with check (exists (select 1 from posting p where p.id = posting_id and p.kind = 'hold'));
create policy others_read on entry for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy transfers on entry for insert to quydoi_worker, quydoi_signer
  with check (exists (select 1 from posting p where p.id = posting_id and p.kind not in ('adjust', 'transfer', 'opening')));
create policy operators on entry for insert to quydoi_operator with check (true);

-- web adds reviews of delivered orders and reads approved ones; e-mail addresses are for operators only.
alter table review enable row level security;
create policy web_reads on review for select to quydoi_web using (status = 'approved');
create policy web_adds on review for insert to quydoi_web
  with check (status = 'pending' and exists (select 1 from orders o where o.id = order_id and o.status = 'delivered'));
create policy operators on review to quydoi_operator using (true) with check (true);

-- web adds claims for orders that may miss a payment, and answers none; worker deletes those that were answered.
alter table payment_claim enable row level security;
create policy web_counts on payment_claim for select to quydoi_web using (true);
create policy web_adds on payment_claim for insert to quydoi_web with check (version = 1 and state = 'new'
  and exists (select 1 from orders o where o.id = order_id and o.status in ('pending', 'verifying_transaction', 'cancelled')));
create policy all_read on payment_claim for select to quydoi_worker, quydoi_operator using (true);
create policy answers on payment_claim for update to quydoi_worker, quydoi_operator using (true) with check (true);
create policy worker_prunes on payment_claim for delete to quydoi_worker using (state = 'answered');

set session_replication_role = replica;
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"site","kind":"site","value":{"email":"support@quydoi.example","title":"Quy Đổi","domain":"quydoi.example","notice":"","allowBuy":true,"allowSell":true,"pmVerified":true,"minOrderKyc":"300000000","supportHours":"8:00-22:00","timerSeconds":1800,"allowExchange":true,"minOrderLogin":"100000000","requiredVerify":false,"requiredLoginToBuySell":false,"requiredLoginToExchange":false},"author":"defaults","version":1}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"collection","kind":"collection","value":{"bank":"vcb","branch":"Hà Nội","accountName":"CONG TY QUY DOI","accountNumber":"0011004567890"},"author":"defaults","version":2}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"secondOperator","kind":"secondOperator","value":{"worth":"200000000","rateChange":"5"},"author":"defaults","version":3}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bank","kind":"rail","value":{"on":true,"note":""},"author":"defaults","version":4}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"perfect-money","kind":"rail","value":{"on":true,"note":""},"author":"defaults","version":5}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"webmoney","kind":"rail","value":{"on":true,"note":""},"author":"defaults","version":6}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"tron","kind":"rail","value":{"on":true,"note":""},"author":"defaults","version":7}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ethereum","kind":"rail","value":{"on":true,"note":""},"author":"defaults","version":8}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bsc","kind":"rail","value":{"on":true,"note":""},"author":"defaults","version":9}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bitcoin","kind":"rail","value":{"on":true,"note":""},"author":"defaults","version":10}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm","kind":"currency","value":{"on":true,"isShow":true,"orderBy":10,"allowBuy":true,"minOrder":"1","allowSell":true,"maxBalance":"5000","addressExample":"U1234xxx"},"author":"defaults","version":11}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm","kind":"buy","value":{"fee":"0.01","value":"25950","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":12}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm","kind":"sell","value":{"fee":"0","value":"25350","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":13}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher","kind":"currency","value":{"on":true,"isShow":true,"orderBy":20,"allowBuy":true,"minOrder":"1","allowSell":true,"maxBalance":"1000","addressExample":"evoucher"},"author":"defaults","version":14}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher","kind":"buy","value":{"fee":"0.01","value":"26050","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":15}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher","kind":"sell","value":{"fee":"0","value":"25250","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":16}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz","kind":"currency","value":{"on":true,"isShow":true,"orderBy":30,"allowBuy":true,"minOrder":"1","allowSell":true,"maxBalance":"5000","addressExample":"Z1234xxxxxxxx"},"author":"defaults","version":17}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz","kind":"buy","value":{"fee":"0.01","value":"25900","maxFee":"50","percentFee":"0.8","minQuantity":null},"author":"defaults","version":18}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz","kind":"sell","value":{"fee":"0","value":"25200","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":19}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20","kind":"currency","value":{"on":true,"isShow":true,"orderBy":40,"allowBuy":true,"minOrder":"10","allowSell":true,"maxBalance":"20000","addressExample":"T1a2B…9z8Y"},"author":"defaults","version":20}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20","kind":"buy","value":{"fee":"0.8","value":"26350","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":21}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20","kind":"sell","value":{"fee":"0","value":"26050","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":22}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20","kind":"currency","value":{"on":true,"isShow":true,"orderBy":50,"allowBuy":true,"minOrder":"5","allowSell":true,"maxBalance":"20000","addressExample":"0x1a2B…9c8D"},"author":"defaults","version":23}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20","kind":"buy","value":{"fee":"0.29","value":"26350","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":24}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20","kind":"sell","value":{"fee":"0","value":"26050","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":25}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20","kind":"currency","value":{"on":true,"isShow":true,"orderBy":60,"allowBuy":true,"minOrder":"20","allowSell":true,"maxBalance":"20000","addressExample":"0x1a2B…9c8D"},"author":"defaults","version":26}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20","kind":"buy","value":{"fee":"3.2","value":"26350","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":27}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20","kind":"sell","value":{"fee":"0","value":"26050","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":28}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth","kind":"currency","value":{"on":false,"isShow":false,"orderBy":70,"allowBuy":true,"minOrder":"0.01","allowSell":true,"maxBalance":"10","addressExample":"0x1a2B…9c8D"},"author":"defaults","version":29}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth","kind":"buy","value":{"fee":"0.0005","value":"92000000","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":30}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth","kind":"sell","value":{"fee":"0","value":"90500000","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":31}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc","kind":"currency","value":{"on":false,"isShow":false,"orderBy":80,"allowBuy":true,"minOrder":"0.0005","allowSell":true,"maxBalance":"1","addressExample":"bc1q1a2b…9z8y"},"author":"defaults","version":32}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc","kind":"buy","value":{"fee":"0.00005","value":"2350000000","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":33}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc","kind":"sell","value":{"fee":"0","value":"2310000000","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":34}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm:e-voucher","kind":"pair","value":{"fee":"0.01","value":"0.970209","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":35}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm:wmz","kind":"pair","value":{"fee":"0.01","value":"0.975828","maxFee":"50","percentFee":"0.8","minQuantity":null},"author":"defaults","version":36}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm:trc20","kind":"pair","value":{"fee":"0.8","value":"0.959163","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":37}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm:bep20","kind":"pair","value":{"fee":"0.29","value":"0.959163","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":38}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm:erc20","kind":"pair","value":{"fee":"3.2","value":"0.959163","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":39}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm:eth","kind":"pair","value":{"fee":"0.0005","value":"0.000274716","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":40}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm:btc","kind":"pair","value":{"fee":"0.00005","value":"0.0000107548","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":41}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher:pm","kind":"pair","value":{"fee":"0.01","value":"0.970105","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":42}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher:wmz","kind":"pair","value":{"fee":"0.01","value":"0.971978","maxFee":"50","percentFee":"0.8","minQuantity":null},"author":"defaults","version":43}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher:trc20","kind":"pair","value":{"fee":"0.8","value":"0.955379","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":44}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher:bep20","kind":"pair","value":{"fee":"0.29","value":"0.955379","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":45}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher:erc20","kind":"pair","value":{"fee":"3.2","value":"0.955379","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":46}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher:eth","kind":"pair","value":{"fee":"0.0005","value":"0.000273633","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":47}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"e-voucher:btc","kind":"pair","value":{"fee":"0.00005","value":"0.0000107124","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":48}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz:pm","kind":"pair","value":{"fee":"0.01","value":"0.968184","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":49}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz:e-voucher","kind":"pair","value":{"fee":"0.01","value":"0.964468","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":50}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz:trc20","kind":"pair","value":{"fee":"0.8","value":"0.953487","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":51}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz:bep20","kind":"pair","value":{"fee":"0.29","value":"0.953487","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":52}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz:erc20","kind":"pair","value":{"fee":"3.2","value":"0.953487","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":53}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz:eth","kind":"pair","value":{"fee":"0.0005","value":"0.000273091","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":54}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz:btc","kind":"pair","value":{"fee":"0.00005","value":"0.0000106912","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":55}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20:pm","kind":"pair","value":{"fee":"0.01","value":"1.000842","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":56}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20:e-voucher","kind":"pair","value":{"fee":"0.01","value":"0.997","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":57}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20:wmz","kind":"pair","value":{"fee":"0.01","value":"1.002774","maxFee":"50","percentFee":"0.8","minQuantity":null},"author":"defaults","version":58}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20:bep20","kind":"pair","value":{"fee":"0.29","value":"0.985648","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":59}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20:erc20","kind":"pair","value":{"fee":"3.2","value":"0.985648","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":60}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20:eth","kind":"pair","value":{"fee":"0.0005","value":"0.000282302","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":61}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"trc20:btc","kind":"pair","value":{"fee":"0.00005","value":"0.0000110518","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":62}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20:pm","kind":"pair","value":{"fee":"0.01","value":"1.000842","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":63}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20:e-voucher","kind":"pair","value":{"fee":"0.01","value":"0.997","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":64}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20:wmz","kind":"pair","value":{"fee":"0.01","value":"1.002774","maxFee":"50","percentFee":"0.8","minQuantity":null},"author":"defaults","version":65}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20:trc20","kind":"pair","value":{"fee":"0.8","value":"0.985648","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":66}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20:erc20","kind":"pair","value":{"fee":"3.2","value":"0.985648","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":67}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20:eth","kind":"pair","value":{"fee":"0.0005","value":"0.000282302","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":68}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bep20:btc","kind":"pair","value":{"fee":"0.00005","value":"0.0000110518","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":69}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20:pm","kind":"pair","value":{"fee":"0.01","value":"1.000842","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":70}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20:e-voucher","kind":"pair","value":{"fee":"0.01","value":"0.997","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":71}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20:wmz","kind":"pair","value":{"fee":"0.01","value":"1.002774","maxFee":"50","percentFee":"0.8","minQuantity":null},"author":"defaults","version":72}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20:trc20","kind":"pair","value":{"fee":"0.8","value":"0.985648","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":73}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20:bep20","kind":"pair","value":{"fee":"0.29","value":"0.985648","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":74}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20:eth","kind":"pair","value":{"fee":"0.0005","value":"0.000282302","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":75}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"erc20:btc","kind":"pair","value":{"fee":"0.00005","value":"0.0000110518","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":76}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth:pm","kind":"pair","value":{"fee":"0.01","value":"3477.013487","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":77}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth:e-voucher","kind":"pair","value":{"fee":"0.01","value":"3463.666026","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":78}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth:wmz","kind":"pair","value":{"fee":"0.01","value":"3483.725868","maxFee":"50","percentFee":"0.8","minQuantity":null},"author":"defaults","version":79}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth:trc20","kind":"pair","value":{"fee":"0.8","value":"3424.231499","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":80}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth:bep20","kind":"pair","value":{"fee":"0.29","value":"3424.231499","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":81}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth:erc20","kind":"pair","value":{"fee":"3.2","value":"3424.231499","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":82}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth:btc","kind":"pair","value":{"fee":"0.00005","value":"0.0383951","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":83}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc:pm","kind":"pair","value":{"fee":"0.01","value":"88750.289017","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":84}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc:e-voucher","kind":"pair","value":{"fee":"0.01","value":"88409.596928","maxFee":null,"percentFee":"0.5","minQuantity":null},"author":"defaults","version":85}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc:wmz","kind":"pair","value":{"fee":"0.01","value":"88921.621621","maxFee":"50","percentFee":"0.8","minQuantity":null},"author":"defaults","version":86}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc:trc20","kind":"pair","value":{"fee":"0.8","value":"87403.036053","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":87}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc:bep20","kind":"pair","value":{"fee":"0.29","value":"87403.036053","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":88}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc:erc20","kind":"pair","value":{"fee":"3.2","value":"87403.036053","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":89}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc:eth","kind":"pair","value":{"fee":"0.0005","value":"25.033369","maxFee":null,"percentFee":"0","minQuantity":null},"author":"defaults","version":90}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vcb","kind":"bank","value":{"isShow":true,"orderBy":10,"payoutFee":"0","accountPattern":"^[0-9]{13}$"},"author":"defaults","version":91}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"tcb","kind":"bank","value":{"isShow":true,"orderBy":20,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":92}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"mb","kind":"bank","value":{"isShow":true,"orderBy":30,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":93}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"acb","kind":"bank","value":{"isShow":true,"orderBy":40,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":94}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bidv","kind":"bank","value":{"isShow":true,"orderBy":50,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":95}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vietin","kind":"bank","value":{"isShow":true,"orderBy":60,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":96}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"agribank","kind":"bank","value":{"isShow":true,"orderBy":70,"payoutFee":"5500","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":97}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vpb","kind":"bank","value":{"isShow":true,"orderBy":80,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":98}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"tpb","kind":"bank","value":{"isShow":true,"orderBy":90,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":99}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"stb","kind":"bank","value":{"isShow":true,"orderBy":100,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":100}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vib","kind":"bank","value":{"isShow":true,"orderBy":110,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":101}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"hdb","kind":"bank","value":{"isShow":true,"orderBy":120,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":102}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"shb","kind":"bank","value":{"isShow":true,"orderBy":130,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":103}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"msb","kind":"bank","value":{"isShow":true,"orderBy":140,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":104}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ocb","kind":"bank","value":{"isShow":true,"orderBy":150,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":105}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eib","kind":"bank","value":{"isShow":true,"orderBy":160,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":106}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"seab","kind":"bank","value":{"isShow":true,"orderBy":170,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":107}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"lpb","kind":"bank","value":{"isShow":true,"orderBy":180,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":108}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"abb","kind":"bank","value":{"isShow":true,"orderBy":190,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":109}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"nab","kind":"bank","value":{"isShow":true,"orderBy":200,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":110}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bab","kind":"bank","value":{"isShow":true,"orderBy":210,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":111}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ncb","kind":"bank","value":{"isShow":true,"orderBy":220,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":112}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pvcb","kind":"bank","value":{"isShow":true,"orderBy":230,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":113}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"klb","kind":"bank","value":{"isShow":true,"orderBy":240,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":114}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vab","kind":"bank","value":{"isShow":true,"orderBy":250,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":115}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vietbank","kind":"bank","value":{"isShow":true,"orderBy":260,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":116}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bvbank","kind":"bank","value":{"isShow":true,"orderBy":270,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":117}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"baoviet","kind":"bank","value":{"isShow":true,"orderBy":280,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":118}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"sgb","kind":"bank","value":{"isShow":true,"orderBy":290,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":119}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pgb","kind":"bank","value":{"isShow":true,"orderBy":300,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":120}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"scb","kind":"bank","value":{"isShow":true,"orderBy":310,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":121}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"cake","kind":"bank","value":{"isShow":true,"orderBy":320,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":122}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"timo","kind":"bank","value":{"isShow":true,"orderBy":330,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":123}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ubank","kind":"bank","value":{"isShow":true,"orderBy":340,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":124}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"liobank","kind":"bank","value":{"isShow":true,"orderBy":350,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":125}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"umee","kind":"bank","value":{"isShow":true,"orderBy":360,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":126}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vikki","kind":"bank","value":{"isShow":true,"orderBy":370,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":127}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vikkihd","kind":"bank","value":{"isShow":true,"orderBy":380,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":128}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vcbneo","kind":"bank","value":{"isShow":true,"orderBy":390,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":129}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"gpb","kind":"bank","value":{"isShow":true,"orderBy":400,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":130}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"mbv","kind":"bank","value":{"isShow":true,"orderBy":410,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":131}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"coopbank","kind":"bank","value":{"isShow":true,"orderBy":420,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":132}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vbsp","kind":"bank","value":{"isShow":true,"orderBy":430,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":133}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vdb","kind":"bank","value":{"isShow":false,"orderBy":440,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":134}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"shinhan","kind":"bank","value":{"isShow":true,"orderBy":450,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":135}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"hsbc","kind":"bank","value":{"isShow":true,"orderBy":460,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":136}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"scvn","kind":"bank","value":{"isShow":true,"orderBy":470,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":137}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"uob","kind":"bank","value":{"isShow":true,"orderBy":480,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":138}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"woori","kind":"bank","value":{"isShow":true,"orderBy":490,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":139}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"cimb","kind":"bank","value":{"isShow":true,"orderBy":500,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":140}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pbvn","kind":"bank","value":{"isShow":true,"orderBy":510,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":141}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"hlbvn","kind":"bank","value":{"isShow":true,"orderBy":520,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":142}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"anz","kind":"bank","value":{"isShow":false,"orderBy":530,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":143}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ivb","kind":"bank","value":{"isShow":true,"orderBy":540,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":144}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vrb","kind":"bank","value":{"isShow":true,"orderBy":550,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":145}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"kbank","kind":"bank","value":{"isShow":true,"orderBy":560,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":146}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"kbhn","kind":"bank","value":{"isShow":true,"orderBy":570,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":147}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"kbhcm","kind":"bank","value":{"isShow":true,"orderBy":580,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":148}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"kebhanahn","kind":"bank","value":{"isShow":true,"orderBy":590,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":149}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"kebhanahcm","kind":"bank","value":{"isShow":true,"orderBy":600,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":150}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ibkhn","kind":"bank","value":{"isShow":true,"orderBy":610,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":151}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ibkhcm","kind":"bank","value":{"isShow":true,"orderBy":620,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":152}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"nonghyup","kind":"bank","value":{"isShow":true,"orderBy":630,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":153}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"citihn","kind":"bank","value":{"isShow":true,"orderBy":640,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":154}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"citihcm","kind":"bank","value":{"isShow":false,"orderBy":650,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":155}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"dbs","kind":"bank","value":{"isShow":true,"orderBy":660,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":156}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"mufghn","kind":"bank","value":{"isShow":false,"orderBy":670,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":157}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"mufghcm","kind":"bank","value":{"isShow":false,"orderBy":680,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":158}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"mizuhohn","kind":"bank","value":{"isShow":false,"orderBy":690,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":159}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"mizuhohcm","kind":"bank","value":{"isShow":false,"orderBy":700,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":160}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"smbc","kind":"bank","value":{"isShow":false,"orderBy":710,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":161}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bochk","kind":"bank","value":{"isShow":true,"orderBy":720,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":162}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"icbc","kind":"bank","value":{"isShow":false,"orderBy":730,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":163}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ccb","kind":"bank","value":{"isShow":false,"orderBy":740,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":164}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"abchn","kind":"bank","value":{"isShow":false,"orderBy":750,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":165}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bocom","kind":"bank","value":{"isShow":false,"orderBy":760,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":166}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bnphn","kind":"bank","value":{"isShow":true,"orderBy":770,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":167}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bnphcm","kind":"bank","value":{"isShow":true,"orderBy":780,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":168}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"cacib","kind":"bank","value":{"isShow":false,"orderBy":790,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":169}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"deutsche","kind":"bank","value":{"isShow":false,"orderBy":800,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":170}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"jpmorgan","kind":"bank","value":{"isShow":false,"orderBy":810,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":171}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bidchn","kind":"bank","value":{"isShow":true,"orderBy":820,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":172}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bidchcm","kind":"bank","value":{"isShow":false,"orderBy":830,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":173}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ocbc","kind":"bank","value":{"isShow":false,"orderBy":840,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":174}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"maybankhn","kind":"bank","value":{"isShow":false,"orderBy":850,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":175}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"maybankhcm","kind":"bank","value":{"isShow":false,"orderBy":860,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":176}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bangkokhn","kind":"bank","value":{"isShow":false,"orderBy":870,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":177}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"bangkokhcm","kind":"bank","value":{"isShow":false,"orderBy":880,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":178}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"siam","kind":"bank","value":{"isShow":false,"orderBy":890,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":179}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"cathay","kind":"bank","value":{"isShow":true,"orderBy":900,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":180}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"ctbc","kind":"bank","value":{"isShow":false,"orderBy":910,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":181}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"esun","kind":"bank","value":{"isShow":false,"orderBy":920,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":182}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"fcbhn","kind":"bank","value":{"isShow":false,"orderBy":930,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":183}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"fcbhcm","kind":"bank","value":{"isShow":false,"orderBy":940,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":184}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"huanan","kind":"bank","value":{"isShow":false,"orderBy":950,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":185}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"megaicbc","kind":"bank","value":{"isShow":false,"orderBy":960,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":186}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"scsb","kind":"bank","value":{"isShow":false,"orderBy":970,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":187}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"sinopac","kind":"bank","value":{"isShow":true,"orderBy":980,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":188}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"fubonhn","kind":"bank","value":{"isShow":false,"orderBy":990,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":189}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"fubonhcm","kind":"bank","value":{"isShow":false,"orderBy":1000,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":190}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"fubonbd","kind":"bank","value":{"isShow":false,"orderBy":1010,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":191}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"busan","kind":"bank","value":{"isShow":false,"orderBy":1020,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":192}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"daegu","kind":"bank","value":{"isShow":false,"orderBy":1030,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":193}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"boi","kind":"bank","value":{"isShow":false,"orderBy":1040,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":194}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"momo","kind":"bank","value":{"isShow":false,"orderBy":1050,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":195}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vtlmoney","kind":"bank","value":{"isShow":false,"orderBy":1060,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":196}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vnptmoney","kind":"bank","value":{"isShow":false,"orderBy":1070,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":197}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"mafc","kind":"bank","value":{"isShow":false,"orderBy":1080,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":198}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"svfc","kind":"bank","value":{"isShow":false,"orderBy":1090,"payoutFee":"0","accountPattern":"^[0-9A-Z]{4,19}$"},"author":"defaults","version":199}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"pm","kind":"payout-cap","value":{"day":"20000","hour":"10000","single":"5000"},"author":"defaults","version":200}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"wmz","kind":"payout-cap","value":{"day":"12000","hour":"6000","single":"5000"},"author":"defaults","version":201}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"usdt-tron","kind":"payout-cap","value":{"day":"50000","hour":"25000","single":"20000"},"author":"defaults","version":202}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"usdt-bsc","kind":"payout-cap","value":{"day":"50000","hour":"25000","single":"20000"},"author":"defaults","version":203}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"usdt-eth","kind":"payout-cap","value":{"day":"50000","hour":"25000","single":"20000"},"author":"defaults","version":204}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"eth","kind":"payout-cap","value":{"day":"30","hour":"15","single":"10"},"author":"defaults","version":205}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"btc","kind":"payout-cap","value":{"day":"2","hour":"1","single":"1"},"author":"defaults","version":206}');
insert into setting overriding system value select * from jsonb_populate_record(null::setting, '{"at":"2026-01-06T02:00:00+00:00","key":"vnd","kind":"payout-cap","value":{"day":"5000000000","hour":"2500000000","single":"499999999"},"author":"defaults","version":207}');
insert into orders overriding system value select * from jsonb_populate_record(null::orders, '{"id":"bb9378a9-9c7b-4047-a3b8-2167361a8eaf","ref":"NEYJN6BPKA","held":10050,"kind":"buy","rate":25950000000000000,"proof":"not checked by the database","origin":"test","reason":null,"sender":null,"status":"pending","holding":10050,"paid_at":null,"reserve":"pm","subject":"device:b43d4ee4-75f5-4843-87ae-40e42000e306","version":1,"cash_fee":0,"final_at":null,"quantity":10000,"retry_at":null,"created_at":"2026-01-06T02:00:00+00:00","expires_at":"2026-01-06T02:30:00+00:00","name_typed":false,"amount_paid":0,"amount_sent":2607975,"cash_amount":2607975,"customer_id":null,"destination":"U7654321","event_count":1,"pay_in_bank":"vcb","pay_in_name":"CONG TY QUY DOI","sender_bank":null,"to_currency":"pm","fee_exchange":50,"rate_version":12,"from_currency":"vnd","pay_in_branch":"Hà Nội","ordered_amount":2607975,"pay_in_account":"0011004567890","pay_in_network":"bank","amount_received":10000,"amount_refunded":0,"excess_quantity":0,"pay_out_network":"perfect-money","destination_bank":null,"destination_name":"NGUYEN VAN A","ordered_quantity":10000,"payout_reference":null,"excess_rate_version":null}');
insert into order_event overriding system value select * from jsonb_populate_record(null::order_event, '{"n":1,"at":"2026-01-06T02:00:00+00:00","id":1,"code":"created","actor":"system","cause":"test","params":{},"order_id":"bb9378a9-9c7b-4047-a3b8-2167361a8eaf","payout_id":null,"transaction_id":"783"}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":1,"name":"rail:usdt-tron-deposits","unit":"usdt-tron","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":2,"name":"rail:usdt-bsc-deposits","unit":"usdt-bsc","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":3,"name":"rail:usdt-eth-deposits","unit":"usdt-eth","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":4,"name":"rail:eth-deposits","unit":"eth","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":5,"name":"rail:vnd-collection","unit":"vnd","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":8,"name":"fx:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":9,"name":"fee:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":10,"name":"network-fee:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":11,"name":"refund:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":12,"name":"loss:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":14,"name":"suspense:bank:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":15,"name":"suspense:perfect-money:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":16,"name":"suspense:webmoney:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":17,"name":"suspense:tron:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":18,"name":"suspense:ethereum:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":19,"name":"suspense:bsc:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":20,"name":"suspense:bitcoin:pm","unit":"pm","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":22,"name":"held:wmz","unit":"wmz","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":23,"name":"fx:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":24,"name":"fee:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":25,"name":"network-fee:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":26,"name":"refund:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":27,"name":"loss:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":29,"name":"suspense:bank:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":30,"name":"suspense:perfect-money:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":31,"name":"suspense:webmoney:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":32,"name":"suspense:tron:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":33,"name":"suspense:ethereum:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":34,"name":"suspense:bsc:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":35,"name":"suspense:bitcoin:wmz","unit":"wmz","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":37,"name":"held:usdt-tron","unit":"usdt-tron","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":38,"name":"fx:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":39,"name":"fee:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":40,"name":"network-fee:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":41,"name":"refund:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":42,"name":"loss:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":44,"name":"suspense:bank:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":45,"name":"suspense:perfect-money:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":46,"name":"suspense:webmoney:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":47,"name":"suspense:tron:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":48,"name":"suspense:ethereum:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":49,"name":"suspense:bsc:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":50,"name":"suspense:bitcoin:usdt-tron","unit":"usdt-tron","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":52,"name":"held:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":53,"name":"fx:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":54,"name":"fee:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":55,"name":"network-fee:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":56,"name":"refund:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":57,"name":"loss:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":59,"name":"suspense:bank:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":60,"name":"suspense:perfect-money:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":61,"name":"suspense:webmoney:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":62,"name":"suspense:tron:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":63,"name":"suspense:ethereum:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":64,"name":"suspense:bsc:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":65,"name":"suspense:bitcoin:usdt-bsc","unit":"usdt-bsc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":67,"name":"held:usdt-eth","unit":"usdt-eth","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":68,"name":"fx:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":69,"name":"fee:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":70,"name":"network-fee:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":71,"name":"refund:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":72,"name":"loss:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":74,"name":"suspense:bank:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":75,"name":"suspense:perfect-money:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":76,"name":"suspense:webmoney:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":77,"name":"suspense:tron:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":78,"name":"suspense:ethereum:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":79,"name":"suspense:bsc:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":80,"name":"suspense:bitcoin:usdt-eth","unit":"usdt-eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":82,"name":"held:eth","unit":"eth","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":83,"name":"fx:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":84,"name":"fee:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":85,"name":"network-fee:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":86,"name":"refund:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":87,"name":"loss:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":89,"name":"suspense:bank:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":90,"name":"suspense:perfect-money:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":91,"name":"suspense:webmoney:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":92,"name":"suspense:tron:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":93,"name":"suspense:ethereum:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":94,"name":"suspense:bsc:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":95,"name":"suspense:bitcoin:eth","unit":"eth","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":97,"name":"held:btc","unit":"btc","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":98,"name":"fx:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":99,"name":"fee:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":100,"name":"network-fee:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":101,"name":"refund:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":102,"name":"loss:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":104,"name":"suspense:bank:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":105,"name":"suspense:perfect-money:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":106,"name":"suspense:webmoney:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":107,"name":"suspense:tron:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":108,"name":"suspense:ethereum:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":21,"name":"rail:wmz","unit":"wmz","balance":1200000,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":28,"name":"equity:wmz","unit":"wmz","balance":-1200000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":36,"name":"rail:usdt-tron","unit":"usdt-tron","balance":50000000000,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":51,"name":"rail:usdt-bsc","unit":"usdt-bsc","balance":50000000000,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":58,"name":"equity:usdt-bsc","unit":"usdt-bsc","balance":-50000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":73,"name":"equity:usdt-eth","unit":"usdt-eth","balance":-50000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":66,"name":"rail:usdt-eth","unit":"usdt-eth","balance":50000000000,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":81,"name":"rail:eth","unit":"eth","balance":3000000000,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":7,"name":"held:pm","unit":"pm","balance":10050,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":96,"name":"rail:btc","unit":"btc","balance":200000000,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":103,"name":"equity:btc","unit":"btc","balance":-200000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":88,"name":"equity:eth","unit":"eth","balance":-10000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":109,"name":"suspense:bsc:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":110,"name":"suspense:bitcoin:btc","unit":"btc","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":112,"name":"held:vnd","unit":"vnd","balance":0,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":113,"name":"fx:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":114,"name":"fee:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":115,"name":"network-fee:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":116,"name":"refund:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":117,"name":"loss:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":119,"name":"suspense:bank:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":120,"name":"suspense:perfect-money:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":121,"name":"suspense:webmoney:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":122,"name":"suspense:tron:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":123,"name":"suspense:ethereum:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":124,"name":"suspense:bsc:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":125,"name":"suspense:bitcoin:vnd","unit":"vnd","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":127,"name":"network-fee:trx","unit":"trx","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":131,"name":"network-fee:bnb","unit":"bnb","balance":0,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":13,"name":"equity:pm","unit":"pm","balance":-2000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":43,"name":"equity:usdt-tron","unit":"usdt-tron","balance":-50000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":118,"name":"equity:vnd","unit":"vnd","balance":-5000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":111,"name":"rail:vnd","unit":"vnd","balance":5000000000,"guarded":true}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":128,"name":"equity:trx","unit":"trx","balance":-50000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":126,"name":"gas:trx","unit":"trx","balance":50000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":129,"name":"gas:eth","unit":"eth","balance":7000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":132,"name":"equity:bnb","unit":"bnb","balance":-10000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":130,"name":"gas:bnb","unit":"bnb","balance":10000000000,"guarded":false}');
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id":6,"name":"rail:pm","unit":"pm","balance":1989950,"guarded":true}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"3ee8b527-1403-5a5c-a66e-c2e033e06d11","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"ddf40bd2-1099-576e-b076-dc2c97a9e0b6","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"07c24836-abfb-5dd7-b2a7-ae33ded77007","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"1f9cf317-3c39-54ff-a331-6d732b57e44a","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"d9b81f8a-78b4-543f-967f-ca6fec853823","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"6972e576-3049-5c76-835f-15f6088a80ec","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"c4bbc546-4ea1-51ad-8a7e-8ad054271311","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"104d06d7-263e-504b-9e3e-f878015f8912","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"435e9ba1-935e-5e68-877a-5ff9616a4d2c","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"c936f6ee-0433-51d7-b0b4-46c8b698b556","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"0c0ed37c-d04a-5fff-8211-30830c949e5e","kind":"opening","order_id":null}');
insert into posting overriding system value select * from jsonb_populate_record(null::posting, '{"at":"2026-01-06T02:00:00+00:00","id":"e6bd8bc9-2da5-4122-ab9c-52bd7e3f6765","kind":"hold","order_id":"bb9378a9-9c7b-4047-a3b8-2167361a8eaf"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":1,"amount":2000000,"account_id":6,"posting_id":"3ee8b527-1403-5a5c-a66e-c2e033e06d11"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":2,"amount":-2000000,"account_id":13,"posting_id":"3ee8b527-1403-5a5c-a66e-c2e033e06d11"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":3,"amount":1200000,"account_id":21,"posting_id":"ddf40bd2-1099-576e-b076-dc2c97a9e0b6"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":4,"amount":-1200000,"account_id":28,"posting_id":"ddf40bd2-1099-576e-b076-dc2c97a9e0b6"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":5,"amount":50000000000,"account_id":36,"posting_id":"07c24836-abfb-5dd7-b2a7-ae33ded77007"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":6,"amount":-50000000000,"account_id":43,"posting_id":"07c24836-abfb-5dd7-b2a7-ae33ded77007"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":7,"amount":50000000000,"account_id":51,"posting_id":"1f9cf317-3c39-54ff-a331-6d732b57e44a"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":8,"amount":-50000000000,"account_id":58,"posting_id":"1f9cf317-3c39-54ff-a331-6d732b57e44a"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":9,"amount":50000000000,"account_id":66,"posting_id":"d9b81f8a-78b4-543f-967f-ca6fec853823"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":10,"amount":-50000000000,"account_id":73,"posting_id":"d9b81f8a-78b4-543f-967f-ca6fec853823"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":11,"amount":3000000000,"account_id":81,"posting_id":"6972e576-3049-5c76-835f-15f6088a80ec"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":12,"amount":-3000000000,"account_id":88,"posting_id":"6972e576-3049-5c76-835f-15f6088a80ec"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":13,"amount":200000000,"account_id":96,"posting_id":"c4bbc546-4ea1-51ad-8a7e-8ad054271311"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":14,"amount":-200000000,"account_id":103,"posting_id":"c4bbc546-4ea1-51ad-8a7e-8ad054271311"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":15,"amount":5000000000,"account_id":111,"posting_id":"104d06d7-263e-504b-9e3e-f878015f8912"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":16,"amount":-5000000000,"account_id":118,"posting_id":"104d06d7-263e-504b-9e3e-f878015f8912"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":17,"amount":50000000000,"account_id":126,"posting_id":"435e9ba1-935e-5e68-877a-5ff9616a4d2c"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":18,"amount":-50000000000,"account_id":128,"posting_id":"435e9ba1-935e-5e68-877a-5ff9616a4d2c"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":19,"amount":-7000000000,"account_id":88,"posting_id":"c936f6ee-0433-51d7-b0b4-46c8b698b556"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":20,"amount":7000000000,"account_id":129,"posting_id":"c936f6ee-0433-51d7-b0b4-46c8b698b556"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":21,"amount":10000000000,"account_id":130,"posting_id":"0c0ed37c-d04a-5fff-8211-30830c949e5e"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":22,"amount":-10000000000,"account_id":132,"posting_id":"0c0ed37c-d04a-5fff-8211-30830c949e5e"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":23,"amount":-10050,"account_id":6,"posting_id":"e6bd8bc9-2da5-4122-ab9c-52bd7e3f6765"}');
insert into entry overriding system value select * from jsonb_populate_record(null::entry, '{"id":24,"amount":10050,"account_id":7,"posting_id":"e6bd8bc9-2da5-4122-ab9c-52bd7e3f6765"}');
select setval('public.account_id_seq', coalesce(max(id), 0) + 1, false) from account;
select setval('public.audit_id_seq', coalesce(max(id), 0) + 1, false) from audit;
select setval('public.entry_id_seq', coalesce(max(id), 0) + 1, false) from entry;
select setval('public.order_event_id_seq', coalesce(max(id), 0) + 1, false) from order_event;
select setval('public.review_decision_id_seq', coalesce(max(id), 0) + 1, false) from review_decision;
select setval('public.setting_version_seq', coalesce(max(version), 0) + 1, false) from setting;
set session_replication_role = default;
