import { REVIEW_DECISIONS, REVIEW_STATUSES } from '@quydoi/domain/review';
import { z } from 'zod';
import { moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done } from './terms.ts';

/** A review as its moderators see it, with the newest decision about it. */
const moderatedReview = z.object({
  id: z.string(),
  ref: z.string(),
  status: z.enum(REVIEW_STATUSES),
  content: z.string(),
  email: z.string(),
  createdAt: moment,
  decision: z.object({ operator: z.string(), note: z.string(), at: moment }).nullable(),
});

/** Reviews: rows of `operations`. */
export const reviewOperations = procedures({
  /** Reviews, newest first; of one status where it is given. */
  listReviews: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ status: z.enum(REVIEW_STATUSES).optional(), limit: z.number().int().min(1).max(100).default(50) }),
    output: z.object({ items: z.array(moderatedReview) }),
  },
  /** Shows a review, or hides it; either can be taken back. Errors: NOT_FOUND. */
  moderateReview: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and can be taken back',
    input: z.object({ id: z.uuid(), decision: z.enum(REVIEW_DECISIONS), note: z.string().max(500) }),
    output: done,
  },
});
