import { Migration } from '@mikro-orm/migrations';

/** For comparing sources that tell the same payments: what each has told lately, and what several may have told of one transfer. */
export class Migration20261127ComparedSources extends Migration {
  override up(): void {
    this.addSql('create index sighting_times on sighting (source, at)');
    this.addSql('create index first_hand_payment_nearby on first_hand_payment (network, account, amount, paid_at)');
  }
}
