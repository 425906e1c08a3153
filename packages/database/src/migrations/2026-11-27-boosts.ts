import { Migration } from '@mikro-orm/migrations';

/** Transfers that spend a deposit before it is mined, for a fee that has both mined, are kept among those from and to deposit addresses. */
export class Migration20261127Boosts extends Migration {
  override up(): void {
    this.addSql('alter table sweep drop constraint sweep_kind_check');
    this.addSql("alter table sweep add constraint sweep_kind_check check (kind in ('fund', 'sweep', 'boost'))");
  }
}
