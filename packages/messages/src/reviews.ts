import type { MessageDescriptor } from '@lingui/core';

/**
 * Replies to authors of reviews, looked up by message id.
 * @public lingui extracts the messages from here.
 */
export const REVIEW_TEXTS = {
  thanks: /*i18n*/ { id: 'review.thanks', message: 'Cảm ơn bạn! Đánh giá sẽ được hiển thị sau khi duyệt.' },
} as const satisfies Record<string, MessageDescriptor>;
