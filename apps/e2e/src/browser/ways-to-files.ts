import { LOCALE_CODES, LOCALES, type Locale } from '@quydoi/domain/locales';
import type { Page } from 'playwright-core';
import { readManifest, stableName } from './built-files.ts';
import { openBankList } from './purchase-steps.ts';

/** Text of pages while a file is missing. */
export const NOT_LOADED = 'Chưa tải được phần này';
/** Text of a page that has not started. */
export const NOT_STARTED = 'Trang chưa tải xong nên các nút chưa dùng được';
/** Text of a page that probably will not start. */
export const CANNOT_START = 'Trang gặp trục trặc trên thiết bị này';
/** Text that pages add when a file stays missing. */
export const STILL_NOT_LOADED = 'Nếu vẫn không tải được';
/** {@link NOT_STARTED} in English. */
export const NOT_STARTED_IN_ENGLISH = 'The page has not loaded completely';
/** {@link NOT_STARTED} in each language. */
const NOT_STARTED_IN: Readonly<Record<Locale, string>> = {
  vi: NOT_STARTED,
  en: NOT_STARTED_IN_ENGLISH,
  zh: '页面尚未加载完成',
  ko: '페이지를 아직 다 불러오지 못해',
  ger: 'Die Seite ist noch nicht vollständig geladen',
  tur: 'Sayfa tam yüklenmediği için',
  jp: 'ページの読み込みが完了していない',
};

/** Steps of a customer that make a page load a file. */
export interface Way {
  readonly path: string;
  /** What the customer does there. Can be repeated. */
  readonly act: (page: Page) => Promise<void>;
  /** What the customer sees once the file is there. */
  readonly done: (page: Page, timeoutMs: number) => Promise<void>;
  /** What the page says while the file is missing; null where it goes on without it. */
  readonly said: string | null;
}

const nothing = async () => {};
const shown =
  (selector: string): Way['done'] =>
  (page, timeout) =>
    page.locator(selector).first().waitFor({ timeout });
const titled =
  (title: string): Way['done'] =>
  (page, timeout) =>
    page.getByRole('heading', { level: 1, name: title }).waitFor({ timeout });

/** Opens a page by its address. */
const at = (path: string, done: Way['done'], said: string | null = NOT_LOADED): Way => ({ path, act: nothing, done, said });

/** Follows a link of the home page. */
const by = (href: string, done: Way['done']): Way => ({
  path: '/',
  act: (page) => page.locator(`a[href="${href}"]`).first().click(),
  done,
  said: NOT_LOADED,
});

/** Chooses a tab of the home page's form. */
const tab = (name: string, done: Way['done']): Way => ({
  path: '/',
  act: (page) => page.locator('nav').getByRole('link', { name, exact: true }).filter({ visible: true }).first().click(),
  done,
  said: NOT_LOADED,
});

/** Presses a button unless what it opens is there already. */
const pressing = (path: string, button: string | RegExp, selector: string): Way => ({
  path,
  act: async (page) => {
    if (await page.locator(selector).first().isVisible()) return;
    await page.getByRole('button', { name: button }).first().click();
  },
  done: shown(selector),
  said: NOT_LOADED,
});

const order = (name: string) => `/order/SAMPLE-${name}#k=k7Yw2mE0vQx5sT1uR9oPbA`;

/** Chooses a language. The choice stays when the page is reloaded. */
const inLanguage = (locale: Locale, path: string, said: string): Way => ({
  path,
  act: async (page) => {
    if ((await page.locator(`html[lang=${LOCALES[locale].tag}]`).count()) === 0) await page.locator('header select').selectOption(locale);
  },
  done: async (page, timeout) => {
    await page.locator(`html[lang=${LOCALES[locale].tag}] main h1`).waitFor({ timeout });
    await page.getByText(NOT_STARTED_IN[locale]).waitFor({ state: 'detached', timeout });
  },
  said,
});

