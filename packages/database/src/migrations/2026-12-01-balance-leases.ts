import { Migration } from '@mikro-orm/migrations';

/** The address of a customer's balance is leased to no order: on Bitcoin it is put aside as long as a leased one, and its payments would be the order's. */
export class Migration20261201BalanceLeases extends Migration {
  override up(): void {
    this.addSql(LEASE);
  }
}

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
  ) or exists (select 1 from public.wallet_address w where w.address = new.address) then
    raise exception 'a lease is of its own order, after the one before, and of an address that was not paid to and is no balance''s' using errcode = 'QD010';
  end if;
  return new;
end $$;
`;
