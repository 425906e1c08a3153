import { Migration } from '@mikro-orm/migrations';

/**
 * The provider that an attempt is made at, where its network has several. Attempts of before were made at their network's first one, which null means.
 * The signer inserts it with the attempt, and no role may update it: `attempt` is granted to the signer alone, for updates column by column.
 */
export class Migration20261125AttemptProvider extends Migration {
  override up(): void {
    this.addSql(`alter table attempt add column provider text constraint attempt_provider_check check (provider ~ '^[a-z0-9-]{1,40}$')`);
  }
}
