import { addArticle, type ListedArticle, readArticles, type WrittenArticle } from '@quydoi/database/repositories/articles';
import type { OperatorVerb } from './operator-verb.ts';
import { requireRichText } from './require-rich-text.ts';

/** Writes a version of an article. Errors: VALIDATION_FAILED where a text holds what pages cannot show. */
export const setArticle: OperatorVerb<WrittenArticle, { done: true }> = async (ctx, _operator, article) => {
  for (const [locale, { content }] of Object.entries(article.texts)) requireRichText(`texts.${locale}.content`, content);
  await addArticle(ctx.orm, article, ctx.clock.now(), ctx.audit);
  return { done: true };
};

/** Articles with their texts in all languages, drafts too, newest first. */
export const listArticles: OperatorVerb<{ limit: number }, { items: ListedArticle[] }> = async (ctx, _operator, { limit }) => ({
  items: await readArticles(ctx.orm, limit),
});
