import { AppError } from '@quydoi/contract/errors';
import {
  addQuestion,
  addQuestionCategory,
  hasQuestionCategory,
  type ListedQuestion,
  type ListedQuestionCategory,
  readQuestionCategories,
  readQuestions,
  type WrittenQuestion,
  type WrittenQuestionCategory,
} from '@quydoi/database/repositories/questions';
import type { OperatorVerb } from './operator-verb.ts';
import { requireRichText } from './require-rich-text.ts';

/** Writes a version of a question. Errors: VALIDATION_FAILED where an answer holds what pages cannot show, or the category does not exist. */
export const setQuestion: OperatorVerb<WrittenQuestion, { done: true }> = async (ctx, _operator, question) => {
  for (const [locale, { answer }] of Object.entries(question.texts)) requireRichText(`texts.${locale}.answer`, answer);
  if (!(await hasQuestionCategory(ctx.orm, question.category))) {
    throw new AppError('VALIDATION_FAILED', {}, { fields: [{ field: 'category', problem: 'no such category' }] });
  }
  await addQuestion(ctx.orm, question, ctx.clock.now(), ctx.audit);
  return { done: true };
};

/** Writes a version of a category of questions. */
export const setQuestionCategory: OperatorVerb<WrittenQuestionCategory, { done: true }> = async (ctx, _operator, category) => {
  await addQuestionCategory(ctx.orm, category, ctx.clock.now(), ctx.audit);
  return { done: true };
};

/** Questions, drafts too, and their categories, with their texts in all languages. */
export const listQuestions: OperatorVerb<object, { categories: ListedQuestionCategory[]; items: ListedQuestion[] }> = async (ctx) => {
  const [categories, items] = await Promise.all([readQuestionCategories(ctx.orm), readQuestions(ctx.orm)]);
  return { categories, items };
};
