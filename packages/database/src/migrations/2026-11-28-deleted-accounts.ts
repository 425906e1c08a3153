import { Migration } from '@mikro-orm/migrations';

/**
 * Customers delete their account. What says who they are is erased. The customer's id stays, with what the ledger needs of their orders, and tells nobody
 * any more whose it was. As with the second factor, it takes a code that only the web's process can make: nobody deletes accounts with the web's login.
 */
export class Migration20261128DeletedAccounts extends Migration {
  override up(): void {
    for (const statements of [COLUMNS, GUARDS, FUNCTION, ACCESS]) this.addSql(statements);
  }
}

const COLUMNS = `
alter table customer
  -- Of the code that deletes the account. Null where the customer registered before there were such codes, and once the account is deleted.
  add column removal_hash text,
  add column deleted_at timestamptz,
  add constraint customer_deleted_at_finite check (deleted_at >= timestamptz '1970-01-01 00:00:00Z' and deleted_at < timestamptz '10000-01-01 00:00:00Z');
`;

const GUARDS = `
-- Nothing is said of somebody who is gone, and nobody comes back under the same id.
create function guard_deleted() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'the account of customer % is deleted', old.id using errcode = 'QD056';
end $$;
create trigger guard_deleted before update on customer for each row when (old.deleted_at is not null) execute function guard_deleted();

drop trigger guard_identity on customer;
create trigger guard_identity before update on customer for each row when (
  old.doc_status = 'verify' and new.deleted_at is null
    and (old.full_name, old.first_name, old.last_name, old.birthday, old.passport_id)
      is distinct from (new.full_name, new.first_name, new.last_name, new.birthday, new.passport_id)
) execute function guard_identity();

-- An order that is made while its customer's account is being deleted has a key, like that of a visitor.
create or replace function count_orders() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.customer set order_count = order_count + 1 where id = new.customer_id and deleted_at is null;
  return null;
end $$;
create or replace function count_adopted() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.customer set order_count = order_count + 1 where id = new.customer_id and deleted_at is null;
  if not found then
    raise exception 'order % cannot be adopted by who is gone', new.order_id using errcode = 'QD057';
  end if;
  perform pg_notify('orders', o.ref) from public.orders o where o.id = new.order_id;
  return null;
end $$;

-- Adoptions end with the account, and not before.
drop trigger append_only on adopted_order;
create trigger append_only before update or truncate on adopted_order for each statement execute function refuse_change();
create function guard_adoption() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.customer c where c.id = old.customer_id and c.deleted_at is null) then
    raise exception 'order % stays adopted while its customer has an account', old.order_id using errcode = 'QD058';
  end if;
  return old;
end $$;
create trigger guard_adoption before delete on adopted_order for each row execute function guard_adoption();
`;

const FUNCTION = `
-- Erases who a customer is, and all by which they could log in, for whoever has a code of the account's removal. The row of the user stays, so that no
-- other customer gets the id; its address is none.
create function auth.delete_account(customer text, codes text[]) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.customer c set version = c.version + 1, full_name = '', first_name = '', last_name = '', birthday = '', passport_id = '',
    phone_number = '', street_address1 = '', street_address2 = '', city = '', postal_code = '', country_code = '',
    language = 'vi', time_zone = 'Asia/Ho_Chi_Minh', currency_key = 'vnd', doc_status = 'not_uploaded', removal_hash = null, deleted_at = now()
    where c.id = customer and c.deleted_at is null
      and (c.removal_hash is null or c.removal_hash in (select auth.hash_of(code) from unnest(codes) code));
  if not found then
    return false;
  end if;
  delete from public.adopted_order a where a.customer_id = customer;
  delete from auth.session s where s."userId" = customer;
  delete from auth.account a where a."userId" = customer;
  delete from auth.verification v where v.value = customer;
  delete from auth.two_factor t where t.user_id = customer;
  delete from auth.known_device d where d.user_id = customer;
  update auth."user" u set name = '', email = 'deleted ' || u.id, "emailVerified" = false, image = null, username = null, "displayUsername" = null,
    "updatedAt" = now() where u.id = customer;
  return true;
end $$;
`;

const ACCESS = `
revoke all on function guard_deleted(), guard_adoption(), auth.delete_account(text, text[]) from public;
grant execute on function auth.delete_account(text, text[]) to quydoi_web;
grant insert (removal_hash) on customer to quydoi_web;
-- Only of customers with an account does an operator say whether they are verified.
grant select (deleted_at) on customer to quydoi_operator;
`;
