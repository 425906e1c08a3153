import { ORDER_KINDS } from '@quydoi/domain/order-status';
import { z } from 'zod';
import { codeText, currencyCode, decimalText, minorUnits, moment } from '../primitives.ts';

/** Trade to be priced, with the amount of one side as decimal text. */
export const quoteInput = z.object({
  kind: z.enum(ORDER_KINDS),
  from: codeText,
  to: codeText,
  /** Amount of the traded currency (of the source, for swaps). Give this or `amount`. */
  quantity: decimalText.optional(),
  /** Amount of the other side: dong, or the target of a swap. The quote is for the largest quantity that it covers. */
  amount: decimalText.optional(),
});

/** Fields of a price with all its fees. Amounts in minor units; `rate` is decimal text. */
export const priceFields = {
  quantity: minorUnits,
  amountSent: minorUnits,
  /** In `to`. */
  amountReceived: minorUnits,
  /** Our fee in the traded (target) currency. */
  feeExchange: minorUnits,
  /** The bank's fee in dong. */
  cashFee: minorUnits,
  rate: z.string(),
  rateVersion: z.number().int(),
};

/** A price for a trade. */
export const quoteView = z.object({
  id: z.string(),
  kind: z.enum(ORDER_KINDS),
  from: currencyCode,
  to: currencyCode,
  ...priceFields,
  /** Smallest and largest quantity now, decimal text. */
  min: z.string(),
  max: z.string(),
  /** Requirements that the caller has to meet before ordering. */
  needs: z.array(z.enum(['login', 'kyc'])),
  expiresAt: moment,
});

export type QuoteInput = z.output<typeof quoteInput>;
export type QuoteView = z.output<typeof quoteView>;
