import { EMAIL_LENGTH_MAX, REVIEW_LENGTH_MAX } from './constants.ts';

/** All statuses of a review. Only approved reviews are public. */
export const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const;

/** Status of a review. */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** All operators' decisions about a review. */
export const REVIEW_DECISIONS = ['approve', 'reject'] as const;

/** Operator's decision about a review. */
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Resulting review status by decision. */
export const REVIEW_STATUS_AFTER = { approve: 'approved', reject: 'rejected' } as const satisfies Record<ReviewDecision, ReviewStatus>;

/** Content of a review and its author's e-mail address. */
export interface ReviewText {
  readonly content: string;
  readonly email: string;
}

/** Rejection of a review: the invalid field, its problem, and the maximum length of the content (`n`). */
export interface ReviewRefusal {
  readonly field: 'content' | 'email';
  readonly problem: 'contentRequired' | 'contentTooLong' | 'emailRequired' | 'emailInvalid';
  readonly n: string;
}

/**
 * Validates a review in browser and server: first the content, then the e-mail address. Counts code points; CRLF counts as one.
 * @param isEmail whether a text is an e-mail address
 * @returns the trimmed review, or its first problem
 */
export function checkReview(text: ReviewText, isEmail: (text: string) => boolean): { review: ReviewText } | { refusal: ReviewRefusal } {
  const content = text.content.replaceAll('\r\n', '\n').trim();
  const email = text.email.trim();
  if (content === '') return refuse('content', 'contentRequired');
  if ([...content].length > REVIEW_LENGTH_MAX) return refuse('content', 'contentTooLong');
  if (email === '') return refuse('email', 'emailRequired');
  if (email.length > EMAIL_LENGTH_MAX || !isEmail(email)) return refuse('email', 'emailInvalid');
  return { review: { content, email } };
}

function refuse(field: ReviewRefusal['field'], problem: ReviewRefusal['problem']): { refusal: ReviewRefusal } {
  return { refusal: { field, problem, n: String(REVIEW_LENGTH_MAX) } };
}
