import { newsProcedures } from '@quydoi/contract/news';
import { operationProcedures } from '@quydoi/contract/operations';
import type { Operations } from '@quydoi/contract/ports';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSnapshots } from '../../src/config/snapshots.ts';
import { listQuestions } from '../../src/content/list-questions.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

type Question = Parameters<Operations['setQuestion']>[1];
type Category = Parameters<Operations['setQuestionCategory']>[1];

const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');
const CATEGORY: Category = { slug: 'doi-huy', orderBy: 2, texts: { vi: { subject: 'Đổi, hủy' }, en: { subject: 'Changes' } } };
const TEXTS: Question['texts'] = {
  vi: { question: 'Hủy đơn thế nào?', answer: 'Bấm **Hủy đơn**. [Tra cứu](/history)' },
  en: { question: 'How do I cancel?', answer: 'Press **Cancel**.' },
};
const QUESTION: Question = { slug: 'huy-don', category: 'doi-huy', orderBy: 1, status: 'published', texts: TEXTS };

let world: World;
let operations: Operations;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterAll(() => world.database.close());

/** Writes questions and categories as two operators do. */
async function write(...written: readonly (Question | Category)[]): Promise<void> {
  for (const each of written) {
    const proposed = 'category' in each ? operations.setQuestion(LAN, each) : operations.setQuestionCategory(LAN, each);
    await operations.confirmAct(MINH, { id: (await proposed).proposal ?? '' });
  }
}

async function list(locale: 'vi' | 'en' | 'ko' = 'vi') {
  return (await listQuestions(world.web, { locale })).categories;
}

test('a question is shown once two operators have written it, in the reader’s language or the one that stands in for it', async () => {
  await write(CATEGORY);
  expect(await operations.setQuestion(LAN, QUESTION)).toMatchObject({ done: false });
  expect(await list()).toEqual([]);
  await write(QUESTION);
  const categories = await list();
  expect(newsProcedures.questions.output.parse({ categories })).toEqual({ categories });
  expect(categories).toMatchObject([{ locale: 'vi', subject: 'Đổi, hủy', questions: [{ locale: 'vi', orderBy: 1, question: 'Hủy đơn thế nào?' }] }]);
  expect(categories[0]?.questions[0]?.answer).toEqual([
    { tag: 'p', children: ['Bấm ', { tag: 'strong', children: ['Hủy đơn'] }, '. ', { tag: 'a', href: '/history', children: ['Tra cứu'] }] },
  ]);
  expect(await list('ko')).toMatchObject([{ locale: 'en', subject: 'Changes', questions: [{ locale: 'en', question: 'How do I cancel?' }] }]);
});

test('a later version replaces a question and keeps its id; a draft takes it away, for everybody but operators', async () => {
  const [before] = await list();
  const { vi } = TEXTS;
  await write({ ...QUESTION, texts: { vi: { ...vi, question: 'Đổi đơn thế nào?' } } as Question['texts'] });
  await write({ ...CATEGORY, texts: { vi: { subject: 'Đổi và hủy' } } });
  expect(await list('en')).toMatchObject([
    {
      id: before?.id,
      locale: 'vi',
      subject: 'Đổi và hủy',
      questions: [{ id: before?.questions[0]?.id, locale: 'vi', question: 'Đổi đơn thế nào?' }],
    },
  ]);
  await write({ ...QUESTION, status: 'draft' });
  expect(await list()).toEqual([]);
  const listed = await operations.listQuestions(LAN, {});
  expect(listed.items).toMatchObject([{ slug: 'huy-don', category: 'doi-huy', status: 'draft', texts: TEXTS, updatedAt: world.clock.now() }]);
  expect(listed.categories).toMatchObject([{ slug: 'doi-huy', orderBy: 2, texts: { vi: { subject: 'Đổi và hủy' } }, updatedAt: world.clock.now() }]);
  expect(operationProcedures.listQuestions.output.safeParse(listed).success).toBe(true);
});

