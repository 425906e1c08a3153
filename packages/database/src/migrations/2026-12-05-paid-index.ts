import { Migration } from '@mikro-orm/migrations';

/** Payments of one amount by time: two lists may write the reference of one transfer differently, and one may tell it when it has been credited. */
export class Migration20261205PaidIndex extends Migration {
  override up(): void {
    this.addSql('create index payment_paid on payment (account, amount, paid_at)');
  }
}
