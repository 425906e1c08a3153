import { Migration } from '@mikro-orm/migrations';

/** Underpaid orders are found by the rest that their log told (`repositories/rivals.ts`). */
export class Migration20261207UnderpaidRests extends Migration {
  override up(): void {
    this.addSql(`create index order_event_underpaid on order_event ((params ->> 'amount'))
      where code = 'payment_mismatch' and params ->> 'reason' = 'underpaid'`);
  }
}
