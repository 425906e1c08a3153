import { SEO_URL } from './article.ts';

/** States of a question: not shown yet, or no longer; shown. */
export const QUESTION_STATUSES = ['draft', 'published'] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** Key of a question or of a category, in lower case, words separated by dashes: `doi-don-hang`. */
export const SLUG = SEO_URL;

/** Limits of the texts of questions and categories, in characters. */
export const QUESTION_LENGTHS_MAX = { slug: 100, subject: 100, question: 200, answer: 10_000 } as const;

/** Highest position of a category, or of a question within its category. */
export const ORDER_BY_MAX = 9_999;
