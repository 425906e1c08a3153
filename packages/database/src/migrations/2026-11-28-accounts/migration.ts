import { Migration } from '@mikro-orm/migrations';
import { ACCOUNT_ACCESS } from './access.ts';
import { AUTH_TABLES } from './auth-tables.ts';
import { CUSTOMER_TABLES } from './customer-tables.ts';

/** Customers with an account: their credentials and sessions in a schema of their own, and what the exchange knows of them. */
export class Migration20261128Accounts extends Migration {
  override up(): void {
    for (const statements of [AUTH_TABLES, CUSTOMER_TABLES, ACCOUNT_ACCESS]) this.addSql(statements);
  }
}
