import { Migration } from '@mikro-orm/migrations';

/** Customers' own deposit addresses: what comes to one is credited to its customer's balance, for good. */
export class Migration20261130WalletAddresses extends Migration {
  override up(): void {
    for (const statements of [TABLE, GUARDS, ACCESS]) this.addSql(statements);
  }
}

const TABLE = `
-- Append-only, but for \`shown_at\`. Its deposit address is put aside for ever, and was never leased or paid to before.
create table wallet_address (
  customer_id text not null references customer,
  currency text not null check (currency in ('eth', 'btc')),
  network text not null check (network in ('ethereum', 'bitcoin')),
  address text not null constraint wallet_address_address unique references deposit_address (address),
  created_at timestamptz not null,
  -- When its customer has looked at it last, to the day. Payments by contracts show in balances alone, which are compared for addresses in use.
  shown_at timestamptz not null,
  primary key (customer_id, currency),
  constraint wallet_address_network check ((currency = 'eth') = (network = 'ethereum')),
  constraint wallet_address_created_at_finite check (created_at >= timestamptz '1970-01-01 00:00:00Z' and created_at < timestamptz '10000-01-01 00:00:00Z'),
  constraint wallet_address_shown_at_finite check (shown_at >= timestamptz '1970-01-01 00:00:00Z' and shown_at < timestamptz '10000-01-01 00:00:00Z')
);
`;

const GUARDS = `
-- A role that may insert such rows cannot take over money that is on its way to an order: the address is free of leases and payments, and put aside.
create function guard_wallet_address() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if (new.customer_id, new.currency, new.network, new.address, new.created_at)
       is distinct from (old.customer_id, old.currency, old.network, old.address, old.created_at) then
      raise exception 'the address of a balance stays its own' using errcode = 'QD101';
    end if;
    return new;
  end if;
  perform 1 from public.deposit_address a
  where a.address = new.address and a.network = new.network and a.for_coin = public.is_fee_coin(new.currency)
    and a.free_at = timestamptz '9999-12-31 00:00:00Z' and not a.was_paid
  for no key update;
  if not found or exists (select 1 from public.lease l where l.address = new.address)
     or exists (select 1 from public.customer c where c.id = new.customer_id and c.deleted_at is not null) then
    raise exception 'the address of a balance is a new one of ours, put aside for ever' using errcode = 'QD100';
  end if;
  return new;
end $$;
create trigger guard_wallet_address before insert or update on wallet_address for each row execute function guard_wallet_address();
create trigger guard_recorded before insert on wallet_address for each row when (current_user = 'quydoi_web') execute function guard_recorded('created_at');
create trigger keep_wallet_addresses before delete or truncate on wallet_address for each statement execute function refuse_change();
create trigger refuse_inherited before insert or update or delete on wallet_address
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();

create or replace function guard_leased_address() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) > new.free_at
  ) or exists (select 1 from public.wallet_address w where w.address = new.address) then
    raise exception 'address % is put aside for its lease, or its balance', new.address using errcode = 'QD042';
  end if;
  return new;
end $$;

-- Deferred to the commit: an address is put aside for an hour at most (a reservation), for the time of its lease to an order and no longer, or for a balance.
create or replace function guard_reservation() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.free_at > now() + interval '1 hour' and not exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) >= new.free_at
  ) and not exists (select 1 from public.wallet_address w where w.address = new.address) then
    raise exception 'an address is put aside for its lease, or its balance' using errcode = 'QD018';
  end if;
  return null;
end $$;
`;

const ACCESS = `
revoke all on wallet_address from public;
revoke all on function guard_wallet_address() from public;
grant select, insert, update (shown_at) on wallet_address to quydoi_web;
grant select on wallet_address to quydoi_worker, quydoi_signer, quydoi_operator;
`;
