import type { BankView, ConfigView, LiveView } from '@quydoi/contract/config';
import type { ArticleView } from '@quydoi/contract/news';
import type { QuestionListView } from '@quydoi/contract/questions';
import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { News } from '../src/features/news/embedded-news.ts';
import { offersOf, type TradeOption } from '../src/features/trade/offer.ts';

/** Three currencies at default prices, four swap pairs, and one bank with 13-digit account numbers. */
export const CONFIG: ConfigView = sampleConfig({
  codes: ['pm', 'e-voucher', 'trc20'],
  pairs: ['trc20:pm', 'pm:trc20', 'pm:e-voucher', 'e-voucher:pm'],
  banks: ['vcb'],
  firstVersion: 3,
});

/** The bank of {@link CONFIG}. */
export const VCB = CONFIG.banks[0] as BankView;

/** Finds the offer between two currencies. @throws Error if the configuration has none */
export function offer(kind: OrderKind, from: string, to: string, config: ConfigView = CONFIG): TradeOption {
  const found = offersOf(config, kind).find((candidate) => candidate.from === from && candidate.to === to);
  if (!found) throw new Error(`no offer ${kind} ${from} ${to}`);
  return found;
}

/** Live data with the given reserves (decimal text by reserve code), without trades and reviews. */
export function live(reserves: Readonly<Record<string, string>>): LiveView {
  return {
    version: '1',
    reserves: Object.entries(reserves).map(([code, available]) => ({ code, available })),
    hourAgo: [],
    recentTrades: [],
    reviews: [],
  };
}

/** A published article. */
export const ARTICLE: ArticleView = {
  id: 7,
  seoUrl: 'phi-moi',
  picture: null,
  category: 'Tin',
  author: 'Admin',
  publishedAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-21T03:00:00.000Z',
  locale: 'vi',
  title: 'Phí mới & rẻ hơn',
  summary: 'Từ ngày 1/12, ở mọi mạng',
  body: [
    { tag: 'p', children: ['Phí ', { tag: 'strong', children: ['giảm'] }, '. ', { tag: 'a', href: 'https://tronscan.org/', children: ['Xem'] }] },
  ],
};

/** Published questions: two in one category, the second in Vietnamese alone. */
export const QUESTIONS: QuestionListView = {
  categories: [
    {
      id: 2,
      locale: 'en',
      subject: 'Receipts & invoices',
      questions: [
        {
          id: 5,
          locale: 'en',
          orderBy: 1,
          question: 'Where do I get a receipt?',
          answer: [{ tag: 'p', children: ['On the ', { tag: 'strong', children: ['page'] }, ' of your order.'] }],
        },
        { id: 4, locale: 'vi', orderBy: 2, question: 'Có xuất hóa đơn không?', answer: [{ tag: 'p', children: ['Có.'] }] },
      ],
    },
  ],
};

/** What the server reads for a page of the news, or of the questions: one article, two questions. */
export function newsOf(url: string): News | null {
  if (url === '/contact') return { questions: QUESTIONS };
  if (url === '/blog') return { list: { items: [ARTICLE], nextCursor: null } };
  return url === `/blog/${ARTICLE.seoUrl}` ? { seoUrl: ARTICLE.seoUrl, article: ARTICLE } : null;
}
