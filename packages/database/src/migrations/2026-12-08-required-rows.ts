import { Migration } from '@mikro-orm/migrations';

/**
 * An update that finds another version of a row fails in the database, so that its transaction can be committed in the round trip of its statements:
 * rows that others wait for are not locked until the client has counted.
 */
export class Migration20261208RequiredRows extends Migration {
  override up(): void {
    this.addSql(REQUIRE_ROWS);
  }
}

const REQUIRE_ROWS = `
create function require_rows(relation text, wanted bigint, written bigint) returns void language plpgsql as $$
begin
  if written is distinct from wanted then
    raise exception 'a row of % has another version', relation using errcode = 'QD104', constraint = relation;
  end if;
end $$;
`;
