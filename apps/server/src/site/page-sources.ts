import { ANYONE } from '@quydoi/contract/caller';
import { AppError, type ErrorCode } from '@quydoi/contract/errors';
import type { Exchange } from '@quydoi/contract/ports';
import type { PageSources } from './pages.ts';

/** Reads what pages show of orders, which are masked, of the news and of the questions. */
export function pageSources({ orders, news }: Pick<Exchange, 'orders' | 'news'>): PageSources {
  return {
    findOrder: (ref) => nullIf('ORDER_NOT_FOUND', orders.get(ANYONE, { ref })),
    listArticles: (locale, limit) => news.list(ANYONE, { locale, limit }),
    findArticle: (locale, seoUrl) => nullIf('NOT_FOUND', news.get(ANYONE, { locale, seoUrl })),
    listQuestions: (locale) => news.questions(ANYONE, { locale }),
  };
}

async function nullIf<T>(code: ErrorCode, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  }
}
