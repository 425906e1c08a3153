import { Migration } from '@mikro-orm/migrations';

/** What an operator has verified of a customer stays as it was seen: names, birthday and number of the document, until the identity is unverified again. */
export class Migration20261128VerifiedIdentities extends Migration {
  override up(): void {
    this.addSql(`
create function guard_identity() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'the identity of customer % is verified', old.id using errcode = 'QD055';
end $$;
revoke all on function guard_identity() from public;
create trigger guard_identity before update on customer for each row when (
  old.doc_status = 'verify' and (old.full_name, old.first_name, old.last_name, old.birthday, old.passport_id)
    is distinct from (new.full_name, new.first_name, new.last_name, new.birthday, new.passport_id)
) execute function guard_identity();
`);
  }
}
