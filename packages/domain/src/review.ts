import { EMAIL_LENGTH_MAX, REVIEW_LENGTH_MAX } from './constants.ts';

/** Where a review stands: only approved ones are shown to anybody but operators. */
export const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const;

/** Status of a review. */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** What an operator decides about a review. */
export const REVIEW_DECISIONS = ['approve', 'reject'] as const;

/** Decision about a review. */
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** The status that each decision gives. */
export const REVIEW_STATUS_AFTER = { approve: 'approved', reject: 'rejected' } as const satisfies Record<ReviewDecision, ReviewStatus>;

/** What a customer writes about an order. */
export interface ReviewText {
  readonly content: string;
  readonly email: string;
}

/** Why a review is refused: which field, what is wrong with it, and the most characters (`n`) that the content may have. */
export interface ReviewRefusal {
  readonly field: 'content' | 'email';
  readonly problem: 'contentRequired' | 'contentTooLong' | 'emailRequired' | 'emailInvalid';
  readonly n: string;
}

/**
 * Checks a review as browser and server both do: first the content, then the e-mail address. Characters are counted as code points; a line
 * break is one, however it was sent.
 * @param isEmail tells whether a text is an e-mail address
 * @returns what is to be kept, without blanks around it
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
