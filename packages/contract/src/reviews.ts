import { PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { ORDER_KINDS } from '@quydoi/domain/order-status';
import { z } from 'zod';
import { orderRefText } from './primitives.ts';
import { procedures } from './procedure.ts';

/** A review that an operator approved, with the trade that it is about and nobody's name. Amounts are decimal strings. */
export const reviewView = z.object({
  id: z.string(),
  content: z.string(),
  kind: z.enum(ORDER_KINDS),
  from: z.string(),
  to: z.string(),
  amountSent: z.string(),
  amountReceived: z.string(),
  /** When it was written, ISO 8601. */
  at: z.string(),
});

/** A review as it is sent in. What content and e-mail address may be is `checkReview`'s to say. */
export const createReviewInput = z.object({ ref: orderRefText, content: z.string(), email: z.string() });

/** A new review waits for an operator. */
export const createdReviewView = z.object({ status: z.literal('pending') });

/** Which approved reviews are wanted: the newest, or those that follow `cursor`. */
export const reviewListInput = z.object({ cursor: z.uuid().optional(), limit: z.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE) });

/** Approved reviews, newest first; `nextCursor` is null at the end. */
export const reviewListView = z.object({ items: z.array(reviewView), nextCursor: z.string().nullable() });

/** Procedures of `reviews`. */
export const reviewProcedures = procedures({
  /**
   * Reviews a delivered order, once; its reference is enough. Errors: REVIEW_INVALID (params `field`, `problem`, `n`), ORDER_NOT_FOUND,
   * ORDER_ACTION_NOT_ALLOWED (not delivered, too long ago, or reviewed already: `actions` names `review` even then), TOO_MANY_REQUESTS.
   */
  create: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: createReviewInput,
    output: createdReviewView,
  },
  /** Approved reviews, newest first. */
  list: { kind: 'query', access: 'anyone', limit: { class: 'poll', cost: 1 }, audit: false, input: reviewListInput, output: reviewListView },
});

const emailText = z.email();

/** Whether a text is an e-mail address, for `checkReview`. */
export function isEmail(text: string): boolean {
  return emailText.safeParse(text).success;
}

export type ReviewView = z.output<typeof reviewView>;
export type CreateReviewInput = z.output<typeof createReviewInput>;
export type CreatedReviewView = z.output<typeof createdReviewView>;
export type ReviewListInput = z.output<typeof reviewListInput>;
export type ReviewListView = z.output<typeof reviewListView>;
