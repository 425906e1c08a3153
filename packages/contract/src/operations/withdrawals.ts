import { z } from 'zod';
import { decimalText, orderRefText } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { doneOrProposed } from './terms.ts';

/** Withdrawals of customers' balances: rows of `operations`. What waits for an operator is listed by `listAlarms`. */
export const withdrawalOperations = procedures({
  /**
   * Resolves a withdrawal in `error`. `done`: the provider's records have its transfer after all (with the provider's reference). `retry`: it was certainly
   * not sent; send it again. Errors: NOT_FOUND, ORDER_ACTION_NOT_ALLOWED, VALIDATION_FAILED, RESERVE_BUSY.
   */
  resolveWithdrawal: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({
      ref: orderRefText,
      decision: z.enum(['done', 'retry']),
      reference: z.string().min(1).max(200).optional(),
      /** What the provider charged, decimal text. */
      fee: decimalText.optional(),
      note: z.string().max(500),
    }),
    output: doneOrProposed,
  },
  /**
   * Says that a withdrawal in `error` was certainly not sent: the signer gives it back to the customer's balance, unless the provider's records have its
   * transfer after all. Always of two operators. Errors: NOT_FOUND, ORDER_ACTION_NOT_ALLOWED.
   */
  returnWithdrawal: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({ ref: orderRefText, note: z.string().max(500) }),
    output: doneOrProposed,
  },
});
