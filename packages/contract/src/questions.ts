import { LOCALE_CODES } from '@quydoi/domain/locales';
import { z } from 'zod';
import { richText } from './rich-text.ts';

const locale = z.enum(LOCALE_CODES);

/** A frequent question with its answer. */
export const questionView = z.object({
  /** Stays the same in every version; the wire's `Id`. */
  id: z.number(),
  /** Language of the texts: the wanted one, else English, else Vietnamese. */
  locale,
  /** Position within the category. Questions with the same position are in the order in which they were first written. */
  orderBy: z.number(),
  question: z.string(),
  answer: richText,
});

/** A category with its published questions, at least one. */
const questionCategoryView = z.object({
  /** Stays the same in every version; the wire's `CatId`. */
  id: z.number(),
  /** Language of the subject: the wanted one, else English, else Vietnamese. */
  locale,
  subject: z.string(),
  questions: z.array(questionView),
});

export const questionListInput = z.object({ locale });

/** Published questions by category, in the order in which they are shown. */
export const questionListView = z.object({ categories: z.array(questionCategoryView) });

export type QuestionView = z.output<typeof questionView>;
export type QuestionListInput = z.output<typeof questionListInput>;
export type QuestionListView = z.output<typeof questionListView>;
