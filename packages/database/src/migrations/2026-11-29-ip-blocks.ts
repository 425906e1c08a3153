import { Migration } from '@mikro-orm/migrations';

/** Operators block IP networks, each time the one that their call names. */
export class Migration20261129IpBlocks extends Migration {
  override up(): void {
    this.addSql(`
insert into operator_verb (verb, always_two) values ('setIpBlock', false);
insert into operator_right (verb, relation, kind) values ('setIpBlock', 'setting', 'ip-block');
`);
  }
}
