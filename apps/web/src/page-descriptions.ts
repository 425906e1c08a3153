import type { OfferedLocale } from './lib/page-locale.ts';
import type { Route } from './routes.tsx';

/** Meta descriptions by route and language, for server-rendered documents only. `{currency}` is replaced by the page's currencies. */
export const DESCRIPTIONS: Partial<Record<Route['name'], Readonly<Record<OfferedLocale, string>>>> = {
  home: {
    vi: 'Đổi tiền điện tử và tiền mã hóa sang đồng Việt Nam: báo giá rõ ràng, xử lý tự động trong vài giây, hỗ trợ mọi ngân hàng Việt Nam.',
    en: 'Exchange e-currency and crypto against Vietnamese dong: clear prices, processed automatically in seconds, every Vietnamese bank.',
  },
  buy: {
    vi: 'Mua {currency} bằng đồng Việt Nam: biết ngay số tiền cần chuyển, quét mã VietQR, nhận tự động trong vài giây, 24/7.',
    en: 'Buy {currency} with Vietnamese dong: know the amount at once, scan a VietQR code, receive automatically in seconds, around the clock.',
  },
  sell: {
    vi: 'Bán {currency} lấy đồng Việt Nam: biết ngay số tiền nhận, chuyển nhanh 24/7 về mọi ngân hàng Việt Nam.',
    en: 'Sell {currency} for Vietnamese dong: know at once what you receive, by fast transfer around the clock to every Vietnamese bank.',
  },
  exchange: {
    vi: 'Đổi {currency}: biết ngay số nhận được và phí, xử lý tự động trong vài giây, 24/7.',
    en: 'Swap {currency}: know what you receive and the fee at once, processed automatically in seconds, around the clock.',
  },
  order: {
    vi: 'Theo dõi đơn hàng: số tiền cần chuyển, hướng dẫn thanh toán, trạng thái và nhật ký của đơn, cập nhật tự động.',
    en: 'Follow an order: the amount to send, how to pay, its status and its log, updated automatically.',
  },
  history: {
    vi: 'Nhập mã đơn để xem trạng thái giao dịch của bạn.',
    en: 'Enter an order’s reference to see how it stands.',
  },
};
