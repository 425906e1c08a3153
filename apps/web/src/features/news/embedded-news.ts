import { createTRPC, type ReactClient } from '@quydoi/client/react';
import type { ArticleListView, ArticleView } from '@quydoi/contract/news';
import type { QuestionListView } from '@quydoi/contract/questions';
import { PAGE_SIZE } from '@quydoi/domain/constants';
import type { Locale } from '@quydoi/domain/locales';
import type { QueryClient } from '@tanstack/react-query';

/** What a page shows that operators have written, as the server read it: the newest articles, or one, null where there is none, or the questions. */
export type News =
  | { readonly list: ArticleListView }
  | { readonly seoUrl: string; readonly article: ArticleView | null }
  | { readonly questions: QuestionListView };

/** Id of the `<script type="application/json">` element that carries it. Its own, so that no other page loads the code that reads it. */
const NEWS_ID = 'news';

/** Serializes the news of a page and its language; escapes `<` so that it cannot close the script element. */
export function writeNews(news: News, locale: Locale): string {
  return `<script type="application/json" id="${NEWS_ID}">${JSON.stringify({ ...news, locale }).replaceAll('<', '\\u003c')}</script>`;
}

/** Puts the news of a page into the cache that it is rendered from on the server. */
export function keepNews(queries: QueryClient, client: ReactClient, news: News, locale: Locale): void {
  const trpc = createTRPC(client, queries);
  if ('list' in news) queries.setQueryData(trpc.news.list.queryKey({ locale, limit: PAGE_SIZE }), news.list);
  else if ('questions' in news) queries.setQueryData(trpc.news.questions.queryKey({ locale }), news.questions);
  else if (news.article) queries.setQueryData(trpc.news.get.queryKey({ locale, seoUrl: news.seoUrl }), news.article);
}

/** The list that the page came with; undefined if it came without, or in another language. */
export function embeddedList(locale: Locale): ArticleListView | undefined {
  const news = readNews(locale);
  return news && 'list' in news ? news.list : undefined;
}

/** The article that the page came with; undefined if it came without, with another one, or in another language. */
export function embeddedArticle(locale: Locale, seoUrl: string): ArticleView | undefined {
  const news = readNews(locale);
  return news && 'article' in news && news.seoUrl === seoUrl ? (news.article ?? undefined) : undefined;
}

/** The questions that the page came with; undefined if it came without, or in another language. */
export function embeddedQuestions(locale: Locale): QuestionListView | undefined {
  const news = readNews(locale);
  return news && 'questions' in news ? news.questions : undefined;
}

function readNews(locale: Locale): News | null {
  const text = typeof document === 'undefined' ? null : document.getElementById(NEWS_ID)?.textContent;
  const news = text ? (JSON.parse(text) as News & { readonly locale: Locale }) : null;
  return news?.locale === locale ? news : null;
}