/** Ways to a language's catalogues. */
function waysToCatalogues(locale: Locale): Readonly<Record<string, Way>> {
  const [home, ofOrders] = ['/', order('PENDING')].map((path) => inLanguage(locale, path, NOT_STARTED_IN[locale])) as [Way, Way];
  return {
    [`src/locales/${locale}.po`]: home,
    [`../../packages/messages/locales/${locale}.ts`]: home,
    [`src/locales/order/${locale}.po`]: ofOrders,
    [`../../packages/messages/locales/order/${locale}.ts`]: ofOrders,
  };
}

/** Text pages by the folder of their texts. */
const TEXTS: Readonly<Record<string, readonly [path: string, title: string]>> = {
  'about-us': ['/about-us', 'Giới thiệu'],
  contact: ['/contact', 'Liên hệ và hỏi đáp'],
  fees: ['/fee-transfer', 'Biểu phí'],
  payment: ['/payment', 'Cách thanh toán'],
  'scam-warning': ['/canh-bao-lua-dao', 'Cảnh báo lừa đảo'],
  terms: ['/tos', 'Điều khoản sử dụng'],
  verify: ['/verify', 'Xác minh danh tính'],
};

/** Ways to the texts of a page: Vietnamese at its address, others by choosing the language there. */
function waysToTexts(folder: string): Readonly<Record<string, Way>> {
  const [path, title] = TEXTS[folder] ?? ['/', ''];
  return Object.fromEntries(
    LOCALE_CODES.map((locale) => [
      `src/features/texts/${folder}/${locale}.md`,
      locale === 'vi' ? at(path, titled(title)) : inLanguage(locale, path, NOT_LOADED),
    ]),
  );
}

const BANK_LIST = pressing('/buy/pm', 'Ngân hàng khác', '[role=dialog] [role=combobox]');
const PAYMENT = shown('#payment-qr svg');

/** The page has started: it opens what a button promises. */
const startedAndOpens: Way['done'] = async (page, timeout) => {
  await page.getByText(NOT_STARTED).waitFor({ state: 'detached', timeout });
  await openBankList(page);
};

const SCAN = 'Quét mã QR địa chỉ ví';
const scanButton: Way['done'] = (page, timeout) => page.getByRole('button', { name: SCAN }).waitFor({ timeout });

async function openScanner(page: Page): Promise<void> {
  if (!(await page.getByRole('dialog').isVisible())) await page.getByRole('button', { name: SCAN }).click();
}

/** Types an account whose holder cannot be looked up. */
const TYPED_HOLDER: Way = {
  path: '/sell/trc20',
  act: async (page) => {
    await page.getByText('Vietcombank', { exact: true }).click();
    await page.locator('#sell-account').fill('0011001239999');
  },
  done: shown('#sell-holder'),
  said: NOT_LOADED,
};

const CLAIM: Way = {
  path: order('TIMEROVER'),
  act: async (page) => {
    if (!(await page.locator('#claim-bank').isVisible())) await page.getByText('Tôi đã chuyển', { exact: true }).click();
  },
  done: (page, timeout) => page.getByRole('button', { name: 'Báo khoản đã chuyển' }).or(page.locator('#claim-bank')).first().waitFor({ timeout }),
  said: NOT_LOADED,
};

/** Where the chart of the market price comes. The page goes on without it. */
export const PRICE_CARD: Way = {
  path: '/',
  act: (page) => page.locator('main [aria-busy=true]').first().scrollIntoViewIfNeeded(),
  done: shown('main svg[role=img]'),
  said: null,
};

/** The home page of a device that knows an order. It goes on without the line about it. */
const DEVICE_ORDERS: Way = {
  path: '/',
  act: (page) =>
    page.evaluate(`localStorage.setItem('orderKeys', '{"SAMPLE-PENDING": "k7Yw2mE0vQx5sT1uR9oPbA"}'); dispatchEvent(new Event('storage'));`),
  done: shown('main a[href="/history"]'),
  said: null,
};

