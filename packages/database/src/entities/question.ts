import { defineEntity, p } from '@mikro-orm/core';
import type { Locale } from '@quydoi/domain/locales';
import type { QuestionStatus } from '@quydoi/domain/question';

/** A version of a category of questions; the newest counts. Append-only. */
export const QuestionCategoryVersionEntity = defineEntity({
  name: 'QuestionCategoryVersion',
  tableName: 'question_category_version',
  properties: {
    version: p.bigint().primary().autoincrement(),
    slug: p.text(),
    orderBy: p.integer(),
    at: p.datetime(),
  },
});

/** The subject of a category's version in one language. Append-only. */
export const QuestionCategoryTextEntity = defineEntity({
  name: 'QuestionCategoryText',
  tableName: 'question_category_text',
  properties: {
    version: p.bigint().primary(),
    locale: p.text().$type<Locale>().primary(),
    subject: p.text(),
  },
});

/** A version of a question; the newest counts. Append-only. */
export const QuestionVersionEntity = defineEntity({
  name: 'QuestionVersion',
  tableName: 'question_version',
  properties: {
    version: p.bigint().primary().autoincrement(),
    slug: p.text(),
    /** Slug of the category. */
    category: p.text(),
    orderBy: p.integer(),
    status: p.text().$type<QuestionStatus>(),
    at: p.datetime(),
  },
});

/** The text of a question's version in one language. Append-only. */
export const QuestionTextEntity = defineEntity({
  name: 'QuestionText',
  tableName: 'question_text',
  properties: {
    version: p.bigint().primary(),
    locale: p.text().$type<Locale>().primary(),
    question: p.text(),
    /** Markdown. */
    answer: p.text(),
  },
});
