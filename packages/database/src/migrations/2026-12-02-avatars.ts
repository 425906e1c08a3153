import { Migration } from '@mikro-orm/migrations';

/** Customers have a picture of themselves, which only they see. It goes with the account. */
export class Migration20261202Avatars extends Migration {
  override up(): void {
    this.addSql(`
create table avatar (
  customer_id text primary key references customer,
  -- Part of its address, new with each picture.
  id text not null check (id ~ '^[A-Za-z0-9_-]{22}$'),
  -- A JPEG that the web's process has drawn anew.
  image bytea not null check (octet_length(image) <= 200000 and substring(image from 1 for 3) = '\\xffd8ff'::bytea),
  uploaded_at timestamptz not null,
  constraint avatar_uploaded_at_finite check (uploaded_at >= timestamptz '1970-01-01 00:00:00Z' and uploaded_at < timestamptz '10000-01-01 00:00:00Z')
);

-- None is added to an account that is deleted at the same time: one comes after the other.
create function guard_avatar() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public.customer c where c.id = new.customer_id and c.deleted_at is null for no key update;
  if not found then
    raise exception 'customer % is gone', new.customer_id using errcode = 'QD102';
  end if;
  return new;
end $$;
create trigger guard_avatar before insert or update on avatar for each row execute function guard_avatar();
create function forget_avatar() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.avatar where customer_id = new.id;
  return null;
end $$;
create trigger forget_avatar after update of deleted_at on customer
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_avatar();

revoke all on avatar from public;
revoke all on function guard_avatar(), forget_avatar() from public;
grant select, insert, update (id, image, uploaded_at), delete on avatar to quydoi_web;
`);
  }
}
