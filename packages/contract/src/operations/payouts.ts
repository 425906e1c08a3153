import { z } from 'zod';
import { decimalText } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done, doneOrProposed, reserveCode } from './terms.ts';

/** Payouts: rows of `operations`. */
export const payoutOperations = procedures({
  /**
   * Approves a payout that waits for it: beyond a cap of its reserve, or a refund to an account that is not the customer's own. Errors: NOT_FOUND,
   * ORDER_ACTION_NOT_ALLOWED.
   */
  approvePayout: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ payout: z.uuid(), note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /**
   * Refuses a payout that waits for an approval, or for payments that the signer cannot confirm: it fails, and what it owes stays owed, such as to be
   * paid by hand; a withdrawal goes back to its customer's balance. Errors as for `approvePayout`.
   */
  refusePayout: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'nothing is sent, and what is owed stays owed',
    input: z.object({ payout: z.uuid(), note: z.string().min(1).max(500) }),
    output: done,
  },
  /** Sets a reserve's payout caps, above which payouts wait for approval: per payout, per hour and per day. Error: VALIDATION_FAILED. */
  setPayoutCap: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({ reserve: reserveCode, single: decimalText, hour: decimalText, day: decimalText }),
    output: doneOrProposed,
  },
  /** The caps of each reserve, and what was paid out towards them. */
  listPayoutCaps: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          reserve: z.string(),
          single: z.string(),
          hour: z.string(),
          day: z.string(),
          sentInHour: z.string(),
          sentInDay: z.string(),
        }),
      ),
    }),
  },
});
