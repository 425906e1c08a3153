import type { ConfigView } from '@quydoi/contract/config';
import type { Locale } from '@quydoi/domain/locales';
import type { Route } from './routes.tsx';

/** Where the server puts an order into the documents of order pages, which are otherwise the same for all orders. */
export const ORDER_MARK = '<!--order-->';

/** Hides what is a placeholder until the page's script has run. */
const NO_PLACEHOLDERS = '<style>[aria-busy]{display:none!important}</style>';

/** What needs script, by page and language. */
const TEXTS: Partial<Record<Route['name'], Readonly<Record<Locale, (config: ConfigView) => string>>>> = {
  home: {
    vi: () => 'Trình duyệt đang tắt JavaScript nên chưa báo giá và tạo đơn được. Tỷ giá, biểu phí và hướng dẫn vẫn đọc được.',
    en: () => 'JavaScript is off, so there are no quotes and no new orders. You can still read the rates, fees and guides.',
    zh: () => '浏览器已关闭 JavaScript，因此无法报价和创建订单。汇率、收费标准和说明仍可查看。',
    ko: () => '브라우저에서 JavaScript가 꺼져 있어 가격을 확인하거나 주문을 만들 수 없습니다. 환율, 수수료, 안내는 볼 수 있습니다.',
    ger: () =>
      'JavaScript ist ausgeschaltet, daher sind keine Preisberechnung und keine neuen Aufträge möglich. Kurse, Gebühren und Anleitungen lassen sich trotzdem lesen.',
    tur: () => 'JavaScript kapalı olduğu için fiyat alınamıyor ve sipariş oluşturulamıyor. Kurlar, ücretler ve açıklamalar yine de okunabilir.',
    jp: () => 'ブラウザーのJavaScriptがオフのため、価格の計算と注文の作成ができません。レート、手数料、案内はご覧いただけます。',
  },
  history: {
    vi: ({ site }) =>
      `Trình duyệt đang tắt JavaScript. Để xem đơn, hãy mở địa chỉ https://${site.domain}/order/ và viết tiếp mã đơn; thông tin cá nhân được che.`,
    en: ({ site }) =>
      `JavaScript is off. To see an order, open https://${site.domain}/order/ followed by its reference; personal details are hidden.`,
    zh: ({ site }) => `浏览器已关闭 JavaScript。如需查看订单，请打开 https://${site.domain}/order/ 并在后面接上订单号；个人信息会隐藏。`,
    ko: ({ site }) =>
      `브라우저에서 JavaScript가 꺼져 있습니다. 주문을 보려면 https://${site.domain}/order/ 뒤에 주문 번호를 붙여 열어 주세요. 개인 정보는 가려집니다.`,
    ger: ({ site }) =>
      `JavaScript ist ausgeschaltet. Um einen Auftrag zu sehen, öffnen Sie https://${site.domain}/order/ und hängen die Auftragsnummer an; persönliche Angaben sind verdeckt.`,
    tur: ({ site }) =>
      `JavaScript kapalı. Bir siparişi görmek için https://${site.domain}/order/ adresinin sonuna sipariş numarasını ekleyip açın; kişisel bilgiler gizlenir.`,
    jp: ({ site }) =>
      `ブラウザーのJavaScriptがオフです。注文を確認するには、https://${site.domain}/order/ に続けて注文番号を入力して開いてください。個人情報は伏せて表示されます。`,
  },
  order: {
    vi: () =>
      'Trình duyệt đang tắt JavaScript: trang này không tự cập nhật, không có mã QR, đồng hồ và nút chọn. Tải lại trang để xem trạng thái mới.',
    en: () => 'JavaScript is off: this page does not update itself and has no QR code, clock or buttons. Reload it to see the newest status.',
    zh: () => '浏览器已关闭 JavaScript：本页面不会自动更新，也没有二维码、倒计时和按钮。请刷新页面查看最新状态。',
    ko: () =>
      '브라우저에서 JavaScript가 꺼져 있어 이 페이지는 자동으로 업데이트되지 않으며 QR 코드, 남은 시간, 버튼이 표시되지 않습니다. 최신 상태를 보려면 페이지를 새로 고쳐 주세요.',
    ger: () =>
      'JavaScript ist ausgeschaltet: Diese Seite aktualisiert sich nicht von selbst und hat weder QR-Code noch Uhr noch Schaltflächen. Laden Sie sie neu, um den aktuellen Stand zu sehen.',
    tur: () => 'JavaScript kapalı: bu sayfa kendiliğinden güncellenmez, QR kodu, sayaç ve düğmeler yoktur. Son durumu görmek için sayfayı yenileyin.',
    jp: () =>
      'ブラウザーのJavaScriptがオフです。このページは自動更新されず、QRコード、残り時間、ボタンは表示されません。最新の状態を見るには、ページを再読み込みしてください。',
  },
};

/** The pages whose forms need the same as the home page's. */
const LIKE_HOME: readonly Route['name'][] = ['buy', 'sell', 'exchange'];

/**
 * HTML for browsers without script: a notice of what does not work, and on order pages the mark that `withOrder` replaces. Empty for pages that need no
 * script.
 */
export function withoutScript(route: Route, locale: Locale, config: ConfigView): string {
  const name = LIKE_HOME.includes(route.name) ? 'home' : route.name === 'receipt' ? 'order' : route.name;
  const text = TEXTS[name]?.[locale](config);
  if (text === undefined) return '';
  const notice = `<p class="mb-4 rounded-field bg-warn-soft p-4 text-warn">${text}</p>`;
  return name === 'order' ? `${NO_PLACEHOLDERS}${notice}${ORDER_MARK}` : notice;
}
