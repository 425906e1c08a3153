import { defineEntity, p } from '@mikro-orm/core';

/** How many orders have a use of a coupon. Kept by the triggers on orders. */
export const CouponCountEntity = defineEntity({
  name: 'CouponCount',
  tableName: 'coupon_count',
  properties: { code: p.text().primary(), uses: p.integer() },
});
