import { defineEntity, p } from '@mikro-orm/core';
import type { ArticleStatus } from '@quydoi/domain/article';
import type { Locale } from '@quydoi/domain/locales';

/** A version of an article; the newest counts. Append-only. */
export const ArticleVersionEntity = defineEntity({
  name: 'ArticleVersion',
  tableName: 'article_version',
  properties: {
    version: p.bigint().primary().autoincrement(),
    seoUrl: p.text(),
    category: p.text(),
    author: p.text(),
    status: p.text().$type<ArticleStatus>(),
    /** Hash of its picture. */
    picture: p.text().nullable(),
    at: p.datetime(),
  },
});

/** A picture of articles. Append-only. */
export const ArticlePictureEntity = defineEntity({
  name: 'ArticlePicture',
  tableName: 'article_picture',
  properties: {
    /** SHA-256 of the picture, in hexadecimal. */
    hash: p.text().primary(),
    image: p.blob(),
    at: p.datetime(),
  },
});

/** The text of a version in one language. Append-only. */
export const ArticleTextEntity = defineEntity({
  name: 'ArticleText',
  tableName: 'article_text',
  properties: {
    version: p.bigint().primary(),
    locale: p.text().$type<Locale>().primary(),
    title: p.text(),
    summary: p.text(),
    /** Markdown. */
    content: p.text(),
  },
});