/** Logs in, and comes to the form, which offers the customer's balance and own wallets. */
const MEMBER_PART: Way = {
  path: '/login?next=/buy/trc20',
  act: async (page) => {
    if (!(await page.locator('#login-name').isVisible())) return;
    await page.locator('#login-name').fill('an@example.com');
    await page.locator('#login-password').fill('tra da 7 gio');
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  },
  done: (page, timeout) => page.getByRole('group', { name: 'Ví của bạn' }).waitFor({ timeout }),
  said: NOT_LOADED,
};

/** Chooses to pay from the balance. */
const BY_BALANCE: Way = {
  ...MEMBER_PART,
  act: async (page) => {
    await MEMBER_PART.act(page);
    await page.getByText('Số dư của bạn').click();
  },
  done: shown('#balance-secret'),
};

/** Tries to log in with a passkey, which the mock's address has none for. */
const PASSKEY_LOGIN: Way = {
  path: '/login',
  act: (page) => page.getByRole('button', { name: 'Đăng nhập bằng khóa truy cập (passkey)' }).click(),
  done: (page, timeout) => page.getByText('không dùng được khóa truy cập ở đây').waitFor({ timeout }),
  said: NOT_LOADED,
};

/** Enters an amount that visitors cannot order. */
export const LOGIN_PROMPT: Way = {
  path: '/buy/pm',
  act: (page) => page.locator('#buy-quantity').fill('4500'),
  done: shown('a[href="/login?next=%2Fbuy%2Fpm"]'),
  said: NOT_LOADED,
};

/**
 * Ways to the files that pages load later, by source file; files of parts that several pages share by their name. A file that only others import is
 * reached by the way of one of them. A text is the reason why a file needs no way.
 */
