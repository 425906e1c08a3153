import { ARTICLE_LENGTHS_MAX } from '@quydoi/domain/article';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { z } from 'zod';
import { procedures } from './procedure.ts';
import { questionListInput, questionListView } from './questions.ts';
import { richText } from './rich-text.ts';

const locale = z.enum(LOCALE_CODES);

/** An article as lists show it. */
export const articleSummary = z.object({
  /** Grows with each article; the wire's `Id`. */
  id: z.number(),
  seoUrl: z.string(),
  category: z.string(),
  author: z.string(),
  /** Path of its picture on the site; null without one. */
  picture: z.string().nullable(),
  /** When it was published and last changed, ISO 8601. */
  publishedAt: z.string(),
  updatedAt: z.string(),
  /** Language of the texts: the wanted one, else English, else Vietnamese. */
  locale,
  title: z.string(),
  summary: z.string(),
});

/** An article. */
export const articleView = articleSummary.extend({ body: richText });

/** Which articles are wanted: the newest, or those that follow `cursor`. */
export const articleListInput = z.object({
  locale,
  cursor: z.number().int().positive().optional(),
  limit: z.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
});

/** Published articles, newest first; `nextCursor` is null at the end. */
export const articleListView = z.object({ items: z.array(articleSummary), nextCursor: z.number().nullable() });

export const articleInput = z.object({ locale, seoUrl: z.string().max(ARTICLE_LENGTHS_MAX.seoUrl) });

/** Procedures of `news`: what operators write for customers to read. */
export const newsProcedures = procedures({
  /** Published articles, the newest first. */
  list: { kind: 'query', access: 'anyone', limit: { class: 'poll', cost: 1 }, audit: false, input: articleListInput, output: articleListView },
  /** A published article. Errors: NOT_FOUND. */
  get: { kind: 'query', access: 'anyone', limit: { class: 'poll', cost: 1 }, audit: false, input: articleInput, output: articleView },
  /** Published questions with their answers, by category. */
  questions: {
    kind: 'query',
    access: 'anyone',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: questionListInput,
    output: questionListView,
  },
});

export type ArticleSummary = z.output<typeof articleSummary>;
export type ArticleView = z.output<typeof articleView>;
export type ArticleListInput = z.output<typeof articleListInput>;
export type ArticleListView = z.output<typeof articleListView>;
export type ArticleInput = z.output<typeof articleInput>;
