import { randomUUID } from 'node:crypto';
import { ARTICLE_LENGTHS_MAX, ARTICLE_STATUSES } from '@quydoi/domain/article';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

const OTHER = 'QD059';
const ALONE = 'QD028';
const TEXT = { title: 'Phí mới', summary: 'Từ 1/12', content: 'Phí **giảm**.' };
const INPUT = { seoUrl: 'phi-moi', category: 'Tin', author: 'Admin', status: 'published', texts: { vi: TEXT } };
const VERSION = { seo_url: INPUT.seoUrl, category: INPUT.category, author: INPUT.author, status: INPUT.status };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
});
afterAll(() => database.close());

const as = (text: string, values: readonly unknown[] = []) => database.query(text, values, 'quydoi_operator');

/** What the database says to an article that minh writes by plain SQL, having confirmed lan's proposal: the error's code, or `done`. */
async function answer(
  { version = {}, text = {}, locale = 'vi' }: { version?: object; text?: object; locale?: string } = {},
  { verb = 'setArticle', isProposed = true } = {},
): Promise<string> {
  const proposal = randomUUID();
  const call = `insert into audit (call_id, operator, verb, input, outcome, at, proposal_id) values ($1, $2, $3, $4, $5, now(), $6)`;
  if (isProposed) await as(call, [proposal, 'lan', verb, INPUT, 'proposed', null]);
  await as('begin');
  try {
    await as(call, [randomUUID(), 'minh', verb, INPUT, 'done', isProposed ? proposal : null]);
    const { seo_url, category, author, status } = { ...VERSION, ...version };
    const [written] = await as(
      `insert into article_version (seo_url, category, author, status, at) values ($1, $2, $3, $4, now()) returning version`,
      [seo_url, category, author, status],
    );
    const { title, summary, content } = { ...TEXT, ...text };
    await as(`insert into article_text (version, locale, title, summary, content) values ($1, $2, $3, $4, $5)`, [
      written?.version,
      locale,
      title,
      summary,
      content,
    ]);
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await as('rollback');
  }
}

test('an article is written as two operators agreed, and in nothing otherwise', async () => {
  expect(await answer()).toBe('done');
  for (const [column, other] of Object.entries({ seo_url: 'phi', category: 'Khác', author: 'Lan', status: 'draft' })) {
    expect(await answer({ version: { [column]: other } }), column).toBe(OTHER);
  }
  for (const column of Object.keys(TEXT)) expect(await answer({ text: { [column]: 'khác' } }), column).toBe(OTHER);
  expect(await answer({ locale: 'en' })).toBe(OTHER);
  expect(await answer({}, { isProposed: false })).toBe(ALONE);
});

test('a text is of the version that its call writes', async () => {
  await as('begin');
  const [old] = await database.query(
    `insert into article_version (seo_url, category, author, status, at) values ('cu', '', 'Admin', 'draft', now()) returning version`,
  );
  await as('commit');
  const proposal = randomUUID();
  const call = `insert into audit (call_id, operator, verb, input, outcome, at, proposal_id) values ($1, $2, 'setArticle', $3, $4, now(), $5)`;
  await as(call, [proposal, 'lan', INPUT, 'proposed', null]);
  await as('begin');
  await as(call, [randomUUID(), 'minh', INPUT, 'done', proposal]);
  const write = as(`insert into article_text (version, locale, title, summary, content) values ($1, 'vi', $2, $3, $4)`, [
    old?.version,
    TEXT.title,
    TEXT.summary,
    TEXT.content,
  ]);
  await expect(write).rejects.toMatchObject({ code: OTHER });
  await as('rollback');
});

test('no call but setArticle writes articles, and no other login', async () => {
  await as('begin');
  await as(`insert into audit (call_id, operator, verb, input, outcome, at) values ($1, 'lan', 'setIpBlock', $2, 'done', now())`, [
    randomUUID(),
    INPUT,
  ]);
  const insert = `insert into article_version (seo_url, category, author, status, at) values ('phi-moi', 'Tin', 'Admin', 'published', now())`;
  await expect(as(insert)).rejects.toMatchObject({ code: OTHER });
  await as('rollback');
  for (const role of ['quydoi_web', 'quydoi_worker', 'quydoi_signer'] as const) {
    await expect(database.query(insert, [], role), role).rejects.toMatchObject({ code: '42501' });
  }
});

test('states, languages and lengths are those of the domain', async () => {
  const definition = async (constraint: string) => {
    const [row] = await database.query('select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1', [constraint]);
    return String(row?.text);
  };
  const quoted = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, word]) => word);
  expect(quoted(await definition('article_version_status_check'))).toEqual([...ARTICLE_STATUSES]);
  expect(quoted(await definition('article_text_locale_check')).sort()).toEqual([...LOCALE_CODES].sort());
  const { seoUrl, category, author, title, summary, content } = ARTICLE_LENGTHS_MAX;
  for (const [constraint, max] of Object.entries({
    article_version_seo_url_check: seoUrl,
    article_version_category_check: category,
    article_version_author_check: author,
    article_text_title_check: title,
    article_text_summary_check: summary,
    article_text_content_check: content,
  })) {
    expect(await definition(constraint), constraint).toContain(`<= ${max})`);
  }
});
