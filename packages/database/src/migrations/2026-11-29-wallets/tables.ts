/** Withdrawals, the lines of customers' balances, and what is owed to all customers together. */
export const WALLET_TABLES = `
create table withdrawal (
  id uuid primary key,
  version integer not null,
  ref text not null constraint withdrawal_ref unique check (ref ~ '^[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{10}$'),
  customer_id text not null references customer,
  currency text not null constraint withdrawal_currency_check check (currency in ('vnd', 'eth', 'btc')),
  -- What leaves the balance; all but the fee is sent.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  destination text not null check (char_length(destination) between 1 and 128),
  destination_bank text check (char_length(destination_bank) between 1 and 32),
  destination_name text check (char_length(destination_name) between 1 and 200),
  created_at timestamptz not null,
  -- The web process's proof that the customer asked for it, with the second factor: the database's logins cannot make one.
  proof text not null,
  state text not null constraint withdrawal_state_check check (state in ('requested', 'refused', 'sending', 'done', 'failed', 'error')),
  reason text constraint withdrawal_reason_check check (reason in (
    'balance_short', 'not_allowed', 'destination', 'not_proven', 'payout_refused', 'payout_unknown', 'no_tries_left', 'reversed')),
  reference text,
  final_at timestamptz,
  constraint withdrawal_sends check (fee < amount),
  constraint withdrawal_ended check ((final_at is not null) = (state in ('refused', 'done', 'failed'))),
  constraint withdrawal_created_at_finite check (created_at >= timestamptz '1970-01-01 00:00:00Z' and created_at < timestamptz '10000-01-01 00:00:00Z'),
  constraint withdrawal_final_at_finite check (final_at >= timestamptz '1970-01-01 00:00:00Z' and final_at < timestamptz '10000-01-01 00:00:00Z')
);
create index withdrawal_requested on withdrawal (created_at) where state = 'requested';
create index withdrawal_in_error on withdrawal (created_at) where state = 'error';
create index withdrawal_open_of_customer on withdrawal (customer_id) where state in ('requested', 'sending', 'error');
create index withdrawal_of_customer on withdrawal (customer_id, created_at desc, id desc);

alter table posting
  add column payment_id uuid references payment,
  add column withdrawal_id uuid references withdrawal,
  drop constraint posting_kind_check,
  add constraint posting_kind_check check (kind in (
    'hold', 'rehold', 'release', 'payment', 'match', 'payout', 'fee', 'refund', 'sweep', 'adjust', 'transfer', 'opening',
    'deposit', 'charge', 'withdrawal', 'withdrawal-return'));
create index posting_of_withdrawal on posting (withdrawal_id) where withdrawal_id is not null;
create unique index posting_one_settlement on posting (withdrawal_id) where withdrawal_id is not null and kind = 'payout';
create unique index posting_one_deposit on posting (payment_id) where payment_id is not null;

-- What a posting changes of a customer's balance, numbered from 1, with the balance after it. Append-only.
create table balance_line (
  account_id integer not null references account,
  n integer not null check (n > 0),
  posting_id uuid not null references posting deferrable initially deferred,
  -- Above zero when the balance grows.
  amount bigint not null check (amount <> 0),
  balance bigint not null check (balance >= 0),
  -- The signer's code (HMAC) of the line: its process wrote it, and so all lines before it.
  code text not null,
  primary key (account_id, n),
  constraint balance_line_of_posting unique (posting_id, account_id)
);

-- What is owed to all customers together as balances, by unit. Kept by the trigger on entries.
create table balance_total (
  unit text primary key,
  owed bigint not null check (owed >= 0)
);
insert into balance_total values ('vnd', 0), ('eth', 0), ('btc', 0);

-- Orders that a balance pays, or that are paid out into one: their sender, or destination, is the customer.
alter table orders
  add column from_balance boolean not null default false,
  add column to_balance boolean not null default false,
  add constraint orders_from_balance_check check (not from_balance or coalesce(sender = customer_id and from_currency in ('vnd', 'eth', 'btc'), false)),
  add constraint orders_to_balance_check check (not to_balance or coalesce(destination = customer_id and to_currency in ('vnd', 'eth', 'btc'), false)),
  drop constraint orders_reason_check,
  add constraint orders_reason_check check (reason in (
    'expired', 'superseded', 'abandoned', 'balance_short', 'refunded', 'refunding', 'refund_review', 'underpaid', 'overpaid', 'late', 'risk', 'rail_off',
    'no_fast_transfer', 'over_limit', 'reserve_short', 'payout_refused', 'payout_unknown', 'no_tries_left', 'reversed', 'voucher_refused', 'voucher_unknown'));
create index orders_to_charge on orders (created_at) where from_balance and status = 'pending';

alter table payout
  add column to_balance_of text references customer,
  add constraint payout_to_balance_check check (to_balance_of is null or (
    order_id is not null and destination = to_balance_of and destination_bank is null and reserve in ('vnd', 'eth', 'btc')));
-- A withdrawal is sent once: it has one payout at most that has not failed.
create unique index payout_of_withdrawal on payout (obligation_id) where obligation_kind = 'withdrawal' and state <> 'failed';
create index payout_to_balance on payout (next_at) where to_balance_of is not null and state = 'queued';

-- A payment is for an order or for a customer's balance.
alter table payment
  drop constraint payment_matched_has_order,
  add constraint payment_matched_has_target check (state <> 'matched' or num_nonnulls(order_id, customer_id) > 0);
create index payment_of_customer on payment (customer_id) where customer_id is not null;
-- Deposits that the signer has not credited yet.
create index payment_deposits on payment (recorded_at) where state = 'case' and case_code = 'deposit';
alter table payment_use
  alter column order_id drop not null,
  add column customer_id text references customer,
  add constraint payment_use_one_target check (num_nonnulls(order_id, customer_id) = 1);
`;
