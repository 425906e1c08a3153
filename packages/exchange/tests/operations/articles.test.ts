import { newsProcedures } from '@quydoi/contract/news';
import { operationProcedures } from '@quydoi/contract/operations';
import type { Operations } from '@quydoi/contract/ports';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSnapshots } from '../../src/config/snapshots.ts';
import { getArticle } from '../../src/content/get-article.ts';
import { listArticles } from '../../src/content/list-articles.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

type Article = Parameters<Operations['setArticle']>[1];

const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');
const TEXTS: Article['texts'] = {
  vi: { title: 'Phí mới', summary: 'Từ 1/12', content: 'Phí **giảm**. [Biểu phí](/fee-transfer)' },
  en: { title: 'New fees', summary: 'From 1 December', content: 'Fees are **lower**.' },
};
const ARTICLE: Article = { seoUrl: 'phi-moi', category: 'Tin', author: 'Admin', status: 'published', texts: TEXTS };

let world: World;
let operations: Operations;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterAll(() => world.database.close());

/** Writes an article as two operators do. */
async function write(article: Article): Promise<void> {
  const { proposal = '' } = await operations.setArticle(LAN, article);
  await operations.confirmAct(MINH, { id: proposal });
}

const get = (seoUrl: string, locale: 'vi' | 'en' | 'ko' = 'vi') => getArticle(world.web, { seoUrl, locale });
const list = async (limit = 20, cursor?: number) => listArticles(world.web, { locale: 'vi', limit, cursor });

test('an article is shown once two operators have written it, in the reader’s language or the one that stands in for it', async () => {
  expect(await operations.setArticle(LAN, ARTICLE)).toMatchObject({ done: false });
  expect((await list()).items).toEqual([]);
  await write(ARTICLE);
  const article = await get('phi-moi');
  expect(article).toMatchObject({ locale: 'vi', title: 'Phí mới', summary: 'Từ 1/12', category: 'Tin', author: 'Admin' });
  expect(article.body).toEqual([
    { tag: 'p', children: ['Phí ', { tag: 'strong', children: ['giảm'] }, '. ', { tag: 'a', href: '/fee-transfer', children: ['Biểu phí'] }] },
  ]);
  expect(newsProcedures.get.output.parse(article)).toEqual(article);
  expect(await get('phi-moi', 'ko')).toMatchObject({ locale: 'en', title: 'New fees' });
  const page = await list();
  expect(newsProcedures.list.output.parse(page)).toEqual(page);
  expect(page.items.map(({ seoUrl, title }) => [seoUrl, title])).toEqual([['phi-moi', 'Phí mới']]);
  await expect(get('khac')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('what is written anew takes the place of what stood there, and a draft is not shown', async () => {
  await write({ ...ARTICLE, seoUrl: 'hai' });
  const before = await get('hai');
  const { vi } = TEXTS;
  await write({ ...ARTICLE, seoUrl: 'hai', texts: { vi: { ...vi, title: 'Tên khác' } } as Article['texts'] });
  expect(await get('hai', 'en')).toMatchObject({ id: before.id, publishedAt: before.publishedAt, locale: 'vi', title: 'Tên khác' });
  await write({ ...ARTICLE, seoUrl: 'hai', status: 'draft' });
  await expect(get('hai')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await list()).items.map(({ seoUrl }) => seoUrl)).not.toContain('hai');
  const { items } = await operations.listArticles(LAN, { limit: 50 });
  expect(items.find(({ seoUrl }) => seoUrl === 'hai')).toMatchObject({ status: 'draft', texts: TEXTS, publishedAt: new Date(before.publishedAt) });
  expect(operationProcedures.listArticles.output.safeParse({ items }).success).toBe(true);
});

test('articles are listed newest first, page by page', async () => {
  for (const seoUrl of ['a-1', 'a-2', 'a-3']) await write({ ...ARTICLE, seoUrl });
  const first = await list(2);
  expect(first.items.map(({ seoUrl }) => seoUrl)).toEqual(['a-3', 'a-2']);
  const second = await list(2, first.nextCursor ?? undefined);
  expect(second.items[0]?.seoUrl).toBe('a-1');
  expect((await list(20)).nextCursor).toBeNull();
});

test('the newest are kept whole for a minute', async () => {
  const snapshots = await createSnapshots(world.web);
  const { articles, version } = snapshots.extras().view;
  expect(articles).toEqual(await Promise.all(articles.map(({ seoUrl }) => get(seoUrl))));
  await write({ ...ARTICLE, seoUrl: 'moi-nhat' });
  await snapshots.refreshLive();
  expect(snapshots.extras().view.version).toBe(version);
  world.clock.advance(MINUTE_MS);
  await snapshots.refreshLive();
  expect(snapshots.extras().view.articles[0]?.seoUrl).toBe('moi-nhat');
});

test('a stored text that pages cannot show keeps nothing else from being told', async () => {
  const [row] = await world.database.query(
    `insert into article_version (seo_url, category, author, status, at) values ('hong', '', 'Admin', 'published', $1) returning version`,
    [world.clock.now()],
  );
  await world.database.query(`insert into article_text (version, locale, title, summary, content) values ($1, 'vi', 'T', 'S', '![](/a.png)')`, [
    row?.version,
  ]);
  const { articles } = (await createSnapshots(world.web)).extras().view;
  expect(articles.map(({ seoUrl }) => seoUrl)).not.toContain('hong');
  expect(articles.length).toBeGreaterThan(0);
});

test('a text with what pages cannot show is refused before it is proposed', async () => {
  const texts: Article['texts'] = { ...TEXTS, en: { title: 'T', summary: 'S', content: '![](/a.png)' } };
  await expect(operations.setArticle(LAN, { ...ARTICLE, texts })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { fields: [{ field: 'texts.en.content' }] },
  });
});

test('an article that names no author is by Admin', () => {
  const { author: _author, ...anonymous } = ARTICLE;
  expect(operationProcedures.setArticle.input.parse(anonymous).author).toBe('Admin');
});

test.each([
  { seoUrl: 'Phí-mới' },
  { seoUrl: 'a/b' },
  { seoUrl: '' },
  { texts: { en: TEXTS.en } },
  { texts: { ...TEXTS, xx: TEXTS.vi } },
  { texts: { vi: { ...TEXTS.vi, title: '' } } },
  { status: 'hidden' },
  { author: '' },
])('%j writes nothing', (change) => {
  expect(operationProcedures.setArticle.input.safeParse({ ...ARTICLE, ...change }).success).toBe(false);
});
