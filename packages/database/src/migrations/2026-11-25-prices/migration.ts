import { Migration } from '@mikro-orm/migrations';
import { PRICE_TABLES } from './price-tables.ts';
import { RATE_GUARDS } from './rate-guards.ts';

/** Reference prices, and rates that follow them. */
export class Migration20261125Prices extends Migration {
  override up(): void {
    this.addSql(PRICE_TABLES);
    this.addSql(RATE_GUARDS);
  }
}
