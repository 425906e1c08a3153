import { CLAIM_ANSWERS } from '@quydoi/domain/claim/claim';
import { z } from 'zod';
import { moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done } from './terms.ts';

/** How well a payment fits a claim, in points. */
const claimFit = z.object({
  total: z.number(),
  amount: z.number(),
  time: z.number(),
  sender: z.number(),
  memo: z.number(),
  reference: z.number(),
});

/** A customer's claim that an order was paid, with the unmatched payments that fit it. Amounts are decimal text. */
const claim = z.object({
  id: z.string(),
  n: z.number().int(),
  ref: z.string(),
  status: z.string(),
  currency: z.string(),
  /** Amount that the order still misses. */
  missing: z.string(),
  /** Account declared with the order. */
  sender: z.string().nullable(),
  paidAt: moment,
  bank: z.string().nullable(),
  accountEnd: z.string().nullable(),
  reference: z.string().nullable(),
  createdAt: moment,
  /** The best first. */
  candidates: z.array(
    z.object({
      id: z.string(),
      amount: z.string(),
      memo: z.string(),
      payer: z.string().nullable(),
      reference: z.string(),
      paidAt: moment,
      fit: claimFit,
      /** Other orders whose listed claims have this payment among their candidates: somebody may want another's money. */
      alsoClaimedBy: z.array(z.string()),
    }),
  ),
});

/** Customers' claims: rows of `operations`. */
export const claimOperations = procedures({
  /** Customers' claims that an order was paid, oldest first, each with the unmatched payments that fit it. What a claim tells is no evidence. */
  listClaims: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(200).default(50) }),
    output: z.object({ items: z.array(claim) }),
  },
  /**
   * Answers a claim in the order's log. Moves no money: give a payment to its order with `attachPayment` first, then it is `found`. Errors:
   * NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (answered before, or `found` while no payment is of the order).
   */
  answerClaim: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money',
    input: z.object({ id: z.uuid(), answer: z.enum(CLAIM_ANSWERS), note: z.string().min(1).max(500) }),
    output: done,
  },
});

export type ClaimItem = z.input<typeof claim>;
