/** Permanent redirects from paths of the previous site. */
const MOVED: Readonly<Record<string, string>> = {
  '/index': '/',
  '/index.html': '/',
  '/history.html': '/history',
  '/fees.html': '/fee-transfer',
  '/listing.html': '/listing',
  '/buysell.html': '/buysell',
  '/faq.html': '/contact#faq',
  '/blog.html': '/blog',
  '/term.html': '/tos',
  '/kyc.html': '/verify',
  '/contact.html': '/contact',
  '/tos.html': '/tos',
  '/verify.html': '/verify',
  '/about-us.html': '/about-us',
  '/fee-transfer.html': '/fee-transfer',
  '/canh-bao-lua-dao.html': '/canh-bao-lua-dao',
  '/payment.html': '/payment',
  '/404.html': '/404',
};

/** Redirect target of a path; null if it has none. */
export function redirectOf(path: string): string | null {
  return Object.hasOwn(MOVED, path) ? (MOVED[path] ?? null) : null;
}
