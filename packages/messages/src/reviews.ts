import type { MessageDescriptor } from '@lingui/core';

/** What the writers of reviews are told. */
export const REVIEW_TEXTS = {
  thanks: /*i18n*/ { id: 'review.thanks', message: 'Cảm ơn bạn! Đánh giá sẽ được hiển thị sau khi duyệt.' },
} as const satisfies Record<string, MessageDescriptor>;
