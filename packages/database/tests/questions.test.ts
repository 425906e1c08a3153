import { randomUUID } from 'node:crypto';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { ORDER_BY_MAX, QUESTION_LENGTHS_MAX, QUESTION_STATUSES } from '@quydoi/domain/question';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

const OTHER = 'QD060';
const ALONE = 'QD028';

/** What a verb writes: its input, and the rows that follow from it. */
interface Written {
  readonly verb: string;
  readonly input: object;
  readonly versions: string;
  /** Columns of the version, in their order, without its number and time. */
  readonly version: Readonly<Record<string, unknown>>;
  readonly texts: string;
  readonly text: Readonly<Record<string, string>>;
}

const QUESTION: Written = {
  verb: 'setQuestion',
  input: {
    slug: 'huy-don',
    category: 'doi-huy',
    orderBy: 2,
    status: 'published',
    texts: { vi: { question: 'Hủy đơn thế nào?', answer: 'Bấm **Hủy đơn**.' } },
  },
  versions: 'question_version',
  version: { slug: 'huy-don', category: 'doi-huy', order_by: 2, status: 'published' },
  texts: 'question_text',
  text: { question: 'Hủy đơn thế nào?', answer: 'Bấm **Hủy đơn**.' },
};
const CATEGORY: Written = {
  verb: 'setQuestionCategory',
  input: { slug: 'doi-huy', orderBy: 1, texts: { vi: { subject: 'Đổi, hủy' } } },
  versions: 'question_category_version',
  version: { slug: 'doi-huy', order_by: 1 },
  texts: 'question_category_text',
  text: { subject: 'Đổi, hủy' },
};
/** Other values, by column. */
const OTHERS: Readonly<Record<string, unknown>> = {
  slug: 'khac',
  category: 'khac',
  order_by: 3,
  status: 'draft',
  question: 'A',
  answer: 'B',
  subject: 'C',
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
});
afterAll(() => database.close());

const as = (text: string, values: readonly unknown[] = []) => database.query(text, values, 'quydoi_operator');

const CALL = `insert into audit (call_id, operator, verb, input, outcome, at, proposal_id) values ($1, $2, $3, $4, $5, now(), $6)`;

/** Inserts a row. @returns the number of a version */
async function insert(table: string, row: Readonly<Record<string, unknown>>, role?: 'quydoi_operator'): Promise<unknown> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning version`;
  const [inserted] = await database.query(text, Object.values(row), role);
  return inserted?.version;
}

/** What the database says to rows that minh writes by plain SQL, having confirmed lan's proposal: the error's code, or `done`. */
async function answer(
  { verb, input, versions, version, texts, text }: Written,
  { set = {}, say = {}, locale = 'vi', of = null as unknown, isProposed = true } = {},
): Promise<string> {
  const proposal = randomUUID();
  if (isProposed) await as(CALL, [proposal, 'lan', verb, input, 'proposed', null]);
  await as('begin');
  try {
    await as(CALL, [randomUUID(), 'minh', verb, input, 'done', isProposed ? proposal : null]);
    const written = await insert(versions, { ...version, ...set, at: START }, 'quydoi_operator');
    await insert(texts, { version: of ?? written, locale, ...text, ...say }, 'quydoi_operator');
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await as('rollback');
  }
}

describe.each([
  ['a question', QUESTION],
  ['a category', CATEGORY],
])('%s', (_, written) => {
  test('is written as two operators agreed, and in nothing otherwise', async () => {
    expect(await answer(written)).toBe('done');
    for (const column of Object.keys(written.version)) expect(await answer(written, { set: { [column]: OTHERS[column] } }), column).toBe(OTHER);
    for (const column of Object.keys(written.text)) expect(await answer(written, { say: { [column]: OTHERS[column] } }), column).toBe(OTHER);
    expect(await answer(written, { locale: 'en' })).toBe(OTHER);
    expect(await answer(written, { isProposed: false })).toBe(ALONE);
  });

  test('has its texts from the call that writes its version', async () => {
    const earlier = await insert(written.versions, { ...written.version, at: START });
    expect(await answer(written, { of: earlier })).toBe(OTHER);
  });

  test('is written by no call of another verb, and by no other login', async () => {
    for (const verb of [QUESTION.verb, CATEGORY.verb, 'setArticle']) {
      if (verb !== written.verb) expect(await answer({ ...written, verb }), verb).toBe(OTHER);
    }
    const columns = Object.keys(written.version).join(', ');
    const statement = `insert into ${written.versions} (${columns}, at) select ${columns}, at from ${written.versions}`;
    for (const role of ['quydoi_web', 'quydoi_worker', 'quydoi_signer'] as const) {
      await expect(database.query(statement, [], role), role).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('states, languages, lengths and positions of questions are those of the domain', async () => {
  const definition = async (constraint: string) => {
    const [row] = await database.query('select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1', [constraint]);
    return String(row?.text);
  };
  const quoted = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, word]) => word);
  expect(quoted(await definition('question_version_status_check'))).toEqual([...QUESTION_STATUSES]);
  for (const table of [QUESTION.texts, CATEGORY.texts]) {
    expect(quoted(await definition(`${table}_locale_check`)).sort()).toEqual([...LOCALE_CODES].sort());
  }
  const { slug, subject, question, answer: answerMax } = QUESTION_LENGTHS_MAX;
  for (const [constraint, max] of Object.entries({
    question_version_slug_check: slug,
    question_version_category_check: slug,
    question_version_order_by_check: ORDER_BY_MAX,
    question_category_version_slug_check: slug,
    question_category_version_order_by_check: ORDER_BY_MAX,
    question_category_text_subject_check: subject,
    question_text_question_check: question,
    question_text_answer_check: answerMax,
  })) {
    expect(await definition(constraint), constraint).toContain(`<= ${max})`);
  }
});
