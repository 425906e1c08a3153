import { Migration } from '@mikro-orm/migrations';

/**
 * A deposit address that was paid to is never leased again: customers keep the addresses that they have paid to, and what they send there once more would
 * belong to whoever leases the address by then.
 */
export class Migration20261127PaidAddresses extends Migration {
  override up(): void {
    for (const statements of [COLUMN, RETIRE, LEASE]) this.addSql(statements);
  }
}

const COLUMN = `
alter table deposit_address add column was_paid boolean not null default false;
update deposit_address a set was_paid = true from payment p where p.account = a.address;
drop index deposit_address_free;
create index deposit_address_free on deposit_address (network, for_coin, free_at) where not was_paid;
`;

// By the database, since the web's login may not read payments, nor anybody else write addresses.
const RETIRE = `
create function retire_paid_address() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.deposit_address a set was_paid = true where a.address = new.account and not a.was_paid;
  return null;
end $$;
revoke all on function retire_paid_address() from public;
create trigger retire_paid_address after insert on payment for each row execute function retire_paid_address();
`;

const LEASE = `
create or replace function guard_lease() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public.deposit_address a
  where a.address = new.address and a.network = new.network and a.free_at = public.free_after_lease(new.network, new.until_at) and not a.was_paid
  for no key update;
  if not found or not exists (
    select 1 from public.orders o join public.deposit_address a on a.address = new.address and a.for_coin = public.is_fee_coin(o.from_currency)
    where o.id = new.order_id and o.pay_in_network = new.network and o.pay_in_account = new.address
      and o.created_at = new.from_at and o.expires_at = new.until_at
  ) or exists (
    select 1 from public.lease l where l.address = new.address and public.free_after_lease(l.network, l.until_at) > new.from_at
  ) then
    raise exception 'a lease is of its own order, after the one before, and of an address that was not paid to' using errcode = 'QD010';
  end if;
  return new;
end $$;
`;
