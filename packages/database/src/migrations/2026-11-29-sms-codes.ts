import { Migration } from '@mikro-orm/migrations';

/** Codes of the second factor that are sent by SMS. Whether they are is in the sealed secret, with the number: the web's login chooses neither. */
export class Migration20261129SmsCodes extends Migration {
  override up(): void {
    this.addSql(`
-- Half minutes since 1970 when the newest code was sent; null where none was, and of an authenticator app's.
alter table auth.two_factor add column sent_step bigint check (sent_step >= 0);

-- Neither a code that was used nor one that was replaced by a newer one counts again.
create or replace function auth.guard_last_step() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.last_step < old.last_step or coalesce(new.sent_step, -1) < coalesce(old.sent_step, -1) then
    raise exception 'the second factor of % goes back to codes of before', old.user_id using errcode = 'QD048';
  end if;
  return new;
end $$;

grant update (sent_step) on auth.two_factor to quydoi_web;
`);
  }
}
