import type { Caller } from '@quydoi/contract/caller';
import type { ReviewListInput, ReviewListView } from '@quydoi/contract/reviews';
import { readApprovedReviews } from '@quydoi/database/repositories/reviews';
import type { Ctx } from '../context.ts';
import { reviewViewOf } from './review-view.ts';

/** Lists approved reviews, newest first, one page at a time. Reads one more row than returned to detect a further page. */
export async function listReviews(ctx: Ctx, _caller: Caller, { cursor, limit }: ReviewListInput): Promise<ReviewListView> {
  const reviews = await readApprovedReviews(ctx.orm, limit + 1, cursor);
  const items = reviews.slice(0, limit).map(reviewViewOf);
  return { items, nextCursor: reviews.length > limit ? (items.at(-1)?.id ?? null) : null };
}
