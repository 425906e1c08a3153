import { NETWORKS } from './codes.ts';

/** Deposit addresses, their leases to orders, and the transfers that sweep deposits into the hot wallet. */
export const DEPOSIT_TABLES = `
-- May be leased again from \`free_at\` on.
create table deposit_address (
  network text not null check (network in (${NETWORKS})),
  index integer not null check (index >= 0),
  address text not null constraint deposit_address_address unique,
  free_at timestamptz not null,
  -- For orders paid in the chain's own coin: it stays without code, because wallets send coins with gas for no more. The others may delegate (EIP-7702).
  for_coin boolean not null default false,
  primary key (network, index)
);
create index deposit_address_free on deposit_address (network, for_coin, free_at);

-- Append-only. Money that arrives after \`until_at\` still belongs to this lease until the address's next one begins.
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
  network text not null check (network in (${NETWORKS})),
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
`;
