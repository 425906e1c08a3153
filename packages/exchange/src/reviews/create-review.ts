import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { type CreatedReviewView, type CreateReviewInput, isEmail } from '@quydoi/contract/reviews';
import { readOrder } from '@quydoi/database/repositories/orders';
import { addReview } from '@quydoi/database/repositories/reviews';
import { actionsOf } from '@quydoi/domain/order/actions';
import { checkReview } from '@quydoi/domain/review';
import { type Ctx, newId } from '../context.ts';

/**
 * Creates the review of a delivered order, pending moderation. Anyone who knows the reference may submit it, once per order.
 * Errors: REVIEW_INVALID, ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (not delivered, too long ago, or reviewed already).
 */
export async function createReview(ctx: Ctx, _caller: Caller, input: CreateReviewInput): Promise<CreatedReviewView> {
  const checked = checkReview(input, isEmail);
  if ('refusal' in checked) {
    const { field, problem } = checked.refusal;
    throw new AppError('REVIEW_INVALID', { ...checked.refusal }, { fields: [{ field, problem }] });
  }
  const order = await readOrder(ctx.orm, input.ref.toUpperCase());
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const createdAt = ctx.clock.now();
  const isAllowed = actionsOf(order, 'public', createdAt).includes('review');
  if (!isAllowed || !(await addReview(ctx.orm, { id: newId(ctx), orderId: order.id, ...checked.review, createdAt })))
    throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { status: 'pending' };
}
