import { defineEntity, p } from '@mikro-orm/core';
import type { ReviewStatus } from '@quydoi/domain/review';

/** A customer's review of a delivered order. Only its status changes. */
export const ReviewEntity = defineEntity({
  name: 'Review',
  tableName: 'review',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid().unique('review_order'),
    content: p.text(),
    /** Readable by the operator role only. */
    email: p.text(),
    status: p.text().$type<ReviewStatus>(),
    createdAt: p.datetime(),
  },
});

/** An operator's decision about a review. Append-only. */
export const ReviewDecisionEntity = defineEntity({
  name: 'ReviewDecision',
  tableName: 'review_decision',
  properties: {
    id: p.bigint().primary().autoincrement(),
    reviewId: p.uuid(),
    status: p.text().$type<ReviewStatus>(),
    note: p.text(),
    operator: p.text(),
    at: p.datetime(),
  },
});
