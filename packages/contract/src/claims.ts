import { CLAIM_ACCOUNT_LENGTH_MAX, CLAIM_BANK_LENGTH_MAX, CLAIM_REFERENCE_LENGTH_MAX, identifiesPayment } from '@quydoi/domain/claim/claim';
import { z } from 'zod';
import { orderRefText } from './primitives.ts';
import { procedures } from './procedure.ts';

const createClaimFields = z.object({
  ref: orderRefText,
  /** When the customer paid: ISO 8601 with offset. */
  paidAt: z.iso.datetime({ offset: true }),
  /** Name of the bank that was paid from; on chains, of the network that was sent on and of the currency that was sent. */
  bank: z.string().max(CLAIM_BANK_LENGTH_MAX).default(''),
  /** Account or address that was paid from, whole or its last characters. Required without `reference`. */
  accountEnd: z.string().max(CLAIM_ACCOUNT_LENGTH_MAX).default(''),
  /** Transaction number. On a chain its transaction id, or a link that contains it. Required without `accountEnd`. */
  reference: z.string().max(CLAIM_REFERENCE_LENGTH_MAX).default(''),
});

/** What a customer tells about a payment that the order does not show. `checkClaim` says what it may be. */
export const createClaimInput = createClaimFields.refine(identifiesPayment, { path: ['accountEnd'], error: 'accountEnd or reference is required' });

/** A claim that was taken; its answer comes in the order's log. */
export const createdClaimView = z.object({
  /** Claims that the order has left. */
  left: z.number().int(),
  /** Usual time of an answer, in support hours. */
  replyMinutes: z.number().int(),
});

/** Procedures of `claims`. */
export const claimProcedures = procedures({
  /**
   * Claims that an order was paid, three times at most. Requires the order key or ownership. Whether a payment fits is never told here. Errors:
   * VALIDATION_FAILED (neither account nor transaction), CLAIM_INVALID (params `field` and `problem` of the first one, details `fields`: all), ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (nothing is missing, or the order is too new or too old),
   * TOO_MANY_CLAIMS, TOO_MANY_REQUESTS.
   */
  create: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'claim', cost: 1 },
    audit: false,
    input: createClaimInput,
    output: createdClaimView,
  },
});

export type CreateClaimInput = z.output<typeof createClaimInput>;
export type CreatedClaimView = z.output<typeof createdClaimView>;
