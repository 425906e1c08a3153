import type { ConfigExtras } from '@quydoi/contract/config-extras';
import { AppError } from '@quydoi/contract/errors';
import type { ArticleView } from '@quydoi/contract/news';
import type { Exchange } from '@quydoi/contract/ports';
import type { Locale } from '@quydoi/domain/locales';

const TEXTS: Readonly<Partial<Record<Locale, Pick<ArticleView, 'title' | 'summary' | 'body'>>>> = {
  vi: {
    title: 'Chọn mạng nào khi nhận USDT?',
    summary: 'TRC20, BEP20 và ERC20 khác nhau ở phí và thời gian; gửi nhầm mạng thì tiền không tự về.',
    body: [
      { tag: 'h2', children: ['Hỏi nơi nhận trước'] },
      { tag: 'p', children: ['Ví hay sàn của bạn nhận mạng nào thì chọn đúng ', { tag: 'strong', children: ['mạng đó'] }, '.'] },
      {
        tag: 'ul',
        children: [
          { tag: 'li', children: ['Phí từng mạng ở trang ', { tag: 'a', href: '/fee-transfer', children: ['Biểu phí'] }, '.'] },
          { tag: 'li', children: ['Giao dịch TRC20 xem trên ', { tag: 'a', href: 'https://tronscan.org/', children: ['Tronscan'] }, '.'] },
        ],
      },
    ],
  },
  en: {
    title: 'Which network for USDT?',
    summary: 'TRC20, BEP20 and ERC20 differ in fee and speed; money sent on the wrong network does not come back by itself.',
    body: [{ tag: 'p', children: ['Choose the network that your wallet receives on.'] }],
  },
};

/** News with two articles: one in Vietnamese and English, one in Vietnamese alone. */
export const mockNews: Exchange['news'] = {
  list: async (_caller, { locale }) => ({
    items: [articleIn(2, 'bao-tri-vietcombank', 'vi'), articleIn(1, 'chon-mang-usdt', locale)].map(({ body: _body, ...summary }) => summary),
    nextCursor: null,
  }),
  get: async (_caller, { locale, seoUrl }) => {
    if (seoUrl === 'chon-mang-usdt') return articleIn(1, seoUrl, locale);
    if (seoUrl === 'bao-tri-vietcombank') return articleIn(2, seoUrl, 'vi');
    throw new AppError('NOT_FOUND');
  },
};

/** The same in Vietnamese, whole. */
export const MOCK_EXTRAS: ConfigExtras = {
  version: '1',
  chainPayouts: [],
  articles: [articleIn(2, 'bao-tri-vietcombank', 'vi'), articleIn(1, 'chon-mang-usdt', 'vi')],
};

function articleIn(id: number, seoUrl: string, wanted: Locale): ArticleView {
  const locale = TEXTS[wanted] ? wanted : 'en';
  const text = TEXTS[locale] ?? { title: '', summary: '', body: [] };
  const isNotice = seoUrl.startsWith('bao-tri');
  return {
    id,
    seoUrl,
    category: isNotice ? 'Thông báo' : 'Hướng dẫn',
    author: 'Admin',
    publishedAt: '2026-11-20T03:00:00.000Z',
    updatedAt: '2026-11-25T03:00:00.000Z',
    locale,
    ...text,
    ...(isNotice
      ? {
          title: 'Vietcombank bảo trì đêm 30/11',
          summary: 'Từ 23:00 đến 2:00, tiền về Vietcombank có thể chậm; đơn vẫn được xử lý khi ngân hàng hoạt động lại.',
        }
      : {}),
  };
}
