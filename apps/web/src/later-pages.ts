/** Loads the module of a text page, by its folder of `features/texts`. */
const text = (name: string) => async () => (await import('./features/texts/text-page.tsx')).textPage(name);

/** Loads the module of a page that is not on the way to an order, by its file. A list of its own keeps these files' names out of the first load. */
export const LATER_PAGES = {
  'account/forgot-page': () => import('./features/account/forgot-page.tsx'),
  'account/login-page': () => import('./features/account/login-page.tsx'),
  'account/register-page': () => import('./features/account/register-page.tsx'),
  'account/reset-page': () => import('./features/account/reset-page.tsx'),
  'account/security/page': () => import('./features/account/security/page.tsx'),
  'account/trade-history': () => import('./features/account/trade-history.tsx'),
  'account/wallet/page': () => import('./features/account/wallet/page.tsx'),
  'history/last-order': () => import('./features/history/last-order.tsx'),
  'history/page': () => import('./features/history/page.tsx'),
  'listing/page': () => import('./features/listing/page.tsx'),
  'news/article-page': () => import('./features/news/article-page.tsx'),
  'news/list-page': () => import('./features/news/list-page.tsx'),
  'notice/page': () => import('./features/notice/page.tsx'),
  'order/receipt/receipt-page': () => import('./features/order/receipt/receipt-page.tsx'),
  'service-status/page': () => import('./features/service-status/page.tsx'),
  'texts/about-us': text('about-us'),
  'texts/contact': async () => (await import('./features/contact/page.tsx')).contactPage,
  'texts/fees': text('fees'),
  'texts/payment': text('payment'),
  'texts/scam-warning': text('scam-warning'),
  'texts/terms': text('terms'),
  'texts/verify': async () => (await import('./features/account/verify/page.tsx')).verifyPage,
};
