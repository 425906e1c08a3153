import type { ArticleListInput, ArticleListView } from '@quydoi/contract/news';
import { readPublishedArticles } from '@quydoi/database/repositories/articles';
import type { Ctx } from '../context.ts';
import { articleSummaryOf } from './article-view.ts';

/** Lists published articles, newest first, one page at a time. Reads one more row than returned to detect a further page. */
export async function listArticles(ctx: Ctx, { locale, cursor, limit }: ArticleListInput): Promise<ArticleListView> {
  const articles = await readPublishedArticles(ctx.orm, locale, limit + 1, cursor);
  const items = articles.slice(0, limit).map(articleSummaryOf);
  return { items, nextCursor: articles.length > limit ? (items.at(-1)?.id ?? null) : null };
}
