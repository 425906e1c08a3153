import type { ConfigView } from '@quydoi/contract/config';
import type { OfferedLocale } from './lib/page-locale.ts';
import type { Route } from './routes.tsx';

/** Where the server puts an order into the documents of order pages, which are otherwise the same for all orders. */
export const ORDER_MARK = '<!--order-->';

/** Hides what is a placeholder until the page's script has run. */
const NO_PLACEHOLDERS = '<style>[aria-busy]{display:none!important}</style>';

/** What needs script, by page and language. */
const TEXTS: Partial<Record<Route['name'], Readonly<Record<OfferedLocale, (config: ConfigView) => string>>>> = {
  home: {
    vi: () => 'Trình duyệt đang tắt JavaScript nên chưa báo giá và tạo đơn được. Tỷ giá, biểu phí và hướng dẫn vẫn đọc được.',
    en: () => 'JavaScript is off, so there are no quotes and no new orders. Rates, fees and guides can be read all the same.',
  },
  history: {
    vi: ({ site }) =>
      `Trình duyệt đang tắt JavaScript. Để xem đơn, hãy mở địa chỉ https://${site.domain}/order/ và viết tiếp mã đơn; thông tin cá nhân được che.`,
    en: ({ site }) =>
      `JavaScript is off. To see an order, open https://${site.domain}/order/ followed by its reference; personal details are hidden.`,
  },
  order: {
    vi: () =>
      'Trình duyệt đang tắt JavaScript: trang này không tự cập nhật, không có mã QR, đồng hồ và nút chọn. Tải lại trang để xem trạng thái mới.',
    en: () => 'JavaScript is off: this page does not update itself and has no QR code, clock or buttons. Reload it to see the newest status.',
  },
};

/** The pages whose forms need the same as the home page's. */
const LIKE_HOME: readonly Route['name'][] = ['buy', 'sell', 'exchange'];

/**
 * HTML for browsers without script: a notice of what does not work, and on order pages the mark that `withOrder` replaces. Empty for pages that need no
 * script.
 */
export function withoutScript(route: Route, locale: OfferedLocale, config: ConfigView): string {
  const name = LIKE_HOME.includes(route.name) ? 'home' : route.name === 'receipt' ? 'order' : route.name;
  const text = TEXTS[name]?.[locale](config);
  if (text === undefined) return '';
  const notice = `<p class="mb-4 rounded-field bg-warn-soft p-4 text-warn">${text}</p>`;
  return name === 'order' ? `${NO_PLACEHOLDERS}${notice}${ORDER_MARK}` : notice;
}
