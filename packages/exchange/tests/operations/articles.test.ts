import { newsProcedures } from '@quydoi/contract/news';
import { operationProcedures } from '@quydoi/contract/operations';
import type { Operations } from '@quydoi/contract/ports';
import { readShownPicture } from '@quydoi/database/repositories/articles';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import sharp from 'sharp';
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
const ARTICLE: Article = { seoUrl: 'phi-moi', category: 'Tin', author: 'Admin', status: 'published', picture: null, texts: TEXTS };

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

async function photoOf(colour: string): Promise<string> {
  const drawn = sharp({ create: { width: 700, height: 700, channels: 3, background: colour } });
  return (
    await drawn
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
}

test('a picture is drawn anew, and shown once two operators have published an article with it', async () => {
  const { picture } = await operations.addPicture(LAN, { image: await photoOf('#20a040') });
  expect(await operations.addPicture(MINH, { image: await photoOf('#20a040') })).toEqual({ picture });
  const { image } = await operations.readPicture(MINH, { picture });
  const drawn = Buffer.from(image, 'base64');
  const { format, width, height, exif } = await sharp(drawn).metadata();
  expect([format, width, height, exif]).toEqual(['jpeg', 960, 504, undefined]);
  const shown = async () => (await readShownPicture(world.web.orm, picture)) !== null;
  expect(await shown()).toBe(false);
  const article = { ...ARTICLE, seoUrl: 'co-anh', picture };
  const { proposal = '' } = await operations.setArticle(LAN, article);
  expect(await shown()).toBe(false);
  await operations.confirmAct(MINH, { id: proposal });
  expect(await shown()).toBe(true);
  expect((await get('co-anh')).picture).toBe(`/pictures/${picture}.jpg`);
  expect((await list()).items.find(({ seoUrl }) => seoUrl === 'co-anh')?.picture).toBe(`/pictures/${picture}.jpg`);
  expect((await get('phi-moi')).picture).toBeNull();
  const { items } = await operations.listArticles(LAN, { limit: 50 });
  expect(items.find(({ seoUrl }) => seoUrl === 'co-anh')?.picture).toBe(picture);
  // A picture of a draft is not shown; the audit log has names alone.
  const { picture: other } = await operations.addPicture(LAN, { image: await photoOf('#a04020') });
  await write({ ...ARTICLE, seoUrl: 'nhap', status: 'draft', picture: other });
  expect(await readShownPicture(world.web.orm, other)).toBeNull();
  const audited = await world.database.query(`select input from audit where verb = 'addPicture' and outcome = 'done' order by id`);
  expect(audited.map(({ input }) => input)).toEqual([{ picture }, { picture }, { picture: other }]);
});

test('an article with a picture that was not added, and what is no picture, are refused and recorded without the file', async () => {
  await expect(
    operations.setArticle(LAN, { ...ARTICLE, picture: 'd'.repeat(64) }).then(({ proposal = '' }) => operations.confirmAct(MINH, { id: proposal })),
  ).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  const image = Buffer.from('no picture').toString('base64');
  await expect(operations.addPicture(LAN, { image })).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
  await expect(operations.readPicture(LAN, { picture: 'd'.repeat(64) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const [failed] = await world.database.query(`select input from audit where verb = 'addPicture' and outcome <> 'done'`);
  expect(failed?.input).toEqual({ image: '16 characters' });
});

test('the database takes pictures of an operator’s call alone, and an article with the picture that was agreed on', async () => {
  const code = (text: string, values: readonly unknown[], role: 'quydoi_operator' | 'quydoi_web' | 'quydoi_worker') =>
    world.database.query(text, values, role).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 1]);
  const add = `insert into article_picture (hash, image, at) values (encode(sha256($1::bytea), 'hex'), $1, now())`;
  expect(await code(add, [jpeg], 'quydoi_operator')).toMatch(/^QD/);
  expect(await code(add, [jpeg], 'quydoi_web')).toBe('42501');
  expect(await code('select 1 from article_picture', [], 'quydoi_worker')).toBe('42501');
  await expect(
    world.database.query(`insert into article_picture (hash, image, at) values (repeat('a', 64), $1, now())`, [jpeg]),
  ).rejects.toMatchObject({ code: '23514' });
  await expect(world.database.query('delete from article_picture')).rejects.toMatchObject({ code: 'QD006' });
});
