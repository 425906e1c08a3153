/** How often each coupon is used: counted by the database, which refuses a use beyond the limits to every login. */
export const COUPON_USES = `
-- Orders that have a use of a coupon. Its row is locked while one more is counted.
create table coupon_count (
  code text primary key,
  uses integer not null check (uses >= 0)
);

-- A new order takes a use of the newest version of its coupon, if that is for such an order, now.
create function take_coupon() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  rules jsonb;
  per_customer integer;
begin
  insert into public.coupon_count values (new.coupon, 0) on conflict do nothing;
  -- Locks the row, so that uses are counted one after another.
  update public.coupon_count c set uses = c.uses + 1 where c.code = new.coupon;
  select s.value into rules from public.setting s
  where s.kind = 'coupon' and s.key = new.coupon and s.version = new.coupon_version
    and s.version = (select n.version from public.setting n where n.kind = 'coupon' and n.key = new.coupon order by n.version desc limit 1);
  per_customer := (rules ->> 'usesPerCustomer')::integer;
  if coalesce(rules -> 'on' <> 'true', true) or not new.coupon_held
     or new.created_at < coalesce((rules ->> 'from')::timestamptz, '-infinity') or new.created_at >= coalesce((rules ->> 'until')::timestamptz, 'infinity')
     or not rules -> 'kinds' ? new.kind or rules -> 'currencies' <> 'null' and not rules -> 'currencies' ? new.to_currency
     or per_customer is not null and new.customer_id is null
     or new.cash_amount + (case when new.kind = 'buy' then new.discount else 0 end) < (rules ->> 'minOrder')::numeric
     or rules -> 'amount' <> 'null' and (new.kind <> 'buy' or new.discount > (rules ->> 'amount')::numeric) then
    raise exception 'the coupon is not for this order' using errcode = 'QD096';
  end if;
  if (select c.uses from public.coupon_count c where c.code = new.coupon) > (rules ->> 'uses')::integer then
    raise exception 'the coupon is used up' using errcode = 'QD097';
  end if;
  -- Accounts are free, and so are the wallets that a customer pays out to: both count. All vouchers are paid out to the same place.
  if (select count(*) from public.orders o where o.coupon = new.coupon and o.coupon_held and o.customer_id = new.customer_id) >= per_customer
     or new.to_currency <> 'e-voucher'
     and (select count(*) from public.orders o where o.coupon = new.coupon and o.coupon_held and o.destination = new.destination) >= per_customer then
    raise exception 'the customer has used the coupon before' using errcode = 'QD098';
  end if;
  return new;
end $$;
create trigger take_coupon before insert on orders for each row when (new.coupon is not null) execute function take_coupon();

-- An order gives its use back when it ends unpaid, and takes none again.
create function give_coupon_back() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.coupon_held or new.status <> 'cancelled' or old.status = 'cancelled' or new.amount_paid <> 0
     or new.reason not in ('expired', 'superseded', 'abandoned', 'balance_short') then
    raise exception 'an order keeps its use of a coupon unless it ends unpaid' using errcode = 'QD099';
  end if;
  update public.coupon_count c set uses = c.uses - 1 where c.code = new.coupon;
  return new;
end $$;
create trigger give_coupon_back before update on orders for each row when (new.coupon_held is distinct from old.coupon_held) execute function give_coupon_back();

revoke all on coupon_count from public;
revoke all on function take_coupon(), give_coupon_back() from public;
grant select on coupon_count to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
`;