test('questions are in the order of their categories and their own, else in the order in which they were written', async () => {
  await write({ ...CATEGORY, slug: 'mot', orderBy: 1 }, { ...CATEGORY, slug: 'hai' }, { ...CATEGORY, slug: 'khong-co-cau-hoi' });
  await write({ ...QUESTION, slug: 'a', category: 'hai' }, { ...QUESTION, slug: 'b', category: 'mot', orderBy: 9 });
  await write({ ...QUESTION, slug: 'c', category: 'mot' }, { ...QUESTION, slug: 'd', category: 'mot' }, QUESTION);
  const slugs = await world.database.query('select min(version)::integer as id, slug from question_version group by slug');
  const slugOf = (id: number) => slugs.find((row) => row.id === id)?.slug;
  const shown = (await list()).map(({ questions }) => questions.map(({ id }) => slugOf(id)));
  expect(shown).toEqual([['c', 'd', 'b'], ['huy-don'], ['a']]);
});

test('config-web has the published questions in Vietnamese and English, kept for a minute', async () => {
  const snapshots = await createSnapshots(world.web);
  const { questions, version } = snapshots.extras().view;
  expect(questions).toEqual({ vi: { categories: await list() }, en: { categories: await list('en') } });
  await write({ ...QUESTION, slug: 'moi-nhat' });
  await snapshots.refreshLive();
  expect(snapshots.extras().view.version).toBe(version);
  world.clock.advance(MINUTE_MS);
  await snapshots.refreshLive();
  expect(snapshots.extras().view.questions.vi).toEqual({ categories: await list() });
  expect(snapshots.extras().view.version).not.toBe(version);
});

test('a stored answer that pages cannot show keeps no other question from being shown', async () => {
  const before = await list();
  const { database, clock } = world;
  const [row] = await database.query(
    `insert into question_version (slug, category, order_by, status, at) values ('hong', 'doi-huy', 0, 'published', $1) returning version`,
    [clock.now()],
  );
  await database.query(`insert into question_text (version, locale, question, answer) values ($1, 'vi', 'Q', '![](/a.png)')`, [row?.version]);
  expect(await list()).toEqual(before);
  expect((await createSnapshots(world.web)).extras().view.questions.vi).toEqual({ categories: before });
  expect(before.length).toBeGreaterThan(0);
});

describe('refused before it is proposed', () => {
  test('an answer with what pages cannot show', async () => {
    const texts: Question['texts'] = { ...TEXTS, en: { question: 'Q', answer: '![](/a.png)' } };
    await expect(operations.setQuestion(LAN, { ...QUESTION, texts })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: [{ field: 'texts.en.answer' }] },
    });
  });

  test('a question of a category that does not exist', async () => {
    await expect(operations.setQuestion(LAN, { ...QUESTION, category: 'khong-co' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: [{ field: 'category' }] },
    });
  });
});

test.each([
  { slug: 'Hủy đơn' },
  { slug: '' },
  { category: 'a/b' },
  { orderBy: -1 },
  { orderBy: 1.5 },
  { orderBy: 10_000 },
  { status: 'hidden' },
  { texts: { en: TEXTS.en } },
  { texts: { ...TEXTS, xx: TEXTS.vi } },
  { texts: { vi: { ...TEXTS.vi, question: ' ' } } },
])('a question with %j is none', (change) => {
  expect(operationProcedures.setQuestion.input.safeParse({ ...QUESTION, ...change }).success).toBe(false);
  expect(operationProcedures.setQuestion.input.safeParse(QUESTION).success).toBe(true);
});

test.each([{ slug: 'a/b' }, { orderBy: 10_000 }, { texts: { en: { subject: 'A' } } }, { texts: { vi: { subject: '' } } }])(
  'a category with %j is none',
  (change) => {
    expect(operationProcedures.setQuestionCategory.input.safeParse({ ...CATEGORY, ...change }).success).toBe(false);
    expect(operationProcedures.setQuestionCategory.input.safeParse(CATEGORY).success).toBe(true);
  },
);
