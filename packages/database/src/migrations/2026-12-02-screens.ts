import { Migration } from '@mikro-orm/migrations';

/** Customers may want their screen to be locked when a browser is left alone: of each browser's session, when it was used last and whether it is locked. */
export class Migration20261202Screens extends Migration {
  override up(): void {
    this.addSql(`
alter table customer add column is_lock_screen boolean not null default false;
grant update (is_lock_screen) on customer to quydoi_web;

create table auth.screen (
  session_id text primary key references auth.session (id) on delete cascade,
  -- When somebody last used a page of it, as far as that was told.
  active_at timestamptz not null,
  is_locked boolean not null default false,
  constraint screen_active_at_finite check (active_at >= timestamptz '1970-01-01 00:00:00Z' and active_at < timestamptz '10000-01-01 00:00:00Z')
);

-- Who is locked, or unlocked, in one process is so in all.
create function auth.notify_screen() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('session', s."userId") from auth.session s where s.id = new.session_id;
  return null;
end $$;
create trigger notify_screen after insert or update of is_locked on auth.screen for each row execute function auth.notify_screen();
create function notify_lock_screen() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('session', new.id);
  return null;
end $$;
create trigger notify_lock_screen after update of is_lock_screen on customer
  for each row when (old.is_lock_screen <> new.is_lock_screen) execute function notify_lock_screen();

revoke all on auth.screen from public;
revoke all on function auth.notify_screen(), notify_lock_screen() from public;
grant select, insert (session_id, active_at, is_locked), update (active_at, is_locked) on auth.screen to quydoi_web;
`);
  }
}
