import type { ArticleSummary, ArticleView } from '@quydoi/contract/news';
import type { PublishedArticle } from '@quydoi/database/repositories/articles';
import { PICTURES_PATH } from '@quydoi/domain/image';
import { parseRichText } from '@quydoi/messages/markdown';

/** An article as lists show it. */
export function articleSummaryOf({ publishedAt, updatedAt, content: _content, picture, ...article }: PublishedArticle): ArticleSummary {
  return {
    ...article,
    picture: picture && `${PICTURES_PATH}/${picture}.jpg`,
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** An article with its text as a tree. */
export function articleViewOf(article: PublishedArticle): ArticleView {
  return { ...articleSummaryOf(article), body: parseRichText(article.content) };
}
