import type { ReviewView } from '@quydoi/contract/reviews';
import { createReviewInput } from '@quydoi/contract/reviews';
import { PAGE_SIZE_MAX, RECENT_ITEMS } from '@quydoi/domain/constants';
import { translate } from '@quydoi/messages/translate';
import { z } from 'zod';
import { exactDecimal } from '../exact-number.ts';
import { defineRoute } from '../route.ts';
import { createdReviewData, reviewListData } from './data.ts';

/** Author name shown under every review; the name in a request is ignored. */
const AUTHOR = 'Customer';

/** Reviews a delivered order. */
export const reviews = defineRoute({
  path: 'reviews',
  summary: 'Reviews a delivered order, once. It is shown after it has been approved.',
  body: createReviewInput.extend({ author: z.string().max(64).optional() }),
  data: createdReviewData,
  handle: async ({ exchange, caller }, { ref, content, email }) => {
    const { status } = await exchange.reviews.create(caller, { ref, content, email });
    return { message: translate(caller.locale, 'review.thanks'), data: { Ref: ref, Author: AUTHOR, Status: status } };
  },
});

/** Approved reviews, newest first: the last few when `isGetAll` is `false`, else as many as an answer holds. */
export const reviewList = defineRoute({
  path: 'review-list',
  summary: 'Lists approved reviews, newest first: 5 with isGetAll "false", else up to 100.',
  body: z.object({ isGetAll: z.enum(['true', 'false']).optional() }),
  data: reviewListData,
  handle: async ({ exchange, caller }, { isGetAll }) => {
    const { items } = await exchange.reviews.list(caller, { limit: isGetAll === 'false' ? RECENT_ITEMS : PAGE_SIZE_MAX });
    return { message: '', data: { data: items.map(reviewEntry) } };
  },
});

function reviewEntry(review: ReviewView) {
  return {
    Id: review.id,
    TargetType: review.kind,
    FromBank: review.from,
    ToBank: review.to,
    Author: AUTHOR,
    Content: review.content,
    AmountSent: exactDecimal(review.amountSent),
    AmountReceived: exactDecimal(review.amountReceived),
    Status: 'approved',
    CreatedAt: review.at,
  };
}
