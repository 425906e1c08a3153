import { AppError } from '@quydoi/contract/errors';
import { decideReview, type ModeratedReview, readReviews } from '@quydoi/database/repositories/reviews';
import { REVIEW_STATUS_AFTER, type ReviewDecision, type ReviewStatus } from '@quydoi/domain/review';
import type { OperatorVerb } from './operator-verb.ts';

/** Approves or hides a review. Every decision is kept in the review's history. Error: NOT_FOUND. */
export const moderateReview: OperatorVerb<{ id: string; decision: ReviewDecision; note: string }, { done: true }> = async (
  ctx,
  operator,
  { id, decision, note },
) => {
  const status = REVIEW_STATUS_AFTER[decision];
  const isDecided = await decideReview(ctx.orm, id, { status, note, operator, at: ctx.clock.now() }, ctx.audit);
  if (!isDecided) throw new AppError('NOT_FOUND');
  return { done: true };
};

/** Lists reviews with their authors' addresses, newest first. */
export const listReviews: OperatorVerb<{ status?: ReviewStatus | undefined; limit: number }, { items: ModeratedReview[] }> = async (
  ctx,
  _operator,
  { status, limit },
) => ({ items: await readReviews(ctx.orm, status ?? null, limit) });
