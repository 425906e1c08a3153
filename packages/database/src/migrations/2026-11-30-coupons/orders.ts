/** What orders tell of their coupons. */
export const COUPON_ORDERS = `
alter table orders
  add column coupon text,
  add column coupon_version integer references setting,
  -- Whether the order has a use of its coupon: until it ends unpaid.
  add column coupon_held boolean not null default false,
  -- What the coupon saves: dong less to send for a buy, more to receive for a swap.
  add column discount bigint not null default 0 check (discount >= 0),
  add constraint orders_coupon_check check (
    (coupon is null) = (coupon_version is null) and (coupon is not null or not coupon_held and discount = 0)
    and (coupon is null or kind <> 'sell'));
create index orders_of_coupon on orders (coupon) where coupon is not null;
create index orders_of_coupon_customer on orders (coupon, customer_id) where coupon_held;
create index orders_of_coupon_destination on orders (coupon, destination) where coupon_held;

create or replace function guard_price() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.quantity, new.rate, new.rate_version, new.amount_sent, new.amount_received, new.fee_exchange, new.discount, new.cash_amount, new.cash_fee, new.held,
      new.excess_quantity, new.excess_rate_version)
     is distinct from
     (old.quantity, old.rate, old.rate_version, old.amount_sent, old.amount_received, old.fee_exchange, old.discount, old.cash_amount, old.cash_fee, old.held,
      old.excess_quantity, old.excess_rate_version)
     and not (old.status in ('pending', 'verifying_transaction', 'cancelled') and new.status = 'paid') then
    raise exception 'an order is repriced only when it becomes paid' using errcode = 'QD009';
  end if;
  return new;
end $$;

-- Which coupon an order was made with is never changed.
create trigger guard_coupon_terms before update on orders for each row when (
  (new.coupon, new.coupon_version) is distinct from (old.coupon, old.coupon_version)
) execute function guard_terms();

grant update (discount, coupon_held) on orders to quydoi_worker;
grant update (coupon_held) on orders to quydoi_signer;
`;