const WAYS: Readonly<Record<string, Way | string>> = {
  // Texts.
  'src/locales/vi.po': { ...BANK_LIST, act: nothing, done: startedAndOpens, said: NOT_STARTED },
  '../../packages/messages/locales/vi.ts': { ...BANK_LIST, act: nothing, done: startedAndOpens, said: NOT_STARTED },
  'src/locales/order/vi.po': at(order('PENDING'), PAYMENT, NOT_STARTED),
  '../../packages/messages/locales/order/vi.ts': at(order('PENDING'), PAYMENT, NOT_STARTED),
  ...Object.assign({}, ...LOCALE_CODES.filter((locale) => locale !== 'vi').map(waysToCatalogues)),

  // The way to an order.
  'src/features/home/page.tsx': at('/', shown('#buy-quantity')),
  'src/features/home/later/price-card.tsx': PRICE_CARD,
  'src/features/home/later/device-orders.tsx': DEVICE_ORDERS,
  'src/features/trade/buy-page.tsx': at('/buy/trc20', shown('#buy-quantity')),
  'src/features/trade/sell-page.tsx': tab('Bán', shown('#sell-quantity')),
  'src/features/trade/exchange-page.tsx': tab('Đổi', shown('#ex-quantity')),
  'src/features/trade/later/form-part.tsx': pressing('/buy/trc20', 'Nhập theo số tiền', '#buy-amount'),
  'src/features/trade/later/bank-dialog.tsx': BANK_LIST,
  'src/features/trade/later/member-part.tsx': MEMBER_PART,
  'src/features/trade/later/balance-submit.tsx': BY_BALANCE,
  '_typed-holder': TYPED_HOLDER,
  // The server checks addresses meanwhile.
  'src/features/trade/address-tools.ts': at('/buy/trc20', scanButton, null),
  'src/features/scan/scan-dialog.tsx': { path: '/buy/trc20', act: openScanner, done: shown('[role=dialog]'), said: NOT_LOADED },
  '../../node_modules/qr/decode.js': 'needs a camera: browser-camera',
  '../../packages/client/src/links.ts': at(order('PENDING'), PAYMENT, 'Chưa tải được đơn hàng'),
  '_time-outs': at(order('PENDING'), PAYMENT),
  // Loads ahead what is asked for again when it is needed.
  'src/load-next.ts': at('/', shown('#buy-quantity'), null),

  // Orders.
  'src/features/order/page.tsx': at(order('PENDING'), PAYMENT),
  'src/features/order/payment/payment-qr.tsx': at(order('PENDING'), PAYMENT),
  'src/features/order/claim/claim-form.tsx': CLAIM,
  'src/features/order/decision/recalculation-dialog.tsx': pressing(order('SELLLATE'), /^Nhận theo giá/, '[role=dialog] dl'),
  'src/features/order/refund/refund-form.tsx': pressing(order('LATE'), 'Hoàn tiền', '#refund-account'),
  'src/features/order/receipt/receipt-page.tsx': at('/order/SAMPLE-SELLDELIVERED/receipt', titled('Biên nhận giao dịch')),
  'src/features/order/voucher/voucher-form.tsx': at(order('VOUCHER'), shown('#voucher-number')),
  'src/features/order/voucher/issued-vouchers.tsx': at(order('VOUCHERDELIVERED'), (page, timeout) =>
    page.getByRole('button', { name: 'Hiện mã' }).waitFor({ timeout }),
  ),
  'src/features/listing/page.tsx': by('/listing', titled('Kiểm tra PM e-Voucher')),
  'src/features/history/page.tsx': by('/history', titled('Tra cứu đơn hàng')),
  'src/features/history/last-order.tsx': at('/history/transaction', titled('Tra cứu đơn hàng')),

  // Other pages.
  'src/later-pages.ts': by('/tos', titled('Điều khoản sử dụng')),
  'src/features/texts/text-page.tsx': by('/about-us', titled('Giới thiệu')),
  ...Object.assign({}, ...Object.keys(TEXTS).map(waysToTexts)),
  'src/features/contact/page.tsx': by('/contact', shown('#contact-email')),
  'src/features/account/wallet/page.tsx': at('/history/wallet', titled('Đăng nhập')),
  'src/features/account/trade-history.tsx': by('/history/trade', titled('Đăng nhập')),
  'src/features/account/security/page.tsx': at('/account', titled('Đăng nhập')),
  'src/features/account/login-page.tsx': at('/login', titled('Đăng nhập')),
  '../../node_modules/@simplewebauthn/browser/esm/index.js': PASSKEY_LOGIN,
  'src/features/account/register-page.tsx': at('/register', titled('Tạo tài khoản')),
  'src/features/account/forgot-page.tsx': at('/forgot', titled('Quên mật khẩu')),
  'src/features/account/verify/page.tsx': at('/verify', titled('Xác minh danh tính')),
  'src/features/account/reset-page.tsx': at('/reset?token=good', titled('Đặt lại mật khẩu')),
  'src/features/service-status/page.tsx': by('/status', titled('Tình trạng hệ thống')),
  'src/features/news/list-page.tsx': by('/blog', titled('Tin tức')),
  'src/features/news/article-page.tsx': at('/blog/chon-mang-usdt', titled('Chọn mạng nào khi nhận USDT?')),
  'src/features/notice/page.tsx': at('/notice', shown('#buy-quantity')),
  // The page of unknown addresses, which forms of unknown currencies show too.
  _page: at('/nowhere', shown('main h1')),
};

/** The way to a file, its own or that of a file that imports it; the reason why it has none; null if none is known. */
export function wayTo(source: string): Way | string | null {
  const own = WAYS[stableName(source)];
  if (own !== undefined) return own;
  for (const [importer, { imports = [] }] of Object.entries(readManifest())) {
    const way = imports.includes(source) ? wayTo(importer) : null;
    if (way !== null) return way;
  }
  return null;
}
