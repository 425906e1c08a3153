/** Double-entry ledger: accounts with kept balances, postings and their entries. */
export const LEDGER_TABLES = `
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
`;
