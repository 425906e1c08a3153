import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '@quydoi/domain/locales';
import { ORDER_BY_MAX, QUESTION_LENGTHS_MAX, QUESTION_STATUSES, SLUG } from '@quydoi/domain/question';
import { z } from 'zod';
import { moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { doneOrProposed } from './terms.ts';

const slug = z.string().regex(SLUG).max(QUESTION_LENGTHS_MAX.slug);
const orderBy = z.int().min(0).max(ORDER_BY_MAX).default(0);
const status = z.enum(QUESTION_STATUSES);

const texts = z.partialRecord(
  z.enum(LOCALE_CODES),
  z.strictObject({
    question: z.string().trim().min(1).max(QUESTION_LENGTHS_MAX.question),
    /** Markdown without HTML and images. Links lead to paths of this site or to https addresses. */
    answer: z.string().trim().min(1).max(QUESTION_LENGTHS_MAX.answer),
  }),
);

const subjects = z.partialRecord(z.enum(LOCALE_CODES), z.strictObject({ subject: z.string().trim().min(1).max(QUESTION_LENGTHS_MAX.subject) }));

function isInVietnamese(written: Partial<Record<Locale, unknown>>): boolean {
  return written[DEFAULT_LOCALE] !== undefined;
}
const NOT_IN_VIETNAMESE = 'the text in Vietnamese is missing';

/** Questions and their categories: rows of `operations`. */
export const questionOperations = procedures({
  /**
   * Writes a frequent question, new or in place of the one with this `slug`, with its texts in all languages: languages that are not named have none
   * afterwards. A draft is not shown. Errors: VALIDATION_FAILED (an answer holds what pages cannot show; the category does not exist).
   */
  setQuestion: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.strictObject({ slug, category: slug, orderBy, status, texts: texts.refine(isInVietnamese, NOT_IN_VIETNAMESE) }),
    output: doneOrProposed,
  },
  /** Writes a category of questions, new or in place of the one with this `slug`. It is shown while it has a published question. */
  setQuestionCategory: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.strictObject({ slug, orderBy, texts: subjects.refine(isInVietnamese, NOT_IN_VIETNAMESE) }),
    output: doneOrProposed,
  },
  /** Questions, drafts too, and categories, with their texts as they were written. */
  listQuestions: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({
      categories: z.array(z.object({ slug: z.string(), orderBy: z.number(), updatedAt: moment, texts: subjects })),
      items: z.array(z.object({ slug: z.string(), category: z.string(), orderBy: z.number(), status, updatedAt: moment, texts })),
    }),
  },
});
