import { Migration } from '@mikro-orm/migrations';
import { COUPON_OPERATORS } from './operators.ts';
import { COUPON_ORDERS } from './orders.ts';
import { COUPON_USES } from './uses.ts';

/**
 * Coupons take something off the fee of an order. They are settings that two operators agree on. An order keeps the version of its coupon, and has one
 * of its uses until it ends unpaid; the database counts them.
 */
export class Migration20261130Coupons extends Migration {
  override up(): void {
    for (const statements of [COUPON_ORDERS, COUPON_USES, COUPON_OPERATORS]) this.addSql(statements);
  }
}
