import { Migration } from '@mikro-orm/migrations';
import { REFERRAL_ACCESS } from './access.ts';
import { REFERRAL_GUARDS } from './guards.ts';
import { REFERRAL_QUEUE } from './queue.ts';
import { REFERRAL_TABLES } from './tables.ts';

/**
 * Sponsors get a part of the fees of their customers' orders. A delivery, or its end, queues the order's referral; the signer credits the sponsor's
 * balance, or takes back.
 */
export class Migration20261130Referral extends Migration {
  override up(): void {
    for (const statements of [REFERRAL_TABLES, REFERRAL_QUEUE, REFERRAL_GUARDS, REFERRAL_ACCESS]) this.addSql(statements);
  }
}
