/** The CSRF token in the page's cookies, whose name has a prefix over https; null outside a page. */
export function readCsrfCookie(): string | null {
  const page = (globalThis as { document?: { cookie: string } }).document;
  return /(?:^|;\s*)(?:__Host-)?XSRF-TOKEN=([^;]*)/.exec(page?.cookie ?? '')?.[1] ?? null;
}
