import { PAYOUT_WAITS } from '@quydoi/domain/transfer/payout';
import { z } from 'zod';
import { decimalText, moment, orderRefText } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { doneOrProposed, refundTarget } from './terms.ts';

/** A payout of an order that waits for `approvePayout`, or for payments to be confirmed. Amount is decimal text. */
const waitingPayout = z.object({
  payout: z.string(),
  waitsFor: z.enum(PAYOUT_WAITS),
  kind: z.string(),
  amount: z.string(),
  currency: z.string(),
  destination: z.string(),
  destinationBank: z.string().nullable(),
  /** The holder's name if the customer typed it: nobody has verified it. */
  unverifiedHolder: z.string().nullable(),
});

/**
 * An order that waits for a person. Amounts are decimal text. `need`: `payout`: the payout failed or its outcome is unknown. `code`: the provider
 * asks for a code. `slow`: not settled within an hour. `by-hand`: an operator makes the payout. `voucher`: the voucher failed. `check`: a risky
 * payment. `refund`: a refund failed. `approval`: a payout waits for `approvePayout`. `confirmation`: the signer has not confirmed a payment for
 * minutes, so that its payout waits; `refusePayout` ends that. `unconfirmed`: a payment was seen an hour ago and its chain does not call it final.
 * `undecided`: no decision of the customer for a day.
 */
const attentionItem = z.object({
  ref: z.string(),
  need: z.enum(['payout', 'code', 'slow', 'by-hand', 'voucher', 'check', 'refund', 'approval', 'confirmation', 'unconfirmed', 'undecided']),
  status: z.string(),
  reason: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  amountSent: z.string(),
  amountPaid: z.string(),
  amountReceived: z.string(),
  /** Account that the customer paid into; manual refunds are paid from there. */
  payInAccount: z.string(),
  payInBank: z.string().nullable(),
  /**
   * Why the signer, or the chain, has not confirmed a payment, that one was meant for another order, or at which of several providers a payout stands;
   * null where the need says it all.
   */
  cause: z.string().nullable(),
  waiting: z.array(waitingPayout),
  createdAt: moment,
});

/** Orders that need a person: rows of `operations`. */
export const orderOperations = procedures({
  /** Orders that need an operator, oldest first. */
  listAttention: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(1_000).default(100) }),
    output: z.object({ items: z.array(attentionItem) }),
  },
  /**
   * Resolves an order in `error`. `delivered`: it was paid (with the provider's reference). `retry`: pay again. `by-hand`: an operator pays; also
   * allowed for `paid` orders.
   */
  resolveError: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({
      ref: orderRefText,
      decision: z.enum(['delivered', 'retry', 'by-hand']),
      reference: z.string().max(200).optional(),
      /** What the provider charged, decimal text. */
      fee: decimalText.optional(),
      note: z.string().max(500),
    }),
    output: doneOrProposed,
  },
  /** Records the transfer that was made by hand for an order in `handmake`. */
  recordManualPayout: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ ref: orderRefText, reference: z.string().min(1).max(200), fee: decimalText.optional(), note: z.string().max(500) }),
    output: doneOrProposed,
  },
  /** Gives an order's money back instead of paying it out, or sends again what a failed refund owes. Errors as for `refundPayment`. */
  refundOrder: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ ref: orderRefText, ...refundTarget }),
    output: doneOrProposed,
  },
  /** Lets an order that is held for a check go on. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
  clearRisk: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ ref: orderRefText, note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /** Ends an order whose money is proven false (reversed, double-spent). Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
  markForged: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ ref: orderRefText, note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
});

export type WaitingPayout = z.input<typeof waitingPayout>;
export type AttentionItem = z.input<typeof attentionItem>;
