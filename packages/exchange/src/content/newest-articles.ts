import type { ArticleView } from '@quydoi/contract/news';
import { readPublishedArticles } from '@quydoi/database/repositories/articles';
import { RECENT_ITEMS } from '@quydoi/domain/constants';
import { DEFAULT_LOCALE } from '@quydoi/domain/locales';
import type { Ctx } from '../context.ts';
import { articleViewOf } from './article-view.ts';

/** The newest articles whole, in Vietnamese. One that pages cannot show is left out: no text may keep the exchange from answering. */
export async function readNewestArticles(ctx: Ctx): Promise<readonly ArticleView[]> {
  const articles = await readPublishedArticles(ctx.orm, DEFAULT_LOCALE, RECENT_ITEMS);
  return articles.flatMap((article) => {
    try {
      return [articleViewOf(article)];
    } catch (error) {
      ctx.logger.warn({ seoUrl: article.seoUrl, error: String(error) }, 'article not shown');
      return [];
    }
  });
}
