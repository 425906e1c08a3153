import { parseCouponPercent, readCouponCode } from '@quydoi/domain/coupon/coupon';
import { TRADED_CODES } from '@quydoi/domain/currencies';
import { COUPON_KINDS } from '@quydoi/domain/settings';
import { z } from 'zod';
import { couponText, currencyCode } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done, doneOrProposed } from './terms.ts';

/** Most uses of a coupon. */
const USES_MAX = 1_000_000;

const code = couponText
  .transform((text) => text.toUpperCase())
  .refine((text) => readCouponCode(text) === text, 'a code: 4 to 32 letters, digits and dashes');
const dong = z.string().regex(/^(?:0|[1-9]\d{0,11})$/);
const time = z.iso.datetime();

/** A coupon as operators set it (`CouponSettings`). */
const couponInput = z.strictObject({
  code,
  percent: z
    .string()
    .refine((text) => parseCouponPercent(text) !== null, 'percent of the fee, above 0 and up to 100')
    .nullable()
    .default(null),
  amount: dong
    .refine((text) => text !== '0')
    .nullable()
    .default(null),
  minOrder: dong.default('0'),
  kinds: z.array(z.enum(COUPON_KINDS)).min(1),
  currencies: z
    .array(z.enum(TRADED_CODES as [string, ...string[]]) as unknown as z.ZodType<(typeof TRADED_CODES)[number], (typeof TRADED_CODES)[number]>)
    .min(1)
    .nullable()
    .default(null),
  from: time.nullable().default(null),
  until: time.nullable().default(null),
  uses: z.number().int().min(1).max(USES_MAX),
  usesPerCustomer: z.number().int().min(1).max(USES_MAX).nullable().default(null),
  note: z.string().min(1).max(500),
});

/** Coupons: rows of `operations`. */
export const couponOperations = procedures({
  /**
   * Sets a coupon, or a new version of it: orders keep the version that they were made with, and their uses count on. It takes `percent` of the fee off,
   * at most `amount` dong; without `percent`, `amount` dong. Neither ever takes off more than the fee. A coupon with an `amount` is for buys alone.
   * `minOrder` is the smallest order in dong, `currencies` are those that orders deliver (null: all), `uses` the orders that may use it. With
   * `usesPerCustomer` it is for customers with an account, and counted by account and by destination. Error: VALIDATION_FAILED for a coupon of nothing,
   * an amount off swaps, or an end before the beginning.
   */
  setCoupon: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: couponInput,
    output: doneOrProposed,
  },
  /** Ends a coupon: no new order uses it. Orders that were made with it keep their price. */
  endCoupon: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it gives nothing away, and orders that exist go on',
    input: z.object({ code, note: z.string().min(1).max(500) }),
    output: done,
  },
  /** All coupons with their uses, and what delivered orders saved by them, decimal text: dong for buys, else the currency that was delivered. */
  listCoupons: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({
      items: z.array(
        couponInput.extend({
          on: z.boolean(),
          used: z.number().int(),
          given: z.array(z.object({ currency: currencyCode, amount: z.string() })),
        }),
      ),
    }),
  },
});
