import type { Locale } from '@quydoi/domain/locales';
import type { QuestionStatus } from '@quydoi/domain/question';
import { QuestionCategoryTextEntity, QuestionTextEntity } from '../entities/question.ts';
import { runPrepared, withMoneyTx } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { insertRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';
import { textLocales } from './text-locales.ts';

/** A question and its answer in one language. */
export interface QuestionText {
  readonly question: string;
  /** Markdown. */
  readonly answer: string;
}

/** What an operator says of a question. */
export interface WrittenQuestion {
  readonly slug: string;
  /** Slug of its category. */
  readonly category: string;
  /** Position within the category. */
  readonly orderBy: number;
  readonly status: QuestionStatus;
  readonly texts: Readonly<Partial<Record<Locale, QuestionText>>>;
}

/** What an operator says of a category of questions. */
export interface WrittenQuestionCategory {
  readonly slug: string;
  readonly orderBy: number;
  readonly texts: Readonly<Partial<Record<Locale, { readonly subject: string }>>>;
}

/** A published question in one language. */
export interface PublishedQuestion extends QuestionText {
  /** Number of its first version. */
  readonly id: number;
  readonly locale: Locale;
  readonly orderBy: number;
  readonly category: {
    /** Number of its first version. */
    readonly id: number;
    readonly locale: Locale;
    readonly subject: string;
  };
}

/** Time of the newest version, for operators. */
interface Changed {
  readonly updatedAt: Date;
}

/** A question with all its texts, for operators. */
export type ListedQuestion = WrittenQuestion & Changed;

/** A category of questions with its subject in all languages, for operators. */
export type ListedQuestionCategory = WrittenQuestionCategory & Changed;

/** The newest version of each slug, with the number of the first one. */
const CURRENT = {
  question: 'select distinct on (slug) *, min(version) over (partition by slug) as id from question_version order by slug, version desc',
  category: 'select distinct on (slug) *, min(version) over (partition by slug) as id from question_category_version order by slug, version desc',
};

const PUBLISHED = `
  select q.id, q.order_by, t.locale, t.question, t.answer, c.id as category_id, s.locale as category_locale, s.subject
  from (${CURRENT.question}) q
  join (${CURRENT.category}) c on c.slug = q.category
  join lateral (select * from question_text x where x.version = q.version order by array_position($1::text[], x.locale) limit 1) t on true
  join lateral (select * from question_category_text x where x.version = c.version order by array_position($1::text[], x.locale) limit 1) s on true
  where q.status = 'published' order by c.order_by, c.id, q.order_by, q.id`;

interface PublishedRow extends QuestionText {
  readonly id: string;
  readonly order_by: number;
  readonly locale: Locale;
  readonly category_id: string;
  readonly category_locale: Locale;
  readonly subject: string;
}

/** Published questions in a language, or in one that stands in for it, by category, in the order in which they are shown. */
export async function readPublishedQuestions(orm: Orm, locale: Locale): Promise<PublishedQuestion[]> {
  const rows = await runPrepared<PublishedRow>(orm, 'published questions', PUBLISHED, [textLocales(locale)]);
  return rows.map(({ id, order_by, category_id, category_locale, subject, ...text }) => ({
    ...text,
    id: Number(id),
    orderBy: order_by,
    category: { id: Number(category_id), locale: category_locale, subject },
  }));
}

/** Whether a category of questions was ever written. */
export async function hasQuestionCategory(orm: Orm, slug: string): Promise<boolean> {
  return (await runPrepared(orm, 'question category', 'select 1 from question_category_version where slug = $1 limit 1', [slug])).length > 0;
}

type ListedRow<T> = Omit<T, 'orderBy' | 'updatedAt'> & { readonly order_by: number; readonly updated_at: string };

/** Questions with all their texts, drafts too, in the order in which they are shown within each category. */
export async function readQuestions(orm: Orm): Promise<ListedQuestion[]> {
  const rows = await runPrepared<ListedRow<ListedQuestion>>(
    orm,
    'questions',
    `select q.slug, q.category, q.order_by, q.status, q.at as updated_at,
       (select jsonb_object_agg(t.locale, jsonb_build_object('question', t.question, 'answer', t.answer))
        from question_text t where t.version = q.version) as texts
     from (${CURRENT.question}) q order by q.category, q.order_by, q.id`,
    [],
  );
  return rows.map(listedOf);
}

/** Categories of questions with their subjects in all languages, in the order in which they are shown. */
export async function readQuestionCategories(orm: Orm): Promise<ListedQuestionCategory[]> {
  const rows = await runPrepared<ListedRow<ListedQuestionCategory>>(
    orm,
    'question categories',
    `select c.slug, c.order_by, c.at as updated_at,
       (select jsonb_object_agg(t.locale, jsonb_build_object('subject', t.subject)) from question_category_text t where t.version = c.version) as texts
     from (${CURRENT.category}) c order by c.order_by, c.id`,
    [],
  );
  return rows.map(listedOf);
}

function listedOf<T extends { readonly order_by: number; readonly updated_at: string }>({ order_by, updated_at, ...row }: T) {
  return { ...row, orderBy: order_by, updatedAt: new Date(updated_at) };
}

/**
 * Adds a version of a question.
 * @param audit the call of the operator verb, recorded in the same transaction
 */
export async function addQuestion(orm: Orm, question: WrittenQuestion, at: Date, audit?: AuditRecord): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    const { rows } = await tx.run<Numbered>(
      'add question version',
      'insert into question_version (slug, category, order_by, status, at) values ($1, $2, $3, $4, $5) returning version',
      [question.slug, question.category, question.orderBy, question.status, at],
    );
    await insertRows(tx, QuestionTextEntity, textRows(rows, question.texts));
  });
}

/**
 * Adds a version of a category of questions.
 * @param audit the call of the operator verb, recorded in the same transaction
 */
export async function addQuestionCategory(orm: Orm, category: WrittenQuestionCategory, at: Date, audit?: AuditRecord): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    const { rows } = await tx.run<Numbered>(
      'add question category version',
      'insert into question_category_version (slug, order_by, at) values ($1, $2, $3) returning version',
      [category.slug, category.orderBy, at],
    );
    await insertRows(tx, QuestionCategoryTextEntity, textRows(rows, category.texts));
  });
}

interface Numbered {
  readonly version: string;
}

/** The texts of the version that was inserted, as rows. */
function textRows<T extends object>([inserted]: readonly Numbered[], texts: Readonly<Partial<Record<Locale, T>>>) {
  const version = BigInt(inserted?.version ?? 0);
  return Object.entries(texts).map(([locale, text]) => ({ version, locale: locale as Locale, ...(text as T) }));
}
