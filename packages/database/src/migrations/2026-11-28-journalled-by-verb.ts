import { Migration } from '@mikro-orm/migrations';

/**
 * A row becomes a payment of its own by the call that says so of this row, with the second operator that it may need: the audit row of another call
 * about reconciliation exceptions is none of it.
 */
export class Migration20261128JournalledByVerb extends Migration {
  override up(): void {
    this.addSql(GUARD);
  }
}

const GUARD = `
create function guard_journalled() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.journal_at is not null or not exists (
    select 1 from public.audit a
    where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.verb = 'journalRow' and lower(a.input ->> 'exception') = new.id::text
  ) then
    raise exception 'the row of % is journalled by its own call, once', new.id using errcode = 'QD054';
  end if;
  return new;
end $$;
create trigger guard_journalled before update on reconciliation_exception
  for each row when (current_user = 'quydoi_operator' and new.journal_at is distinct from old.journal_at) execute function guard_journalled();
`;
