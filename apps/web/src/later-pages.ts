/** Loads the module of a page that is not on the way to an order, by its file. A list of its own keeps these files' names out of the first load. */
export const LATER_PAGES = {
  'account/members-only': () => import('./features/account/members-only.tsx'),
  'account/forgot-page': () => import('./features/account/forgot-page.tsx'),
  'account/login-page': () => import('./features/account/login-page.tsx'),
  'account/register-page': () => import('./features/account/register-page.tsx'),
  'account/verify': () => import('./features/account/verify.tsx'),
  'history/last-order': () => import('./features/history/last-order.tsx'),
  'history/page': () => import('./features/history/page.tsx'),
  'listing/page': () => import('./features/listing/page.tsx'),
  'notice/page': () => import('./features/notice/page.tsx'),
  'order/receipt/receipt-page': () => import('./features/order/receipt/receipt-page.tsx'),
  'texts/about-us': () => import('./features/texts/about-us.tsx'),
  'texts/contact': () => import('./features/texts/contact.tsx'),
  'texts/fees': () => import('./features/texts/fees.tsx'),
  'texts/payment': () => import('./features/texts/payment.tsx'),
  'texts/scam-warning': () => import('./features/texts/scam-warning.tsx'),
  'texts/terms': () => import('./features/texts/terms.tsx'),
};
