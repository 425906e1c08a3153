import { AppError } from '@quydoi/contract/errors';
import type { ArticleInput, ArticleView } from '@quydoi/contract/news';
import { readPublishedArticle } from '@quydoi/database/repositories/articles';
import type { Ctx } from '../context.ts';
import { articleViewOf } from './article-view.ts';

/** A published article in a language, or in the one that stands in for it. Errors: NOT_FOUND. */
export async function getArticle(ctx: Ctx, { locale, seoUrl }: ArticleInput): Promise<ArticleView> {
  const article = await readPublishedArticle(ctx.orm, locale, seoUrl);
  if (article === null) throw new AppError('NOT_FOUND');
  return articleViewOf(article);
}
