import type { ArticleSummary, ArticleView } from '@quydoi/contract/news';
import type { PublishedArticle } from '@quydoi/database/repositories/articles';
import { parseRichText } from '@quydoi/messages/markdown';

/** An article as lists show it. */
export function articleSummaryOf({ publishedAt, updatedAt, content: _content, ...article }: PublishedArticle): ArticleSummary {
  return { ...article, publishedAt: publishedAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** An article with its text as a tree. */
export function articleViewOf(article: PublishedArticle): ArticleView {
  return { ...articleSummaryOf(article), body: parseRichText(article.content) };
}
