/** States of an article: not shown yet, or no longer; shown. */
export const ARTICLE_STATUSES = ['draft', 'published'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

/** Path segment of an article's page, in lower case, words separated by dashes: `mua-usdt-an-toan`. */
export const SEO_URL = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Limits of an article's texts, in characters. */
export const ARTICLE_LENGTHS_MAX = { seoUrl: 100, category: 60, author: 100, title: 200, summary: 500, content: 50_000 } as const;

/** Author of articles that name none. */
export const DEFAULT_AUTHOR = 'Admin';
