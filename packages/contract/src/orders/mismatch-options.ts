import { z } from 'zod';
import { minorUnits, moment } from '../primitives.ts';
import { priceFields } from './quote.ts';

/**
 * Options of a customer whose payment did not match the order, at current prices. Amounts in minor units of `from` unless noted. An option is null if
 * it is not available.
 */
export const mismatchOptionsView = z.object({
  /** Amount to top up; null once the timer has ended. */
  missing: minorUnits.nullable(),
  /** Amount paid beyond the order's price. */
  excess: minorUnits.nullable(),
  /** The order's new terms for what arrived. Accept it with `offer` before `expiresAt`; any new payment voids it. */
  recalculation: z
    .object({
      offer: z.string(),
      ...priceFields,
      /** What the order's coupon saves, as in the order's view. */
      discount: minorUnits,
      /** The part of `quantity` beyond the ordered one, when it has a newer rate: the order's own rate, in `rate`, applies up to the ordered quantity. */
      newRatePart: z.object({ quantity: minorUnits, rate: z.string(), rateVersion: z.number().int() }).nullable(),
      expiresAt: moment,
    })
    .nullable(),
  /** Error code if `recalculation` is null although `acceptRecalculation` is among the actions. */
  recalculationRefusal: z.string().nullable(),
  /** Full refund: `amount` is paid out, `fee` kept. A bank's own transfer fee (`payoutFee` in the config) is deducted in addition. */
  refund: z.object({ amount: minorUnits, fee: minorUnits }).nullable(),
  /** Refund of the overpayment; the order is delivered as ordered. */
  excessRefund: z.object({ amount: minorUnits, fee: minorUnits }).nullable(),
});

export type MismatchOptionsView = z.output<typeof mismatchOptionsView>;
