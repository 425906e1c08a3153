import { Migration } from '@mikro-orm/migrations';
import { ADDRESS_IDLE_DAYS } from '@quydoi/domain/constants';
import { NETWORK_CODES } from '@quydoi/domain/networks';
import { ORDER_REASONS } from '@quydoi/domain/order-status';
import { PAYMENT_STATES } from '@quydoi/domain/payment';

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** Money both ways: leased deposit addresses, payments that are not final yet, signed and split payouts, refunds, prices set anew. */
export class Migration20261123BothWays extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(GUARDS);
    this.addSql(GRANTS);
  }
}

const TABLES = `
alter table orders drop constraint orders_reason_check;
alter table orders add constraint orders_reason_check check (reason in (${list(ORDER_REASONS)}));
alter table orders add column amount_refunded bigint not null default 0;
alter table orders alter column amount_refunded drop default;
alter table orders add constraint orders_amount_refunded_check check (amount_refunded between 0 and amount_paid);

drop index orders_open_of_subject, orders_open_of_origin;
create index orders_open_of_subject on orders (subject, reserve) where status in ('pending', 'verifying_transaction') and holding > 0;
create index orders_open_of_origin on orders (origin, reserve) where status in ('pending', 'verifying_transaction') and holding > 0;

alter table payment drop constraint payment_state_check;
alter table payment add constraint payment_state_check check (state in (${list(PAYMENT_STATES)}));
alter table payment add constraint payment_confirmed_state check (confirmed or state in ('unconfirmed', 'dropped'));
create index payment_unconfirmed on payment (recorded_at) where state = 'unconfirmed';

alter table rail_cursor add column source text not null default 'list';
alter table rail_cursor alter column source drop default;
alter table rail_cursor drop constraint rail_cursor_pkey;
alter table rail_cursor add primary key (rail, source);

alter table payout
  add column part integer not null default 1,
  add column parts integer not null default 1,
  add column payment_id uuid references payment,
  add column held bigint not null default 0 check (held >= 0),
  add column fee bigint not null default 0 check (fee >= 0);
alter table payout alter column part drop default, alter column parts drop default, alter column held drop default, alter column fee drop default;
alter table payout add constraint payout_part check (part between 1 and parts);
drop index payout_one_open;
-- One live payout for each part of what an order pays, of what it gives back, and of each payment that is given back beside it. What an order
-- pays is never paid again once settled; it may give back more than once, which its refunded amount counts.
create unique index payout_one_open on payout (order_id, purpose, coalesce(payment_id, order_id), part)
  where state in ('queued', 'attempting') or (state = 'settled' and purpose = 'order');
create index payout_failed on payout (created_at) where state = 'failed';

alter table attempt add column raw text, add column valid_until timestamptz;
create index attempt_proven on attempt (settled_at) where state = 'done';

-- A deposit address of ours. It is free to be leased again from \`free_at\` on.
create table deposit_address (
  rail text not null check (rail in (${list(NETWORK_CODES)})),
  index integer not null check (index >= 0),
  address text not null constraint deposit_address_address unique,
  free_at timestamptz not null,
  primary key (rail, index)
);
create index deposit_address_free on deposit_address (rail, free_at);

-- Which order an address belongs to from when on: money that comes later still is the last lease's.
create table lease (
  order_id uuid primary key references orders,
  rail text not null,
  address text not null references deposit_address (address),
  from_at timestamptz not null,
  until_at timestamptz not null,
  constraint lease_from unique (address, from_at)
);

-- Gathering of deposits: signed, stored, sent, followed, as payouts are.
create table sweep (
  id uuid primary key,
  version integer not null,
  rail text not null check (rail in (${list(NETWORK_CODES)})),
  address_index integer not null,
  kind text not null check (kind in ('fund', 'sweep')),
  amount bigint not null check (amount > 0),
  key text not null constraint sweep_key unique,
  raw text not null,
  valid_until timestamptz not null,
  state text not null check (state in ('prepared', 'sent', 'done', 'failed')),
  fee bigint check (fee >= 0),
  created_at timestamptz not null,
  next_check_at timestamptz not null,
  settled_at timestamptz
);
create unique index sweep_one_live on sweep (rail, address_index) where state in ('prepared', 'sent');
`;

/** An order's price is set once, and anew only when it is paid: a mismatch that was settled, or a small one that needed no asking. */
const GUARDS = `
create function guard_price() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.quantity, new.rate, new.rate_version, new.amount_sent, new.amount_received, new.fee_exchange, new.cash_amount, new.cash_fee, new.held)
     is distinct from
     (old.quantity, old.rate, old.rate_version, old.amount_sent, old.amount_received, old.fee_exchange, old.cash_amount, old.cash_fee, old.held)
     and not (old.status in ('pending', 'verifying_transaction', 'cancelled') and new.status = 'paid') then
    raise exception 'a price is set anew only when its order is paid' using errcode = 'QD009';
  end if;
  return new;
end $$;
create trigger guard_price before update on orders for each row execute function guard_price();
create trigger append_only before update or delete on lease for each statement execute function refuse_change();

-- A lease is of its order's own address and time, and begins only when the address has rested since the one before: whoever can add leases
-- cannot take over money that is on its way to somebody else's.
create function guard_lease() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public.deposit_address a where a.address = new.address and a.rail = new.rail for no key update;
  if not found or not exists (
    select 1 from public.orders o where o.id = new.order_id and o.pay_in_rail = new.rail and o.pay_in_account = new.address
      and o.created_at = new.from_at and o.expires_at = new.until_at
  ) or exists (
    select 1 from public.lease l where l.address = new.address and l.until_at + interval '${ADDRESS_IDLE_DAYS} days' > new.from_at
  ) then
    raise exception 'a lease is of its own order, after the one before' using errcode = 'QD010';
  end if;
  return new;
end $$;
create trigger guard_lease before insert on lease for each row execute function guard_lease();
`;

const GRANTS = `
revoke all on deposit_address, lease, sweep from public;
revoke all on function guard_price(), guard_lease() from public;
grant select on deposit_address, lease to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant insert on deposit_address, lease to quydoi_web;
grant update (free_at) on deposit_address to quydoi_web;

-- worker: accepted recalculations and decided refunds.
grant update (quantity, rate, rate_version, amount_sent, amount_received, fee_exchange, cash_amount, cash_fee, held) on orders to quydoi_worker;
grant update (amount_refunded) on orders to quydoi_worker, quydoi_operator;

-- signer: the wallets' own lists of payments need the spending credential, and so does gathering deposits.
grant insert, select on payment, sighting to quydoi_signer;
grant insert, update on rail_cursor to quydoi_signer;
grant insert, select, update on sweep to quydoi_signer;
grant select on sweep to quydoi_worker, quydoi_operator;
`;
