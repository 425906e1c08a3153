import type { ArticleStatus } from '@quydoi/domain/article';
import type { Locale } from '@quydoi/domain/locales';
import { ArticleTextEntity } from '../entities/article.ts';
import { runPrepared, withMoneyTx } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { insertRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';
import { textLocales } from './text-locales.ts';

/** An article's texts in one language. */
export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly content: string;
}

/** What an operator says of an article. */
export interface WrittenArticle {
  readonly seoUrl: string;
  readonly category: string;
  readonly author: string;
  readonly status: ArticleStatus;
  /** Hash of its picture, which was added before; null without one. */
  readonly picture: string | null;
  readonly texts: Readonly<Partial<Record<Locale, ArticleText>>>;
}

/** A published article in one language. */
export interface PublishedArticle extends ArticleText, Pick<WrittenArticle, 'seoUrl' | 'category' | 'author' | 'picture'> {
  /** Number of its first version. */
  readonly id: number;
  readonly locale: Locale;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
}

/** An article with all its texts, for operators. */
export interface ListedArticle extends WrittenArticle {
  readonly createdAt: Date;
  /** Null if it was never published. */
  readonly publishedAt: Date | null;
  readonly updatedAt: Date;
}

/** The newest versions, with the number and the times of the first ones. */
const CURRENT = `
  select c.*, f.id, f.created_at, f.published_at from (select distinct on (seo_url) * from article_version order by seo_url, version desc) c
  join lateral (
    select min(version) as id, min(at) as created_at, min(at) filter (where status = 'published') as published_at
    from article_version v where v.seo_url = c.seo_url
  ) f on true`;

const PUBLISHED = `
  select a.id, a.seo_url, a.category, a.author, a.picture, a.published_at, a.at as updated_at, t.locale, t.title, t.summary, t.content from (${CURRENT}) a
  join lateral (
    select * from article_text x where x.version = a.version order by array_position($1::text[], x.locale) limit 1
  ) t on true
  where a.status = 'published'`;

interface PublishedRow extends ArticleText {
  readonly id: string;
  readonly seo_url: string;
  readonly category: string;
  readonly author: string;
  readonly picture: string | null;
  readonly locale: Locale;
  readonly published_at: Date | string;
  readonly updated_at: Date | string;
}

/** Published articles in a language, or in one that stands in for it, the newest first. @param after id of the last one of the page before */
export async function readPublishedArticles(orm: Orm, locale: Locale, limit: number, after?: number): Promise<PublishedArticle[]> {
  const rows = await runPrepared<PublishedRow>(
    orm,
    'published articles',
    `${PUBLISHED} and ($2::bigint is null or a.id < $2) order by a.id desc limit $3`,
    [textLocales(locale), after ?? null, limit],
  );
  return rows.map(publishedOf);
}

/** A published article; null if there is none. */
export async function readPublishedArticle(orm: Orm, locale: Locale, seoUrl: string): Promise<PublishedArticle | null> {
  const [row] = await runPrepared<PublishedRow>(orm, 'published article', `${PUBLISHED} and a.seo_url = $2`, [textLocales(locale), seoUrl]);
  return row ? publishedOf(row) : null;
}

function publishedOf({ id, seo_url, published_at, updated_at, ...row }: PublishedRow): PublishedArticle {
  return { ...row, id: Number(id), seoUrl: seo_url, publishedAt: new Date(published_at), updatedAt: new Date(updated_at) };
}

/** Articles with all their texts, drafts too, the newest first. */
export async function readArticles(orm: Orm, limit: number): Promise<ListedArticle[]> {
  const rows = await runPrepared<
    Pick<ListedArticle, 'category' | 'author' | 'status' | 'picture' | 'texts'> &
      Record<'seo_url' | 'created_at' | 'updated_at', string> & { published_at: string | null }
  >(
    orm,
    'articles',
    `select a.seo_url, a.category, a.author, a.status, a.picture, a.created_at, a.published_at, a.at as updated_at,
       (select jsonb_object_agg(t.locale, jsonb_build_object('title', t.title, 'summary', t.summary, 'content', t.content))
        from article_text t where t.version = a.version) as texts
     from (${CURRENT}) a order by a.id desc limit $1`,
    [limit],
  );
  return rows.map(({ seo_url, created_at, published_at, updated_at, ...row }) => ({
    ...row,
    seoUrl: seo_url,
    createdAt: new Date(created_at),
    publishedAt: published_at === null ? null : new Date(published_at),
    updatedAt: new Date(updated_at),
  }));
}

/**
 * Adds a version of an article.
 * @param audit the call of the operator verb, recorded in the same transaction
 */
export async function addArticle(orm: Orm, { texts, ...article }: WrittenArticle, at: Date, audit?: AuditRecord): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    const { rows } = await tx.run<{ version: string }>(
      'add article version',
      'insert into article_version (seo_url, category, author, status, picture, at) values ($1, $2, $3, $4, $5, $6) returning version',
      [article.seoUrl, article.category, article.author, article.status, article.picture, at],
    );
    const version = BigInt(rows[0]?.version ?? 0);
    await insertRows(
      tx,
      ArticleTextEntity,
      Object.entries(texts).map(([locale, text]) => ({ version, locale: locale as Locale, ...text })),
    );
  });
}

/** Keeps a picture for articles. @param audit the call of the operator verb, recorded in the same transaction */
export async function addPicture(orm: Orm, hash: string, image: Uint8Array, at: Date, audit?: AuditRecord): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    await tx.run('add picture', 'insert into article_picture (hash, image, at) values ($1, $2, $3) on conflict do nothing', [hash, image, at]);
  });
}

/** A picture by its hash, for operators; null if there is none. */
export async function readPicture(orm: Orm, hash: string): Promise<Uint8Array | null> {
  const [row] = await runPrepared<{ image: Uint8Array }>(orm, 'picture', 'select image from article_picture where hash = $1', [hash]);
  return row?.image ?? null;
}

/** A picture that two operators have agreed to show: one of a published version of an article. Null for any other. */
export async function readShownPicture(orm: Orm, hash: string): Promise<Uint8Array | null> {
  const [row] = await runPrepared<{ image: Uint8Array }>(
    orm,
    'shown picture',
    `select p.image from article_picture p
     where p.hash = $1 and exists (select 1 from article_version v where v.picture = p.hash and v.status = 'published')`,
    [hash],
  );
  return row?.image ?? null;
}
