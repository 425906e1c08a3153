import { Migration } from '@mikro-orm/migrations';

/** Orders that visitors made, and that a customer has taken over since: in their list from then on, and theirs without the order's key. */
export class Migration20261128AdoptedOrders extends Migration {
  override up(): void {
    for (const statements of [TABLE, GUARDS, ACCESS]) this.addSql(statements);
  }
}

const TABLE = `
create table adopted_order (
  -- Adopted once.
  order_id uuid primary key references orders,
  customer_id text not null references customer,
  -- The order's own, by which lists are sorted.
  created_at timestamptz not null,
  -- The web process's proof that the order's key came from the device that made the order: the database's logins adopt nothing.
  proof text not null,
  constraint adopted_order_created_at_finite check (created_at >= timestamptz '1970-01-01 00:00:00Z' and created_at < timestamptz '10000-01-01 00:00:00Z')
);
create index adopted_orders_of_customer on adopted_order (customer_id, created_at desc, order_id desc);
`;

const GUARDS = `
create function guard_adopted() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from public.orders o where o.id = new.order_id and o.customer_id is null and o.created_at = new.created_at) then
    raise exception 'order % is a customer''s already, or of another time', new.order_id using errcode = 'QD053';
  end if;
  return new;
end $$;
create trigger guard_adopted before insert on adopted_order for each row execute function guard_adopted();

-- Counted as the customer's, and shown as theirs at once.
create function count_adopted() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.customer set order_count = order_count + 1 where id = new.customer_id;
  perform pg_notify('orders', o.ref) from public.orders o where o.id = new.order_id;
  return null;
end $$;
create trigger count_adopted after insert on adopted_order for each row execute function count_adopted();

create trigger append_only before update or delete or truncate on adopted_order for each statement execute function refuse_change();
`;

const ACCESS = `
revoke all on adopted_order from public;
revoke all on function guard_adopted(), count_adopted() from public;
grant select, insert on adopted_order to quydoi_web;
`;
