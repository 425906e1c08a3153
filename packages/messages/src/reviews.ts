import type { MessageDescriptor } from '@lingui/core';

/**
 * Answers to authors of reviews, read by their ids.
 * @public lingui extracts the message from here.
 */
export const REVIEW_TEXTS = {
  thanks: /*i18n*/ { id: 'review.thanks', message: 'Cảm ơn bạn! Đánh giá sẽ được hiển thị sau khi duyệt.' },
} as const satisfies Record<string, MessageDescriptor>;
