import type { ConfigExtras } from '@quydoi/contract/config-extras';
import { AppError } from '@quydoi/contract/errors';
import type { ArticleView } from '@quydoi/contract/news';
import type { Exchange } from '@quydoi/contract/ports';
import type { QuestionListView } from '@quydoi/contract/questions';
import { PICTURES_PATH } from '@quydoi/domain/image';
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

const INVOICES = {
  vi: {
    subject: 'Biên nhận và hóa đơn',
    question: 'Tôi lấy biên nhận ở đâu?',
    answer: [{ tag: 'p', children: ['Trên trang đơn hàng đã hoàn tất, bấm ', { tag: 'strong', children: ['Biên nhận'] }, '.'] }],
  },
  en: {
    subject: 'Receipts and invoices',
    question: 'Where do I get a receipt?',
    answer: [{ tag: 'p', children: ['On the page of a completed order, press ', { tag: 'strong', children: ['Receipt'] }, '.'] }],
  },
} as const satisfies Partial<Record<Locale, object>>;

/** Hash of the only picture. */
const PICTURE = 'c'.repeat(64);
/** A pixel of the brand's colour. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==', 'base64');

/** The picture of a mock's article. */
export async function findMockPicture(hash: string): Promise<Uint8Array | null> {
  return hash === PICTURE ? PIXEL : null;
}

/** News with two articles and two questions: one of each in Vietnamese and English, one in Vietnamese alone. */
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
  questions: async (_caller, { locale }) => questionsIn(locale),
};

/** The same in Vietnamese, whole. */
export const MOCK_EXTRAS: ConfigExtras = {
  version: '1',
  chainPayouts: [],
  articles: [articleIn(2, 'bao-tri-vietcombank', 'vi'), articleIn(1, 'chon-mang-usdt', 'vi')],
  questions: { vi: questionsIn('vi'), en: questionsIn('en') },
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
    picture: isNotice ? null : `${PICTURES_PATH}/${PICTURE}.jpg`,
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

function questionsIn(wanted: Locale): QuestionListView {
  const locale = wanted === 'vi' ? 'vi' : 'en';
  const { subject, question, answer } = INVOICES[locale];
  return {
    categories: [
      {
        id: 1,
        locale,
        subject,
        questions: [
          { id: 1, locale, orderBy: 1, question, answer: [...answer] },
          {
            id: 2,
            locale: 'vi',
            orderBy: 2,
            question: 'Có xuất hóa đơn VAT không?',
            answer: [
              { tag: 'p', children: ['Có, cho phần phí. Hãy gửi cho chúng tôi:'] },
              {
                tag: 'ul',
                children: [
                  { tag: 'li', children: ['mã đơn hàng;'] },
                  { tag: 'li', children: ['mã số thuế, như trên ', { tag: 'a', href: '/tos', children: ['Điều khoản sử dụng'] }, '.'] },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
}
