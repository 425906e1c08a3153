import { Migration } from '@mikro-orm/migrations';
import { WALLET_ACCESS } from './access.ts';
import { WALLET_GUARDS } from './guards.ts';
import { WALLET_LEDGER } from './ledger.ts';
import { WALLET_OPERATORS } from './operators.ts';
import { WALLET_TABLES } from './tables.ts';

/**
 * Customers have balances in the ledger: deposits are credited to them, and withdrawals leave them. The signer alone moves a balance, as evidence of its
 * own says; with each line of a balance it leaves a code that its database login cannot make.
 */
export class Migration20261129Wallets extends Migration {
  override up(): void {
    for (const statements of [WALLET_TABLES, WALLET_LEDGER, WALLET_GUARDS, WALLET_ACCESS, WALLET_OPERATORS]) this.addSql(statements);
  }
}
